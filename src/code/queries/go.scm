; Go. What begins with a capital is exported (visibility.ts). A method belongs to the type of its receiver.

;;; index

(package_clause (package_identifier) @package)

(function_declaration name: (identifier) @name) @definition.function
(function_declaration name: (identifier) @name body: (_) @body) @definition.function
(function_declaration name: (identifier) @name result: (type_identifier) @type) @definition.function
(function_declaration name: (identifier) @name result: (pointer_type (type_identifier) @type)) @definition.function
(method_declaration receiver: (parameter_list (parameter_declaration type: (type_identifier) @holder)) name: (field_identifier) @name body: (_)? @body) @definition.method
(method_declaration receiver: (parameter_list (parameter_declaration type: (pointer_type (type_identifier) @holder))) name: (field_identifier) @name body: (_)? @body) @definition.method
(method_declaration receiver: (parameter_list (parameter_declaration type: (generic_type type: (type_identifier) @holder))) name: (field_identifier) @name body: (_)? @body) @definition.method
(method_declaration receiver: (parameter_list (parameter_declaration type: (pointer_type (generic_type type: (type_identifier) @holder)))) name: (field_identifier) @name body: (_)? @body) @definition.method
(method_declaration name: (field_identifier) @name result: (type_identifier) @type) @definition.method
(method_declaration name: (field_identifier) @name result: (pointer_type (type_identifier) @type)) @definition.method

(type_declaration (type_spec name: (type_identifier) @name) @definition.type)
(type_declaration (type_alias name: (type_identifier) @name) @definition.type)
(type_declaration (type_spec name: (type_identifier) @name type: (struct_type)) @definition.struct)
(type_declaration (type_spec name: (type_identifier) @name type: (interface_type)) @definition.interface)
(type_declaration (type_spec name: (type_identifier) @name type: (struct_type (field_declaration_list (field_declaration !name type: (_) @base)))) @definition.struct)
(type_declaration (type_spec name: (type_identifier) @name type: (interface_type (type_elem (type_identifier) @base))) @definition.interface)
(field_declaration name: (field_identifier) @name) @definition.field
(field_declaration name: (field_identifier) @name type: (type_identifier) @type) @definition.field
(field_declaration name: (field_identifier) @name type: (pointer_type (type_identifier) @type)) @definition.field
(field_declaration name: (field_identifier) @name type: (qualified_type) @type) @definition.field
(field_declaration name: (field_identifier) @name type: (pointer_type (qualified_type) @type)) @definition.field
(method_elem name: (field_identifier) @name (#set! signature "true")) @definition.method

(source_file (const_declaration (const_spec name: (identifier) @name) @definition.constant))
(source_file (var_declaration (var_spec name: (identifier) @name) @definition.variable))
(source_file (var_declaration (var_spec_list (var_spec name: (identifier) @name) @definition.variable)))
(source_file (var_declaration (var_spec name: (identifier) @name type: (type_identifier) @type) @definition.variable))
(source_file (var_declaration (var_spec name: (identifier) @name type: (pointer_type (type_identifier) @type)) @definition.variable))

(import_spec path: (_) @import.tree) @import

;;; uses

(function_declaration) @scope.function
(method_declaration) @scope.function
(func_literal) @scope.function
(block) @scope.block
(if_statement) @scope.block
(for_statement) @scope.block
(expression_switch_statement) @scope.block
(type_switch_statement) @scope.block
(expression_case) @scope.block
(type_case) @scope.block
(communication_case) @scope.block

(parameter_declaration name: (identifier) @local type: (_) @local.type)
(variadic_parameter_declaration name: (identifier) @local)
(short_var_declaration left: (expression_list (identifier) @local))
(short_var_declaration left: (expression_list . (identifier) @local .) right: (expression_list . (_) @local.value .))
(range_clause left: (expression_list (identifier) @local))
(receive_statement left: (expression_list (identifier) @local))
(type_switch_statement alias: (expression_list (identifier) @local))
(block (statement_list (var_declaration (var_spec name: (identifier) @local))))
(block (statement_list (var_declaration (var_spec name: (identifier) @local type: (_) @local.type))))
(block (statement_list (var_declaration (var_spec name: (identifier) @local value: (expression_list . (_) @local.value .)))))
(block (statement_list (const_declaration (const_spec name: (identifier) @local))))
(type_parameter_declaration name: (identifier) @local)
(labeled_statement label: (label_name) @use.none)
(package_clause (package_identifier) @use.none)

(call_expression function: (identifier) @use.call)
(call_expression function: (selector_expression field: (field_identifier) @use.call))
(assignment_statement left: (expression_list (identifier) @use.write))
(assignment_statement left: (expression_list (selector_expression field: (field_identifier) @use.write)))
(inc_statement (identifier) @use.write)
(dec_statement (identifier) @use.write)
(inc_statement (selector_expression field: (field_identifier) @use.write))
(dec_statement (selector_expression field: (field_identifier) @use.write))
(type_identifier) @use.type
(keyed_element . (literal_element (identifier) @use.member_key))

(selector_expression operand: (_) @member.object field: (field_identifier) @member.name)
(qualified_type package: (_) @member.object name: (type_identifier) @member.name)
