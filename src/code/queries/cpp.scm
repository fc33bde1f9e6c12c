; C++, and headers of C.

;;; index

(function_definition declarator: (function_declarator declarator: (identifier) @name) body: (_) @body) @definition.function
(function_definition declarator: (pointer_declarator declarator: (function_declarator declarator: (identifier) @name)) body: (_) @body) @definition.function
(function_definition declarator: (reference_declarator (function_declarator declarator: (identifier) @name)) body: (_) @body) @definition.function
(function_definition declarator: (function_declarator declarator: (template_function name: (identifier) @name)) body: (_) @body) @definition.function
(function_definition declarator: (function_declarator declarator: (field_identifier) @name)) @definition.method
(function_definition declarator: (function_declarator declarator: (field_identifier) @name) body: (_) @body) @definition.method
(function_definition declarator: (pointer_declarator declarator: (function_declarator declarator: (field_identifier) @name))) @definition.method
(function_definition declarator: (reference_declarator (function_declarator declarator: (field_identifier) @name))) @definition.method
(function_definition declarator: (function_declarator declarator: (operator_name) @name)) @definition.method
(function_definition declarator: (function_declarator declarator: (destructor_name) @name)) @definition.method
(function_definition declarator: (function_declarator declarator: (qualified_identifier scope: (_) @holder name: (identifier) @name)) body: (_) @body) @definition.method
(function_definition declarator: (pointer_declarator declarator: (function_declarator declarator: (qualified_identifier scope: (_) @holder name: (identifier) @name)))) @definition.method
(function_definition declarator: (reference_declarator (function_declarator declarator: (qualified_identifier scope: (_) @holder name: (identifier) @name)))) @definition.method
(function_definition declarator: (function_declarator declarator: (qualified_identifier scope: (_) @holder name: (destructor_name) @name)) body: (_) @body) @definition.method
(function_definition declarator: (function_declarator declarator: (qualified_identifier scope: (_) @holder name: (operator_name) @name)) body: (_) @body) @definition.method
(function_definition declarator: (function_declarator declarator: (qualified_identifier scope: (namespace_identifier) @holder name: (qualified_identifier scope: (_) name: (identifier) @name))) body: (_) @body) @definition.method
(declaration declarator: (function_declarator declarator: (identifier) @name) (#set! signature "true")) @definition.function
(declaration declarator: (pointer_declarator declarator: (function_declarator declarator: (identifier) @name)) (#set! signature "true")) @definition.function
(declaration declarator: (reference_declarator (function_declarator declarator: (identifier) @name)) (#set! signature "true")) @definition.function
(field_declaration declarator: (function_declarator declarator: (field_identifier) @name) (#set! signature "true")) @definition.method
(field_declaration declarator: (pointer_declarator declarator: (function_declarator declarator: (field_identifier) @name)) (#set! signature "true")) @definition.method
(field_declaration declarator: (reference_declarator (function_declarator declarator: (field_identifier) @name)) (#set! signature "true")) @definition.method
(field_declaration declarator: (function_declarator declarator: (operator_name) @name) (#set! signature "true")) @definition.method
(field_declaration_list (declaration declarator: (function_declarator declarator: (identifier) @name) (#set! signature "true")) @definition.constructor)
(field_declaration_list (function_definition declarator: (function_declarator declarator: (identifier) @name)) @definition.constructor)

(class_specifier name: (type_identifier) @name body: (_) @body) @definition.class
(class_specifier name: (template_type name: (type_identifier) @name) body: (_) @body) @definition.class
(class_specifier name: (type_identifier) @name (base_class_clause [(type_identifier) (qualified_identifier) (template_type)] @base)) @definition.class
(struct_specifier name: (type_identifier) @name body: (_) @body) @definition.struct
(struct_specifier name: (template_type name: (type_identifier) @name) body: (_) @body) @definition.struct
(struct_specifier name: (type_identifier) @name (base_class_clause [(type_identifier) (qualified_identifier) (template_type)] @base)) @definition.struct
; `class EXPORT_API Name {`: the parser takes the macro for the name and the rest for a function.
(function_definition type: (class_specifier name: (type_identifier) !body) declarator: (identifier) @name body: (_) @body) @definition.class
(function_definition type: (struct_specifier name: (type_identifier) !body) declarator: (identifier) @name body: (_) @body) @definition.struct
(union_specifier name: (type_identifier) @name body: (_) @body) @definition.union
(enum_specifier name: (type_identifier) @name body: (_) @body) @definition.enum
(enumerator name: (identifier) @name) @definition.enum_member
(field_declaration type: (_) @type declarator: (field_identifier) @name) @definition.field
(field_declaration type: (_) @type declarator: (pointer_declarator declarator: (field_identifier) @name)) @definition.field
(field_declaration type: (_) @type declarator: (reference_declarator (field_identifier) @name)) @definition.field
(field_declaration declarator: (array_declarator declarator: (field_identifier) @name)) @definition.field
(type_definition declarator: (type_identifier) @name) @definition.type
(type_definition declarator: (pointer_declarator declarator: (type_identifier) @name)) @definition.type
(alias_declaration name: (type_identifier) @name) @definition.type
(concept_definition name: (identifier) @name) @definition.type
(namespace_definition name: (_) @name body: (_) @body) @definition.namespace
(preproc_def name: (identifier) @name) @definition.macro
(preproc_function_def name: (identifier) @name) @definition.macro
(template_declaration (function_definition declarator: (function_declarator declarator: (identifier) @name)) @definition.function) @outer
(template_declaration (class_specifier name: (type_identifier) @name) @definition.class) @outer
(template_declaration (struct_specifier name: (type_identifier) @name) @definition.struct) @outer
(template_declaration (alias_declaration name: (type_identifier) @name) @definition.type) @outer

(translation_unit (declaration declarator: (identifier) @name) @definition.variable)
(translation_unit (declaration declarator: (init_declarator declarator: (identifier) @name)) @definition.variable)
(translation_unit (declaration declarator: (init_declarator declarator: (pointer_declarator declarator: (identifier) @name))) @definition.variable)
(translation_unit (declaration declarator: (init_declarator declarator: (array_declarator declarator: (identifier) @name))) @definition.variable)
(translation_unit (declaration declarator: (pointer_declarator declarator: (identifier) @name)) @definition.variable)
(namespace_definition body: (declaration_list (declaration declarator: (identifier) @name) @definition.variable))
(namespace_definition body: (declaration_list (declaration declarator: (init_declarator declarator: (identifier) @name)) @definition.variable))

(preproc_include path: (_) @import.source @import.all) @import

;;; uses

(function_definition) @scope.function
(lambda_expression) @scope.function
(compound_statement) @scope.block
(for_statement) @scope.block
(for_range_loop) @scope.block
(catch_clause) @scope.block
(class_specifier) @scope.class
(struct_specifier) @scope.class

(parameter_declaration type: (_) @local.type declarator: (identifier) @local)
(parameter_declaration type: (_) @local.type declarator: (pointer_declarator declarator: (identifier) @local))
(parameter_declaration type: (_) @local.type declarator: (reference_declarator (identifier) @local))
(optional_parameter_declaration type: (_) @local.type declarator: (identifier) @local)
(compound_statement (declaration type: (_) @local.type declarator: (identifier) @local))
(compound_statement (declaration type: (_) @local.type declarator: (pointer_declarator declarator: (identifier) @local)))
(compound_statement (declaration type: (_) @local.type declarator: (init_declarator declarator: (identifier) @local value: (_) @local.value)))
(compound_statement (declaration type: (_) @local.type declarator: (init_declarator declarator: (pointer_declarator declarator: (identifier) @local) value: (_) @local.value)))
(compound_statement (declaration type: (_) @local.type declarator: (init_declarator declarator: (reference_declarator (identifier) @local) value: (_) @local.value)))
(for_statement initializer: (declaration declarator: (init_declarator declarator: (identifier) @local)))
(for_range_loop type: (_) @local.type declarator: (identifier) @local)
(for_range_loop declarator: (reference_declarator (identifier) @local))
(structured_binding_declarator (identifier) @local)
(statement_identifier) @use.none

(call_expression function: (identifier) @use.call)
(call_expression function: (field_expression field: (field_identifier) @use.call))
(call_expression function: (qualified_identifier name: (identifier) @use.call))
(call_expression function: (qualified_identifier name: (qualified_identifier name: (identifier) @use.call)))
(call_expression function: (template_function name: (identifier) @use.call))
(call_expression function: (qualified_identifier name: (template_function name: (identifier) @use.call)))
(new_expression type: (type_identifier) @use.call)
(assignment_expression left: (identifier) @use.write)
(assignment_expression left: (field_expression field: (field_identifier) @use.write))
(update_expression argument: (identifier) @use.write)
(update_expression argument: (field_expression field: (field_identifier) @use.write))
(type_identifier) @use.type
(using_declaration (identifier) @use.import)
(using_declaration (qualified_identifier name: (identifier) @use.import))
(field_designator (field_identifier) @use.member_key)

(field_expression argument: (_) @member.object field: (field_identifier) @member.name)
(field_expression argument: (this) @member.self field: (field_identifier) @member.name)
(qualified_identifier scope: (_) @member.object name: (identifier) @member.name)
(qualified_identifier scope: (_) @member.object name: (type_identifier) @member.name)
