; Go. What begins with a capital is exported (visibility.ts). A method belongs to the type of its receiver.

;;; index

(package_clause (package_identifier) @package)

(function_declaration name: (identifier) @name) @definition.function
(function_declaration name: (identifier) @name body: (_) @body) @definition.function
(function_declaration name: (identifier) @name result: [(type_identifier) (qualified_type) (generic_type) (pointer_type [(type_identifier) (qualified_type) (generic_type)])] @type) @definition.function
(function_declaration name: (identifier) @name result: (parameter_list . (parameter_declaration type: [(type_identifier) (qualified_type) (generic_type) (pointer_type [(type_identifier) (qualified_type) (generic_type)])] @type))) @definition.function
(method_declaration receiver: (parameter_list (parameter_declaration type: [(type_identifier) @holder (generic_type type: (type_identifier) @holder) (pointer_type [(type_identifier) @holder (generic_type type: (type_identifier) @holder)]) (parenthesized_type [(type_identifier) @holder (pointer_type (type_identifier) @holder)])])) name: (field_identifier) @name body: (_)? @body) @definition.method
(method_declaration name: (field_identifier) @name result: [(type_identifier) (qualified_type) (generic_type) (pointer_type [(type_identifier) (qualified_type) (generic_type)])] @type) @definition.method
(method_declaration name: (field_identifier) @name result: (parameter_list . (parameter_declaration type: [(type_identifier) (qualified_type) (generic_type) (pointer_type [(type_identifier) (qualified_type) (generic_type)])] @type))) @definition.method

