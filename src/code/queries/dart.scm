;;; index

(library_import) @import @import.tree
(library_export) @import @import.tree
(part_directive) @import @import.tree

(class_definition (annotation name: (_) @decorator)? name: (_) @name body: (_) @body) @definition.class
(class_definition name: (_) @name superclass: (superclass [(type_identifier) @base (mixins (type_identifier) @base)])) @definition.class
(class_definition name: (_) @name interfaces: (interfaces (type_identifier) @base)) @definition.class
(mixin_declaration (identifier) @name (type_identifier)? @base (class_body) @body) @definition.class
(extension_declaration name: (_) @name class: (_) @type body: (_) @body) @definition.class
(enum_declaration name: (_) @name body: (_) @body) @definition.enum
(enum_constant name: (_) @name) @definition.enum_member
(type_alias . (type_identifier) @name) @definition.type
(program (function_signature name: (_) @name) @definition.function . (function_body)? @body @extent)
(local_function_declaration (lambda_expression (function_signature name: (_) @name) (function_body) @body)) @definition.function
(program (getter_signature name: (_) @name) @definition.property . (function_body)? @body @extent)
(program (setter_signature name: (_) @name) @definition.property . (function_body)? @body @extent)
((method_signature (function_signature . (type_identifier) @type name: (_) @name)) @definition.method . (function_body)? @body @extent)
((method_signature (function_signature name: (_) @name)) @definition.method . (function_body)? @body @extent)
((declaration (function_signature name: (_) @name)) @definition.method (#set! signature "true"))
((method_signature (getter_signature name: (_) @name)) @definition.property . (function_body)? @body @extent)
((method_signature (setter_signature name: (_) @name)) @definition.property . (function_body)? @body @extent)
(declaration (constructor_signature name: (identifier) @name .)) @definition.constructor
(declaration (constructor_signature name: (identifier) @name . parameters: (_))) @definition.constructor
((method_signature (constructor_signature name: (identifier) @name . parameters: (_))) @definition.constructor . (function_body)? @body @extent)
((method_signature (factory_constructor_signature (identifier) @name . (formal_parameter_list))) @definition.constructor . (function_body)? @body @extent)
(declaration (constant_constructor_signature (identifier) @name . (formal_parameter_list))) @definition.constructor
(declaration (type_identifier)? @type (initialized_identifier_list (initialized_identifier . (identifier) @name))) @definition.field
(declaration (type_identifier)? @type (static_final_declaration_list (static_final_declaration . (identifier) @name))) @definition.field
(program (static_final_declaration_list (static_final_declaration . (identifier) @name) @definition.variable))
(program (initialized_identifier_list (initialized_identifier . (identifier) @name) @definition.variable))

;;; uses

((function_signature) @scope.function . (function_body) @extent)
((getter_signature) @scope.function . (function_body) @extent)
((setter_signature) @scope.function . (function_body) @extent)
((method_signature) @scope.function . (function_body) @extent)
(lambda_expression) @scope.function
(block) @scope.block
(function_expression) @scope.function
(for_statement) @scope.block
(class_body) @scope.class

(formal_parameter (type_identifier)? @local.type name: (identifier) @local)
(initialized_variable_definition (type_identifier)? @local.type name: (identifier) @local)
(for_loop_parts name: (identifier) @local)
(catch_parameters (identifier) @local)

(expression_statement (identifier) @use.call . (selector (argument_part)))
((identifier) @use.call . (selector (argument_part)))
((selector (unconditional_assignable_selector (identifier) @use.call)) . (selector (argument_part)))
((identifier) @member.object . (selector (unconditional_assignable_selector (identifier) @member.name)))
((this) @member.self . (selector (unconditional_assignable_selector (identifier) @member.name)))
(assignable_expression (this) @member.self (unconditional_assignable_selector (identifier) @member.name))
(assignable_expression . (identifier) @member.object . (unconditional_assignable_selector (identifier) @member.name))
(assignment_expression left: (assignable_expression . (identifier) @use.write .))
(assignment_expression left: (assignable_expression (unconditional_assignable_selector (identifier) @use.write)))
(type_identifier) @use.type
(combinator (identifier) @use.import)
(label (identifier) @use.none)
