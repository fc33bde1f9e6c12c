; Swift. What stands in an extension belongs to the type that it extends.

;;; index

(function_declaration name: (simple_identifier) @name) @definition.function
(function_declaration name: (simple_identifier) @name body: (_) @body) @definition.function
(class_body (function_declaration name: (simple_identifier) @name) @definition.method)
(enum_class_body (function_declaration name: (simple_identifier) @name) @definition.method)
(protocol_function_declaration name: (simple_identifier) @name (#set! signature "true")) @definition.method
(init_declaration "init" @name) @definition.constructor
(deinit_declaration "deinit" @name) @definition.method

(class_declaration declaration_kind: "class" name: (type_identifier) @name body: (_) @body) @definition.class
(class_declaration declaration_kind: "actor" name: (type_identifier) @name body: (_) @body) @definition.class
(class_declaration declaration_kind: "struct" name: (type_identifier) @name body: (_) @body) @definition.struct
(class_declaration declaration_kind: "enum" name: (type_identifier) @name body: (_) @body) @definition.enum
(class_declaration declaration_kind: "extension" name: (user_type (type_identifier) @name) body: (_) @body) @definition.impl
(class_declaration declaration_kind: "class" name: (type_identifier) @name (inheritance_specifier inherits_from: (user_type) @base)) @definition.class
(class_declaration declaration_kind: "struct" name: (type_identifier) @name (inheritance_specifier inherits_from: (user_type) @base)) @definition.struct
(class_declaration declaration_kind: "enum" name: (type_identifier) @name (inheritance_specifier inherits_from: (user_type) @base)) @definition.enum
(class_declaration declaration_kind: "extension" name: (user_type (type_identifier) @name) (inheritance_specifier inherits_from: (user_type) @base)) @definition.impl
(protocol_declaration name: (type_identifier) @name body: (_) @body) @definition.interface
(protocol_declaration name: (type_identifier) @name (inheritance_specifier inherits_from: (user_type) @base)) @definition.interface
(enum_entry name: (simple_identifier) @name) @definition.enum_member
(class_body (property_declaration name: (pattern bound_identifier: (simple_identifier) @name)) @definition.property)
(class_body (property_declaration name: (pattern bound_identifier: (simple_identifier) @name) (type_annotation (user_type) @type)) @definition.property)
(protocol_property_declaration name: (pattern bound_identifier: (simple_identifier) @name) (#set! signature "true")) @definition.property
(source_file (property_declaration (value_binding_pattern "let") name: (pattern bound_identifier: (simple_identifier) @name)) @definition.constant)
(source_file (property_declaration (value_binding_pattern "var") name: (pattern bound_identifier: (simple_identifier) @name)) @definition.variable)
(typealias_declaration name: (type_identifier) @name) @definition.type
(associatedtype_declaration name: (type_identifier) @name) @definition.type

(import_declaration (identifier) @import.source) @import

;;; uses

(function_declaration) @scope.function
(init_declaration) @scope.function
(lambda_literal) @scope.function
(computed_property) @scope.function
(statements) @scope.block
(for_statement) @scope.block
(class_declaration) @scope.class
(protocol_declaration) @scope.class

(parameter name: (simple_identifier) @local type: (_) @local.type)
(lambda_parameter name: (simple_identifier) @local)
(for_statement item: (pattern bound_identifier: (simple_identifier) @local))
(statements (property_declaration name: (pattern bound_identifier: (simple_identifier) @local)))
(statements (property_declaration name: (pattern bound_identifier: (simple_identifier) @local) (type_annotation (_) @local.type)))
(statements (property_declaration name: (pattern bound_identifier: (simple_identifier) @local) value: (_) @local.value))
(value_argument_label (simple_identifier) @use.none)
(parameter external_name: (simple_identifier) @use.none)

(call_expression (simple_identifier) @use.call)
(call_expression (navigation_expression suffix: (navigation_suffix suffix: (simple_identifier) @use.call)))
(assignment target: (directly_assignable_expression (simple_identifier) @use.write))
(assignment target: (directly_assignable_expression (navigation_expression suffix: (navigation_suffix suffix: (simple_identifier) @use.write))))
(type_identifier) @use.type

(navigation_expression target: (_) @member.object suffix: (navigation_suffix suffix: (simple_identifier) @member.name))
(navigation_expression target: (self_expression) @member.self suffix: (navigation_suffix suffix: (simple_identifier) @member.name))
