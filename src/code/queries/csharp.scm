;;; index

(file_scoped_namespace_declaration name: (_) @package)
(namespace_declaration name: (_) @name body: (_) @body) @definition.namespace
(using_directive) @import @import.tree

(class_declaration (attribute_list (attribute) @decorator)? name: (_) @name body: (_)? @body) @definition.class
(class_declaration name: (_) @name (base_list (_) @base)) @definition.class
(struct_declaration (attribute_list (attribute) @decorator)? name: (_) @name body: (_)? @body) @definition.struct
(struct_declaration name: (_) @name (base_list (_) @base)) @definition.struct
(record_declaration (attribute_list (attribute) @decorator)? name: (_) @name body: (_)? @body) @definition.class
(record_declaration name: (_) @name (base_list (_) @base)) @definition.class
(record_declaration (parameter_list (parameter type: (_) @type name: (_) @name) @definition.property))
(interface_declaration (attribute_list (attribute) @decorator)? name: (_) @name body: (_)? @body) @definition.interface
(interface_declaration name: (_) @name (base_list (_) @base)) @definition.interface
(enum_declaration (attribute_list (attribute) @decorator)? name: (_) @name body: (_)? @body) @definition.enum
(enum_member_declaration name: (_) @name) @definition.enum_member
(delegate_declaration type: (_) @type name: (_) @name) @definition.type
(constructor_declaration (attribute_list (attribute) @decorator)? name: (_) @name body: (_)? @body) @definition.constructor
(destructor_declaration name: (_) @name body: (_)? @body) @definition.method
(method_declaration (attribute_list (attribute) @decorator)? returns: (_) @type name: (_) @name body: (_) @body) @definition.method
((method_declaration (attribute_list (attribute) @decorator)? returns: (_) @type name: (_) @name !body) @definition.method (#set! signature "true"))
(local_function_statement type: (_) @type name: (_) @name body: (_)? @body) @definition.function
(property_declaration (attribute_list (attribute) @decorator)? type: (_) @type name: (_) @name accessors: (_)? @body) @definition.property
(event_declaration type: (_) @type name: (_) @name) @definition.property
(event_field_declaration (variable_declaration type: (_) @type (variable_declarator name: (_) @name))) @definition.field
(indexer_declaration type: (_) @type "this" @name) @definition.property
(operator_declaration type: (_) @type operator: _ @name body: (_)? @body) @definition.method
(field_declaration (attribute_list (attribute) @decorator)? (variable_declaration type: (_) @type (variable_declarator name: (_) @name))) @definition.field
((field_declaration (modifier) @_m (variable_declaration type: (_) @type (variable_declarator name: (_) @name))) @definition.constant (#eq? @_m "const"))
(local_declaration_statement (variable_declaration type: (_) @type (variable_declarator name: (_) @name))) @definition.variable

;;; uses

(method_declaration) @scope.function
(constructor_declaration) @scope.function
(local_function_statement) @scope.function
(lambda_expression) @scope.function
(anonymous_method_expression) @scope.function
(operator_declaration) @scope.function
(indexer_declaration) @scope.function
(block) @scope.block
(for_statement) @scope.block
(foreach_statement) @scope.block
(using_statement) @scope.block
(catch_clause) @scope.block
(declaration_list) @scope.class

(parameter type: (_)? @local.type name: (identifier) @local)
(implicit_parameter) @local
(local_declaration_statement (variable_declaration type: (_) @local.type (variable_declarator name: (identifier) @local (_)? @local.value)))
(for_statement (variable_declaration type: (_) @local.type (variable_declarator name: (identifier) @local)))
(using_statement (variable_declaration type: (_) @local.type (variable_declarator name: (identifier) @local)))
(foreach_statement type: (_) @local.type left: (identifier) @local)
(catch_declaration type: (_) @local.type name: (identifier) @local)
(declaration_pattern type: (_) @local.type name: (identifier) @local)
(declaration_expression type: (_) @local.type name: (identifier) @local)
(local_function_statement name: (identifier) @local.outer)
(type_parameter name: (identifier) @local)

(invocation_expression function: (identifier) @use.call)
(invocation_expression function: (generic_name (identifier) @use.call))
(invocation_expression function: (member_access_expression name: (identifier) @use.call))
(invocation_expression function: (member_access_expression name: (generic_name (identifier) @use.call)))
(object_creation_expression type: (identifier) @use.call)
(object_creation_expression type: (generic_name (identifier) @use.call))
(member_access_expression expression: (_) @member.object name: (identifier) @member.name)
(member_access_expression expression: (_) @member.object name: (generic_name (identifier) @member.name))
(member_access_expression expression: ["this" "base"] @member.self name: (identifier) @member.name)
(assignment_expression left: (identifier) @use.write)
(assignment_expression left: (member_access_expression name: (identifier) @use.write))
(initializer_expression (assignment_expression left: (identifier) @use.member_key))
(attribute name: (identifier) @use.call)
(base_list (identifier) @use.type)
(generic_name (identifier) @use.type)
(type_argument_list (identifier) @use.type)
(_ type: (identifier) @use.type)
(method_declaration returns: (identifier) @use.type)
(nullable_type (identifier) @use.type)
(array_type (identifier) @use.type)
(using_directive (identifier) @use.import)
(using_directive (qualified_name name: (identifier) @use.import))
(argument name: (identifier) @use.member_key)