; --- types; the statement is the definition where it declares one only ---
(type_declaration (type_spec name: (type_identifier) @name) @definition.type)
(type_declaration (type_alias name: (type_identifier) @name) @definition.type)
(type_declaration . (type_spec name: (type_identifier) @name) .) @definition.type
(type_declaration . (type_alias name: (type_identifier) @name) .) @definition.type
(type_declaration (type_spec name: (type_identifier) @name type: (struct_type (field_declaration_list) @body)) @definition.struct)
(type_declaration (type_spec name: (type_identifier) @name type: (interface_type)) @definition.interface)
(type_declaration (type_spec name: (type_identifier) @name type: (struct_type (field_declaration_list (field_declaration !name type: (_) @base)))) @definition.struct)
(type_declaration (type_spec name: (type_identifier) @name type: (interface_type (type_elem . [(type_identifier) (qualified_type) (generic_type)] @base .))) @definition.interface)
(type_declaration . (type_spec name: (type_identifier) @name type: (interface_type)) .) @definition.interface
(field_declaration name: (field_identifier) @name) @definition.field
(field_declaration name: (field_identifier) @name type: [(type_identifier) (qualified_type) (generic_type) (pointer_type [(type_identifier) (qualified_type) (generic_type)])] @type) @definition.field
(method_elem name: (field_identifier) @name (#set! signature "true")) @definition.method
(method_elem name: (field_identifier) @name result: [(type_identifier) (qualified_type) (generic_type) (pointer_type [(type_identifier) (qualified_type) (generic_type)])] @type) @definition.method
(method_elem name: (field_identifier) @name result: (parameter_list . (parameter_declaration type: [(type_identifier) (qualified_type) (generic_type) (pointer_type [(type_identifier) (qualified_type) (generic_type)])] @type))) @definition.method

; --- names of the package. The names of a constant are told without their field, which the grammar gives to the first only. ---
(source_file (const_declaration (const_spec (identifier) @name) @definition.constant) (#not-eq? @name "_"))
(source_file (const_declaration (const_spec (identifier) @name type: [(type_identifier) (qualified_type)] @type) @definition.constant) (#not-eq? @name "_"))
(source_file (const_declaration . (const_spec (identifier) @name) .) @definition.constant (#not-eq? @name "_"))
(source_file (var_declaration (var_spec name: (identifier) @name) @definition.variable) (#not-eq? @name "_"))
(source_file (var_declaration (var_spec_list (var_spec name: (identifier) @name) @definition.variable)) (#not-eq? @name "_"))
(source_file (var_declaration [(var_spec name: (identifier) @name value: (expression_list . [(composite_literal type: [(type_identifier) (qualified_type) (generic_type)] @type) (unary_expression operand: (composite_literal type: [(type_identifier) (qualified_type) (generic_type)] @type))] .)) @definition.variable (var_spec_list (var_spec name: (identifier) @name value: (expression_list . [(composite_literal type: [(type_identifier) (qualified_type) (generic_type)] @type) (unary_expression operand: (composite_literal type: [(type_identifier) (qualified_type) (generic_type)] @type))] .)) @definition.variable)]) (#not-eq? @name "_"))
(source_file (var_declaration [(var_spec name: (identifier) @name type: [(type_identifier) (qualified_type) (generic_type) (pointer_type [(type_identifier) (qualified_type) (generic_type)])] @type) @definition.variable (var_spec_list (var_spec name: (identifier) @name type: [(type_identifier) (qualified_type) (generic_type) (pointer_type [(type_identifier) (qualified_type) (generic_type)])] @type) @definition.variable)]) (#not-eq? @name "_"))
(source_file (var_declaration . (var_spec name: (identifier) @name) .) @definition.variable (#not-eq? @name "_"))
(source_file (var_declaration [(var_spec . name: (identifier) @name . value: (expression_list . (func_literal body: (_) @body) .)) @definition.function (var_spec_list (var_spec . name: (identifier) @name . value: (expression_list . (func_literal body: (_) @body) .)) @definition.function)]))

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
(default_case) @scope.block
(communication_case) @scope.block
; Type parameters, the names of parameters in types of functions.
(type_spec) @scope.block
(type_alias) @scope.block
(method_elem) @scope.block
(function_type) @scope.block

(parameter_declaration name: (identifier) @local type: (_) @local.type)
(variadic_parameter_declaration name: (identifier) @local)
(short_var_declaration left: (expression_list (identifier) @local))
(short_var_declaration left: (expression_list . (identifier) @local .) right: (expression_list . (_) @local.value .))
; `s, err := New()`: the first of what it returns. The index keeps the first type of a result too.
(short_var_declaration left: (expression_list . (identifier) @local . (_)) right: (expression_list . [(call_expression) (type_assertion_expression)] @local.value .))
(range_clause left: (expression_list (identifier) @local) ":=")
(receive_statement left: (expression_list (identifier) @local) ":=")
(type_switch_statement alias: (expression_list (identifier) @local))
(statement_list (var_declaration (var_spec name: (identifier) @local)))
(statement_list (var_declaration (var_spec name: (identifier) @local type: (_) @local.type)))
(statement_list (var_declaration (var_spec name: (identifier) @local value: (expression_list . (_) @local.value .))))
(statement_list (var_declaration (var_spec_list (var_spec name: (identifier) @local))))
(statement_list (var_declaration (var_spec_list (var_spec name: (identifier) @local type: (_) @local.type))))
(statement_list (const_declaration (const_spec (identifier) @local)))
(type_parameter_declaration name: (identifier) @local)
(method_declaration receiver: (parameter_list (parameter_declaration type: [(generic_type type_arguments: (type_arguments (type_elem (type_identifier) @local))) (pointer_type (generic_type type_arguments: (type_arguments (type_elem (type_identifier) @local))))])))
(label_name) @use.none
(package_clause (package_identifier) @use.none)
(import_spec name: (package_identifier) @use.import)

(call_expression function: (identifier) @use.call)
(call_expression function: (selector_expression field: (field_identifier) @use.call))
(call_expression function: (parenthesized_expression (identifier) @use.call))
; `Map[int](x)` is read as a conversion.
(type_conversion_expression type: (generic_type type: [(type_identifier) @use.call (qualified_type name: (type_identifier) @use.call)]))
(call_expression function: (index_expression operand: [(identifier) @use.call (selector_expression field: (field_identifier) @use.call)]))
(assignment_statement left: (expression_list (identifier) @use.write))
(assignment_statement left: (expression_list (selector_expression field: (field_identifier) @use.write)))
(range_clause left: (expression_list (identifier) @use.write) "=")
(range_clause left: (expression_list (selector_expression field: (field_identifier) @use.write)) "=")
(inc_statement (identifier) @use.write)
(dec_statement (identifier) @use.write)
(inc_statement (selector_expression field: (field_identifier) @use.write))
(dec_statement (selector_expression field: (field_identifier) @use.write))
(type_identifier) @use.type
; The keys of maps and arrays are values.
(composite_literal type: [(type_identifier) (qualified_type) (generic_type) (struct_type)] body: (literal_value (keyed_element . (literal_element (identifier) @use.member_key))))
(literal_element (literal_value (keyed_element . (literal_element (identifier) @use.member_key))))

(selector_expression operand: (_) @member.object field: (field_identifier) @member.name)
(qualified_type package: (_) @member.object name: (type_identifier) @member.name)
