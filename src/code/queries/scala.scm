;;; index

(package_clause name: (_) @package)
(import_declaration) @import @import.tree

(class_definition (annotation name: (_) @decorator)? name: (_) @name body: (_)? @body) @definition.class
(class_definition name: (_) @name extend: (extends_clause type: (_) @base)) @definition.class
(class_parameter name: (_) @name type: (_)? @type) @definition.field
(trait_definition (annotation name: (_) @decorator)? name: (_) @name body: (_)? @body) @definition.trait
(trait_definition name: (_) @name extend: (extends_clause type: (_) @base)) @definition.trait
(object_definition (annotation name: (_) @decorator)? name: (_) @name body: (_)? @body) @definition.object
(object_definition name: (_) @name extend: (extends_clause type: (_) @base)) @definition.object
(enum_definition name: (_) @name body: (_)? @body) @definition.enum
(simple_enum_case name: (_) @name) @definition.enum_member
(full_enum_case name: (_) @name) @definition.enum_member
(function_definition (annotation name: (_) @decorator)? name: (_) @name return_type: (_)? @type body: (_)? @body) @definition.function
(template_body (function_definition name: (_) @name body: (_)? @body) @definition.method)
((function_declaration name: (_) @name return_type: (_)? @type) @definition.method (#set! signature "true"))
(val_definition pattern: (identifier) @name type: (_)? @type) @definition.variable
(var_definition pattern: (identifier) @name type: (_)? @type) @definition.variable
(val_definition pattern: (identifier) @name value: (instance_expression . (_) @type)) @definition.variable
(template_body (val_definition pattern: (identifier) @name) @definition.field)
(template_body (var_definition pattern: (identifier) @name) @definition.field)
((val_declaration name: (_) @name type: (_) @type) @definition.field (#set! signature "true"))
((var_declaration name: (_) @name type: (_) @type) @definition.field (#set! signature "true"))
(given_definition name: (_) @name return_type: (_)? @type) @definition.variable
(type_definition name: (_) @name) @definition.type

;;; uses

(function_definition) @scope.function
(lambda_expression) @scope.function
(block) @scope.block
(for_expression) @scope.block
(case_clause) @scope.block
(template_body) @scope.class

(parameters (parameter name: (identifier) @local type: (_)? @local.type))
(lambda_expression parameters: (identifier) @local)
(bindings (binding name: (identifier) @local))
(block (val_definition pattern: (identifier) @local type: (_)? @local.type value: (_)? @local.value))
(block (var_definition pattern: (identifier) @local type: (_)? @local.type value: (_)? @local.value))
(enumerator . (identifier) @local)
(case_clause pattern: (identifier) @local)
(case_class_pattern pattern: (identifier) @local)
(typed_pattern pattern: (identifier) @local type: (_) @local.type)

(call_expression function: (identifier) @use.call)
(call_expression function: (field_expression field: (identifier) @use.call))
(instance_expression (type_identifier) @use.call)
(field_expression value: (_) @member.object field: (identifier) @member.name)
((field_expression value: (identifier) @member.self field: (identifier) @member.name) (#any-of? @member.self "this" "super"))
(assignment_expression left: (identifier) @use.write)
(assignment_expression left: (field_expression field: (identifier) @use.write))
(type_identifier) @use.type
(import_declaration path: (identifier) @use.import)
(namespace_selectors (identifier) @use.import)
(arrow_renamed_identifier name: (identifier) @use.import)
(package_identifier (identifier) @use.none)
