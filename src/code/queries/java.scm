;;; index

(package_declaration (_) @package .)
(import_declaration) @import @import.tree

(class_declaration (modifiers [(annotation) (marker_annotation)] @decorator)? name: (_) @name body: (_) @body) @definition.class
(class_declaration name: (_) @name superclass: (superclass (_) @base)) @definition.class
(class_declaration name: (_) @name interfaces: (super_interfaces (type_list (_) @base))) @definition.class
(record_declaration (modifiers [(annotation) (marker_annotation)] @decorator)? name: (_) @name body: (_) @body) @definition.class
(record_declaration name: (_) @name interfaces: (super_interfaces (type_list (_) @base))) @definition.class
(record_declaration parameters: (formal_parameters (formal_parameter type: (_) @type name: (_) @name) @definition.field))
(interface_declaration (modifiers [(annotation) (marker_annotation)] @decorator)? name: (_) @name body: (_) @body) @definition.interface
(interface_declaration name: (_) @name (extends_interfaces (type_list (_) @base))) @definition.interface
(annotation_type_declaration (modifiers [(annotation) (marker_annotation)] @decorator)? name: (_) @name body: (_) @body) @definition.interface
(enum_declaration (modifiers [(annotation) (marker_annotation)] @decorator)? name: (_) @name body: (_) @body) @definition.enum
(enum_declaration name: (_) @name interfaces: (super_interfaces (type_list (_) @base))) @definition.enum
(enum_constant name: (_) @name body: (_)? @body) @definition.enum_member
(constructor_declaration (modifiers [(annotation) (marker_annotation)] @decorator)? name: (_) @name body: (_) @body) @definition.constructor
(compact_constructor_declaration name: (_) @name body: (_) @body) @definition.constructor
(method_declaration (modifiers [(annotation) (marker_annotation)] @decorator)? type: (_) @type name: (_) @name body: (_) @body) @definition.method
((method_declaration (modifiers [(annotation) (marker_annotation)] @decorator)? type: (_) @type name: (_) @name !body) @definition.method (#set! signature "true"))
((annotation_type_element_declaration type: (_) @type name: (_) @name) @definition.method (#set! signature "true"))
(field_declaration (modifiers [(annotation) (marker_annotation)] @decorator)? type: (_) @type declarator: (variable_declarator name: (_) @name)) @definition.field
((field_declaration (modifiers) @_m type: (_) @type declarator: (variable_declarator name: (_) @name)) @definition.constant (#match? @_m "static[^)]*final|final[^)]*static"))
(constant_declaration type: (_) @type declarator: (variable_declarator name: (_) @name)) @definition.constant
(local_variable_declaration type: (_) @type declarator: (variable_declarator name: (_) @name)) @definition.variable

;;; uses

(method_declaration) @scope.function
(constructor_declaration) @scope.function
(compact_constructor_declaration) @scope.function
(lambda_expression) @scope.function
(block) @scope.block
(constructor_body) @scope.block
(switch_block_statement_group) @scope.block
(for_statement) @scope.block
(enhanced_for_statement) @scope.block
(catch_clause) @scope.block
(try_with_resources_statement) @scope.block
(class_body) @scope.class
(interface_body) @scope.class
(enum_body) @scope.class

(method_declaration parameters: (formal_parameters (formal_parameter type: (_) @local.type name: (identifier) @local)))
(constructor_declaration parameters: (formal_parameters (formal_parameter type: (_) @local.type name: (identifier) @local)))
(lambda_expression parameters: (formal_parameters (formal_parameter type: (_) @local.type name: (identifier) @local)))
(spread_parameter (_) @local.type (variable_declarator name: (identifier) @local))
(lambda_expression parameters: (identifier) @local)
(inferred_parameters (identifier) @local)
(local_variable_declaration type: (_) @local.type declarator: (variable_declarator name: (identifier) @local value: (_)? @local.value))
(enhanced_for_statement type: (_) @local.type name: (identifier) @local)
(catch_formal_parameter (catch_type . (_) @local.type .) name: (identifier) @local)
(catch_formal_parameter name: (identifier) @local)
(resource type: (_) @local.type name: (identifier) @local)
(instanceof_expression right: (_) @local.type name: (identifier) @local)
(type_pattern (_) @local.type (identifier) @local)
(record_pattern_component (_) @local.type (identifier) @local)
(type_parameter (type_identifier) @local)

(method_invocation name: (identifier) @use.call)
(method_invocation object: (_) @member.object name: (identifier) @member.name)
(method_invocation object: [(this) (super)] @member.self name: (identifier) @member.name)
(object_creation_expression type: (type_identifier) @use.call)
(object_creation_expression type: (generic_type . (type_identifier) @use.call))
(object_creation_expression type: (scoped_type_identifier (type_identifier) @use.call .))
(method_reference . (_) @member.object (identifier) @member.name @use.read .)
(method_reference . [(this) (super)] @member.self (identifier) @member.name .)
(field_access object: (_) @member.object field: (identifier) @member.name)
(field_access object: [(this) (super)] @member.self field: (identifier) @member.name)
(scoped_type_identifier (_) @member.object (type_identifier) @member.name)
(assignment_expression left: (identifier) @use.write)
(assignment_expression left: (field_access field: (identifier) @use.write))
(assignment_expression left: (array_access array: (identifier) @use.write))
(update_expression (identifier) @use.write)
(update_expression (field_access field: (identifier) @use.write))
(type_identifier) @use.type
(annotation name: (_) @use.call)
(marker_annotation name: (_) @use.call)
(import_declaration (identifier) @use.import)
(import_declaration (scoped_identifier name: (identifier) @use.import))
(element_value_pair key: (identifier) @use.member_key)
(labeled_statement . (identifier) @use.none)
(break_statement (identifier) @use.none)
(continue_statement (identifier) @use.none)
(package_declaration (identifier) @use.none)
(package_declaration (scoped_identifier (identifier) @use.none))
