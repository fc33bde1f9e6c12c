; C. Prototypes are signatures of what is defined elsewhere.

;;; index

(function_definition declarator: (function_declarator declarator: (identifier) @name) body: (_) @body) @definition.function
(function_definition declarator: (pointer_declarator declarator: (function_declarator declarator: (identifier) @name)) body: (_) @body) @definition.function
(function_definition declarator: (pointer_declarator declarator: (pointer_declarator declarator: (function_declarator declarator: (identifier) @name))) body: (_) @body) @definition.function
(declaration declarator: (function_declarator declarator: (identifier) @name) (#set! signature "true")) @definition.function
(declaration declarator: (pointer_declarator declarator: (function_declarator declarator: (identifier) @name)) (#set! signature "true")) @definition.function

(struct_specifier name: (type_identifier) @name body: (_) @body) @definition.struct
(union_specifier name: (type_identifier) @name body: (_) @body) @definition.union
(enum_specifier name: (type_identifier) @name body: (_) @body) @definition.enum
(enumerator name: (identifier) @name) @definition.enum_member
(field_declaration declarator: (field_identifier) @name) @definition.field
(field_declaration declarator: (pointer_declarator declarator: (field_identifier) @name)) @definition.field
(field_declaration declarator: (array_declarator declarator: (field_identifier) @name)) @definition.field
(field_declaration declarator: (function_declarator declarator: (parenthesized_declarator (pointer_declarator declarator: (field_identifier) @name)))) @definition.field
(type_definition declarator: (type_identifier) @name) @definition.type
(type_definition declarator: (pointer_declarator declarator: (type_identifier) @name)) @definition.type
(type_definition declarator: (function_declarator declarator: (parenthesized_declarator (pointer_declarator declarator: (type_identifier) @name)))) @definition.type
(preproc_def name: (identifier) @name) @definition.macro
(preproc_function_def name: (identifier) @name) @definition.macro

(translation_unit (declaration declarator: (identifier) @name) @definition.variable)
(translation_unit (declaration declarator: (init_declarator declarator: (identifier) @name)) @definition.variable)
(translation_unit (declaration declarator: (init_declarator declarator: (pointer_declarator declarator: (identifier) @name))) @definition.variable)
(translation_unit (declaration declarator: (init_declarator declarator: (array_declarator declarator: (identifier) @name))) @definition.variable)
(translation_unit (declaration declarator: (array_declarator declarator: (identifier) @name)) @definition.variable)
(translation_unit (declaration declarator: (pointer_declarator declarator: (identifier) @name)) @definition.variable)
(translation_unit (declaration declarator: (pointer_declarator declarator: (array_declarator declarator: (identifier) @name))) @definition.variable)

(preproc_include path: (_) @import.source @import.all) @import

;;; uses

(function_definition) @scope.function
(compound_statement) @scope.block
(for_statement) @scope.block

(parameter_declaration type: (_) @local.type declarator: (identifier) @local)
(parameter_declaration type: (_) @local.type declarator: (pointer_declarator declarator: (identifier) @local))
(parameter_declaration declarator: (array_declarator declarator: (identifier) @local))
(compound_statement (declaration type: (_) @local.type declarator: (identifier) @local))
(compound_statement (declaration type: (_) @local.type declarator: (pointer_declarator declarator: (identifier) @local)))
(compound_statement (declaration type: (_) @local.type declarator: (init_declarator declarator: (identifier) @local)))
(compound_statement (declaration type: (_) @local.type declarator: (init_declarator declarator: (pointer_declarator declarator: (identifier) @local))))
(compound_statement (declaration declarator: (array_declarator declarator: (identifier) @local)))
(for_statement initializer: (declaration declarator: (init_declarator declarator: (identifier) @local)))
(statement_identifier) @use.none

(call_expression function: (identifier) @use.call)
(call_expression function: (field_expression field: (field_identifier) @use.call))
(assignment_expression left: (identifier) @use.write)
(assignment_expression left: (field_expression field: (field_identifier) @use.write))
(update_expression argument: (identifier) @use.write)
(update_expression argument: (field_expression field: (field_identifier) @use.write))
(type_identifier) @use.type
(field_designator (field_identifier) @use.member_key)

(field_expression argument: (_) @member.object field: (field_identifier) @member.name)
