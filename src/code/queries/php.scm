;;; index

(namespace_definition name: (_) @package !body)
(namespace_definition name: (_) @name body: (_) @body) @definition.namespace
(namespace_use_declaration) @import @import.tree

(class_declaration attributes: (attribute_list (attribute_group (attribute) @decorator))? name: (_) @name body: (_) @body) @definition.class
(class_declaration name: (_) @name (base_clause (_) @base)) @definition.class
(class_declaration name: (_) @name (class_interface_clause (_) @base)) @definition.class
(class_declaration name: (_) @name body: (declaration_list (use_declaration (_) @base))) @definition.class
(interface_declaration attributes: (attribute_list (attribute_group (attribute) @decorator))? name: (_) @name (base_clause (_) @base)? body: (_) @body) @definition.interface
(trait_declaration attributes: (attribute_list (attribute_group (attribute) @decorator))? name: (_) @name body: (_) @body) @definition.trait
(trait_declaration name: (_) @name body: (declaration_list (use_declaration (_) @base))) @definition.trait
(enum_declaration attributes: (attribute_list (attribute_group (attribute) @decorator))? name: (_) @name (class_interface_clause (_) @base)? body: (_) @body) @definition.enum
(enum_declaration name: (_) @name body: (enum_declaration_list (use_declaration (_) @base))) @definition.enum
(enum_case name: (_) @name) @definition.enum_member
(function_definition attributes: (attribute_list (attribute_group (attribute) @decorator))? name: (_) @name return_type: (_)? @type body: (_) @body) @definition.function
(method_declaration attributes: (attribute_list (attribute_group (attribute) @decorator))? name: (_) @name return_type: (_)? @type body: (_) @body) @definition.method
((method_declaration name: (_) @name return_type: (_)? @type !body) @definition.method (#set! signature "true"))
((method_declaration name: (_) @name) @definition.constructor (#eq? @name "__construct"))
(property_declaration attributes: (attribute_list (attribute_group (attribute) @decorator))? type: (_)? @type (property_element name: (variable_name (name) @name))) @definition.property
(property_promotion_parameter type: (_)? @type name: (variable_name (name) @name)) @definition.property
(const_declaration (const_element . (name) @name)) @definition.constant
((function_call_expression function: (name) @_f arguments: (arguments . (argument (string (string_content) @name)))) @definition.constant (#eq? @_f "define"))

;;; uses

(function_definition) @scope.function
(method_declaration) @scope.function
(anonymous_function) @scope.function
(arrow_function) @scope.function
(declaration_list) @scope.class
(enum_declaration_list) @scope.class

(simple_parameter type: (_) @local.type name: (variable_name (name) @local))
(simple_parameter name: (variable_name (name) @local))
(variadic_parameter name: (variable_name (name) @local))
(anonymous_function_use_clause (variable_name (name) @local))
(assignment_expression left: (variable_name (name) @local.function) right: (_) @local.value)
(assignment_expression left: (list_literal (variable_name (name) @local.function)))
(foreach_statement (variable_name) . (variable_name (name) @local.function))
(foreach_statement (pair (variable_name (name) @local.function)))
(catch_clause type: (type_list . (_) @local.type .) name: (variable_name (name) @local.function))
(static_variable_declaration (variable_name (name) @local.function))

(function_call_expression function: (name) @use.call)
(function_call_expression function: (qualified_name (name) @use.call))
(member_call_expression object: (_) @member.object name: (name) @member.name @use.call)
(nullsafe_member_call_expression object: (_) @member.object name: (name) @member.name @use.call)
(scoped_call_expression scope: (_) @member.object name: (name) @member.name @use.call)
((member_call_expression object: (variable_name) @member.self name: (name) @member.name) (#eq? @member.self "$this"))
(scoped_call_expression scope: (relative_scope) @member.self name: (name) @member.name)
(member_access_expression object: (_) @member.object name: (name) @member.name)
(nullsafe_member_access_expression object: (_) @member.object name: (name) @member.name)
((member_access_expression object: (variable_name) @member.self name: (name) @member.name) (#eq? @member.self "$this"))
(scoped_property_access_expression scope: (_) @member.object name: (variable_name (name) @member.name))
(scoped_property_access_expression scope: (relative_scope) @member.self name: (variable_name (name) @member.name))
(class_constant_access_expression . (_) @member.object (name) @member.name .)
(class_constant_access_expression . (relative_scope) @member.self (name) @member.name .)
(object_creation_expression (name) @use.call)
(object_creation_expression (qualified_name (name) @use.call))
(attribute (name) @use.call)
(assignment_expression left: (variable_name (name) @use.write))
(augmented_assignment_expression left: (variable_name (name) @use.write))
(assignment_expression left: (member_access_expression name: (name) @use.write))
(augmented_assignment_expression left: (member_access_expression name: (name) @use.write))
(assignment_expression left: (scoped_property_access_expression name: (variable_name (name) @use.write)))
(update_expression (variable_name (name) @use.write))
(update_expression (member_access_expression name: (name) @use.write))
(named_type (name) @use.type)
(named_type (qualified_name (name) @use.type))
(base_clause (name) @use.type)
(base_clause (qualified_name (name) @use.type))
(class_interface_clause (name) @use.type)
(class_interface_clause (qualified_name (name) @use.type))
(use_declaration (name) @use.type)
(use_declaration (qualified_name (name) @use.type))
(namespace_use_clause (name) @use.import)
(namespace_use_clause (qualified_name (name) @use.import))
(namespace_name (name) @use.none)
(argument name: (name) @use.member_key)
