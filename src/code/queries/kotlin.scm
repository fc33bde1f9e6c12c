;;; index

(package_header (_) @package)
(import) @import @import.tree

(class_declaration (modifiers (annotation (_) @decorator))? name: (_) @name (class_body)? @body) @definition.class
(class_declaration name: (_) @name (delegation_specifiers (delegation_specifier [(user_type) @base (constructor_invocation (user_type) @base)]))) @definition.class
(class_declaration (modifiers (annotation (_) @decorator))? "interface" name: (_) @name (class_body)? @body) @definition.interface
((class_declaration (modifiers (class_modifier) @_m) name: (_) @name (enum_class_body)? @body) @definition.enum (#eq? @_m "enum"))
((class_declaration (modifiers (class_modifier) @_m) name: (_) @name) @definition.interface (#eq? @_m "annotation"))
(class_parameter ["val" "var"] (identifier) @name (_) @type) @definition.property
(object_declaration (modifiers (annotation (_) @decorator))? name: (_) @name (class_body)? @body) @definition.object
(object_declaration name: (_) @name (delegation_specifiers (delegation_specifier [(user_type) @base (constructor_invocation (user_type) @base)]))) @definition.object
(companion_object name: (identifier) @name (class_body)? @body) @definition.object
(enum_entry . (modifiers)? . (identifier) @name (class_body)? @body) @definition.enum_member
(secondary_constructor "constructor" @name (block)? @body) @definition.constructor
(source_file (function_declaration (modifiers (annotation (_) @decorator))? name: (_) @name (function_body)? @body) @definition.function)
(class_body (function_declaration (modifiers (annotation (_) @decorator))? name: (_) @name (function_body)? @body) @definition.method)
(enum_class_body (function_declaration name: (_) @name (function_body)? @body) @definition.method)
(block (function_declaration name: (_) @name (function_body)? @body) @definition.function)
(function_declaration name: (_) @name (function_value_parameters) . (user_type) @type) @definition.function
(class_body (function_declaration name: (_) @name (function_value_parameters) . (user_type)? @type) @definition.method)
(source_file (function_declaration (user_type) @holder . name: (_) @name) @definition.function)
(source_file (property_declaration (modifiers (annotation (_) @decorator))? (variable_declaration (identifier) @name (_)? @type)) @definition.variable)
(class_body (property_declaration (modifiers (annotation (_) @decorator))? (variable_declaration (identifier) @name (_)? @type)) @definition.property)
(block (property_declaration (variable_declaration (identifier) @name (_)? @type)) @definition.variable)
((property_declaration (modifiers (property_modifier) @_m) (variable_declaration (identifier) @name)) @definition.constant (#eq? @_m "const"))
(type_alias type: (_) @name) @definition.type

;;; uses

(function_declaration) @scope.function
(secondary_constructor) @scope.function
(lambda_literal) @scope.function
(anonymous_function) @scope.function
(block) @scope.block
(for_statement) @scope.block
(catch_block) @scope.block
(class_body) @scope.class

(function_value_parameters (parameter . (identifier) @local (_)? @local.type))
(lambda_parameters (variable_declaration . (identifier) @local (_)? @local.type))
(for_statement (variable_declaration . (identifier) @local (_)? @local.type))
(block (property_declaration (variable_declaration . (identifier) @local (_)? @local.type)))
(lambda_literal (property_declaration (variable_declaration . (identifier) @local (_)? @local.type)))
(block (property_declaration (variable_declaration . (identifier) @local) . (_) @local.value .))
(block (property_declaration (multi_variable_declaration (variable_declaration . (identifier) @local))))
(catch_block . (identifier) @local)

(call_expression . (identifier) @use.call)
(call_expression . (navigation_expression (identifier) @use.call .))
(constructor_invocation (user_type (identifier) @use.call .))
(navigation_expression . (_) @member.object (identifier) @member.name .)
(navigation_expression . [(this_expression) (super_expression)] @member.self (identifier) @member.name .)
(assignment left: (identifier) @use.write)
(assignment left: (navigation_expression (identifier) @use.write .))
(user_type (identifier) @use.type)
(import (qualified_identifier (identifier) @use.import))
(package_header (qualified_identifier (identifier) @use.none))
(value_argument . (identifier) @use.member_key "=")
