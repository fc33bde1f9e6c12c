; TypeScript, TSX, and the scripts of Vue and Svelte.

;;; index

; --- functions ---
(function_declaration name: (identifier) @name body: (_) @body) @definition.function
(generator_function_declaration name: (identifier) @name body: (_) @body) @definition.function

; --- properties of object literals at module level whose type is not said: where it is, a key names a member of that
; type. Functions among them are told further down. ---
(program (lexical_declaration (variable_declarator !type value: [(object (pair key: [(property_identifier) (string)] @name) @definition.property) (as_expression . (object (pair key: [(property_identifier) (string)] @name) @definition.property) "const")])))
(export_statement declaration: (lexical_declaration (variable_declarator !type value: [(object (pair key: [(property_identifier) (string)] @name) @definition.property) (as_expression . (object (pair key: [(property_identifier) (string)] @name) @definition.property) "const")])))

; --- names at module level; the statement is the definition where it declares one name only ---

(program (lexical_declaration kind: "const" (variable_declarator name: (identifier) @name) @definition.constant))
(program (lexical_declaration kind: "const" (variable_declarator name: (object_pattern [(shorthand_property_identifier_pattern) @name @definition.constant (object_assignment_pattern left: (shorthand_property_identifier_pattern) @name @definition.constant) (pair_pattern value: [(identifier) @name @definition.constant (assignment_pattern left: (identifier) @name @definition.constant) (object_pattern (shorthand_property_identifier_pattern) @name @definition.constant)]) (rest_pattern (identifier) @name @definition.constant)]))))
(program (lexical_declaration kind: "const" (variable_declarator name: (array_pattern [(identifier) @name @definition.constant (assignment_pattern left: (identifier) @name @definition.constant) (rest_pattern (identifier) @name @definition.constant)]))))
(program (lexical_declaration kind: "let" (variable_declarator name: (identifier) @name) @definition.variable))
(program (lexical_declaration kind: "let" (variable_declarator name: (object_pattern [(shorthand_property_identifier_pattern) @name @definition.variable (object_assignment_pattern left: (shorthand_property_identifier_pattern) @name @definition.variable) (pair_pattern value: [(identifier) @name @definition.variable (assignment_pattern left: (identifier) @name @definition.variable) (object_pattern (shorthand_property_identifier_pattern) @name @definition.variable)]) (rest_pattern (identifier) @name @definition.variable)]))))
(program (lexical_declaration kind: "let" (variable_declarator name: (array_pattern [(identifier) @name @definition.variable (assignment_pattern left: (identifier) @name @definition.variable) (rest_pattern (identifier) @name @definition.variable)]))))
(program (variable_declaration (variable_declarator name: (identifier) @name) @definition.variable))
(program (variable_declaration (variable_declarator name: (object_pattern [(shorthand_property_identifier_pattern) @name @definition.variable (object_assignment_pattern left: (shorthand_property_identifier_pattern) @name @definition.variable) (pair_pattern value: [(identifier) @name @definition.variable (assignment_pattern left: (identifier) @name @definition.variable) (object_pattern (shorthand_property_identifier_pattern) @name @definition.variable)]) (rest_pattern (identifier) @name @definition.variable)]))))
(program (variable_declaration (variable_declarator name: (array_pattern [(identifier) @name @definition.variable (assignment_pattern left: (identifier) @name @definition.variable) (rest_pattern (identifier) @name @definition.variable)]))))
(program (lexical_declaration kind: "const" . (variable_declarator name: (identifier) @name) .) @definition.constant)
(program (lexical_declaration kind: "let" . (variable_declarator name: (identifier) @name) .) @definition.variable)
(program (variable_declaration . (variable_declarator name: (identifier) @name) .) @definition.variable)
(export_statement declaration: (lexical_declaration kind: "const" (variable_declarator name: (identifier) @name) @definition.constant))
(export_statement declaration: (lexical_declaration kind: "const" (variable_declarator name: (object_pattern [(shorthand_property_identifier_pattern) @name @definition.constant (object_assignment_pattern left: (shorthand_property_identifier_pattern) @name @definition.constant) (pair_pattern value: [(identifier) @name @definition.constant (assignment_pattern left: (identifier) @name @definition.constant) (object_pattern (shorthand_property_identifier_pattern) @name @definition.constant)]) (rest_pattern (identifier) @name @definition.constant)]))))
(export_statement declaration: (lexical_declaration kind: "const" (variable_declarator name: (array_pattern [(identifier) @name @definition.constant (assignment_pattern left: (identifier) @name @definition.constant) (rest_pattern (identifier) @name @definition.constant)]))))
(export_statement declaration: (lexical_declaration kind: "let" (variable_declarator name: (identifier) @name) @definition.variable))
(export_statement declaration: (lexical_declaration kind: "let" (variable_declarator name: (object_pattern [(shorthand_property_identifier_pattern) @name @definition.variable (object_assignment_pattern left: (shorthand_property_identifier_pattern) @name @definition.variable) (pair_pattern value: [(identifier) @name @definition.variable (assignment_pattern left: (identifier) @name @definition.variable) (object_pattern (shorthand_property_identifier_pattern) @name @definition.variable)]) (rest_pattern (identifier) @name @definition.variable)]))))
(export_statement declaration: (lexical_declaration kind: "let" (variable_declarator name: (array_pattern [(identifier) @name @definition.variable (assignment_pattern left: (identifier) @name @definition.variable) (rest_pattern (identifier) @name @definition.variable)]))))
(export_statement declaration: (variable_declaration (variable_declarator name: (identifier) @name) @definition.variable))
(export_statement declaration: (variable_declaration (variable_declarator name: (object_pattern [(shorthand_property_identifier_pattern) @name @definition.variable (object_assignment_pattern left: (shorthand_property_identifier_pattern) @name @definition.variable) (pair_pattern value: [(identifier) @name @definition.variable (assignment_pattern left: (identifier) @name @definition.variable) (object_pattern (shorthand_property_identifier_pattern) @name @definition.variable)]) (rest_pattern (identifier) @name @definition.variable)]))))
(export_statement declaration: (variable_declaration (variable_declarator name: (array_pattern [(identifier) @name @definition.variable (assignment_pattern left: (identifier) @name @definition.variable) (rest_pattern (identifier) @name @definition.variable)]))))
(export_statement declaration: (lexical_declaration kind: "const" . (variable_declarator name: (identifier) @name) .)) @definition.constant
(export_statement declaration: (lexical_declaration kind: "let" . (variable_declarator name: (identifier) @name) .)) @definition.variable
(export_statement declaration: (variable_declaration . (variable_declarator name: (identifier) @name) .)) @definition.variable
(ambient_declaration (lexical_declaration kind: "const" (variable_declarator name: (identifier) @name) @definition.constant))
(ambient_declaration (lexical_declaration kind: "const" (variable_declarator name: (object_pattern [(shorthand_property_identifier_pattern) @name @definition.constant (object_assignment_pattern left: (shorthand_property_identifier_pattern) @name @definition.constant) (pair_pattern value: [(identifier) @name @definition.constant (assignment_pattern left: (identifier) @name @definition.constant) (object_pattern (shorthand_property_identifier_pattern) @name @definition.constant)]) (rest_pattern (identifier) @name @definition.constant)]))))
(ambient_declaration (lexical_declaration kind: "const" (variable_declarator name: (array_pattern [(identifier) @name @definition.constant (assignment_pattern left: (identifier) @name @definition.constant) (rest_pattern (identifier) @name @definition.constant)]))))
(ambient_declaration (lexical_declaration kind: "let" (variable_declarator name: (identifier) @name) @definition.variable))
(ambient_declaration (lexical_declaration kind: "let" (variable_declarator name: (object_pattern [(shorthand_property_identifier_pattern) @name @definition.variable (object_assignment_pattern left: (shorthand_property_identifier_pattern) @name @definition.variable) (pair_pattern value: [(identifier) @name @definition.variable (assignment_pattern left: (identifier) @name @definition.variable) (object_pattern (shorthand_property_identifier_pattern) @name @definition.variable)]) (rest_pattern (identifier) @name @definition.variable)]))))
(ambient_declaration (lexical_declaration kind: "let" (variable_declarator name: (array_pattern [(identifier) @name @definition.variable (assignment_pattern left: (identifier) @name @definition.variable) (rest_pattern (identifier) @name @definition.variable)]))))
(ambient_declaration (variable_declaration (variable_declarator name: (identifier) @name) @definition.variable))
(ambient_declaration (variable_declaration (variable_declarator name: (object_pattern [(shorthand_property_identifier_pattern) @name @definition.variable (object_assignment_pattern left: (shorthand_property_identifier_pattern) @name @definition.variable) (pair_pattern value: [(identifier) @name @definition.variable (assignment_pattern left: (identifier) @name @definition.variable) (object_pattern (shorthand_property_identifier_pattern) @name @definition.variable)]) (rest_pattern (identifier) @name @definition.variable)]))))
(ambient_declaration (variable_declaration (variable_declarator name: (array_pattern [(identifier) @name @definition.variable (assignment_pattern left: (identifier) @name @definition.variable) (rest_pattern (identifier) @name @definition.variable)]))))
(ambient_declaration (lexical_declaration kind: "const" . (variable_declarator name: (identifier) @name) .) @definition.constant)
(ambient_declaration (lexical_declaration kind: "let" . (variable_declarator name: (identifier) @name) .) @definition.variable)
(ambient_declaration (variable_declaration . (variable_declarator name: (identifier) @name) .) @definition.variable)
(internal_module body: (statement_block (lexical_declaration kind: "const" (variable_declarator name: (identifier) @name) @definition.constant)))
(internal_module body: (statement_block (lexical_declaration kind: "const" (variable_declarator name: (object_pattern [(shorthand_property_identifier_pattern) @name @definition.constant (object_assignment_pattern left: (shorthand_property_identifier_pattern) @name @definition.constant) (pair_pattern value: [(identifier) @name @definition.constant (assignment_pattern left: (identifier) @name @definition.constant) (object_pattern (shorthand_property_identifier_pattern) @name @definition.constant)]) (rest_pattern (identifier) @name @definition.constant)])))))
(internal_module body: (statement_block (lexical_declaration kind: "const" (variable_declarator name: (array_pattern [(identifier) @name @definition.constant (assignment_pattern left: (identifier) @name @definition.constant) (rest_pattern (identifier) @name @definition.constant)])))))
(internal_module body: (statement_block (lexical_declaration kind: "let" (variable_declarator name: (identifier) @name) @definition.variable)))
(internal_module body: (statement_block (lexical_declaration kind: "let" (variable_declarator name: (object_pattern [(shorthand_property_identifier_pattern) @name @definition.variable (object_assignment_pattern left: (shorthand_property_identifier_pattern) @name @definition.variable) (pair_pattern value: [(identifier) @name @definition.variable (assignment_pattern left: (identifier) @name @definition.variable) (object_pattern (shorthand_property_identifier_pattern) @name @definition.variable)]) (rest_pattern (identifier) @name @definition.variable)])))))
(internal_module body: (statement_block (lexical_declaration kind: "let" (variable_declarator name: (array_pattern [(identifier) @name @definition.variable (assignment_pattern left: (identifier) @name @definition.variable) (rest_pattern (identifier) @name @definition.variable)])))))
(internal_module body: (statement_block (variable_declaration (variable_declarator name: (identifier) @name) @definition.variable)))
(internal_module body: (statement_block (variable_declaration (variable_declarator name: (object_pattern [(shorthand_property_identifier_pattern) @name @definition.variable (object_assignment_pattern left: (shorthand_property_identifier_pattern) @name @definition.variable) (pair_pattern value: [(identifier) @name @definition.variable (assignment_pattern left: (identifier) @name @definition.variable) (object_pattern (shorthand_property_identifier_pattern) @name @definition.variable)]) (rest_pattern (identifier) @name @definition.variable)])))))
(internal_module body: (statement_block (variable_declaration (variable_declarator name: (array_pattern [(identifier) @name @definition.variable (assignment_pattern left: (identifier) @name @definition.variable) (rest_pattern (identifier) @name @definition.variable)])))))
(internal_module body: (statement_block (lexical_declaration kind: "const" . (variable_declarator name: (identifier) @name) .) @definition.constant))
(internal_module body: (statement_block (lexical_declaration kind: "let" . (variable_declarator name: (identifier) @name) .) @definition.variable))
(internal_module body: (statement_block (variable_declaration . (variable_declarator name: (identifier) @name) .) @definition.variable))
(module body: (statement_block (lexical_declaration kind: "const" (variable_declarator name: (identifier) @name) @definition.constant)))
(module body: (statement_block (lexical_declaration kind: "const" (variable_declarator name: (object_pattern [(shorthand_property_identifier_pattern) @name @definition.constant (object_assignment_pattern left: (shorthand_property_identifier_pattern) @name @definition.constant) (pair_pattern value: [(identifier) @name @definition.constant (assignment_pattern left: (identifier) @name @definition.constant) (object_pattern (shorthand_property_identifier_pattern) @name @definition.constant)]) (rest_pattern (identifier) @name @definition.constant)])))))
(module body: (statement_block (lexical_declaration kind: "const" (variable_declarator name: (array_pattern [(identifier) @name @definition.constant (assignment_pattern left: (identifier) @name @definition.constant) (rest_pattern (identifier) @name @definition.constant)])))))
(module body: (statement_block (lexical_declaration kind: "let" (variable_declarator name: (identifier) @name) @definition.variable)))
(module body: (statement_block (lexical_declaration kind: "let" (variable_declarator name: (object_pattern [(shorthand_property_identifier_pattern) @name @definition.variable (object_assignment_pattern left: (shorthand_property_identifier_pattern) @name @definition.variable) (pair_pattern value: [(identifier) @name @definition.variable (assignment_pattern left: (identifier) @name @definition.variable) (object_pattern (shorthand_property_identifier_pattern) @name @definition.variable)]) (rest_pattern (identifier) @name @definition.variable)])))))
(module body: (statement_block (lexical_declaration kind: "let" (variable_declarator name: (array_pattern [(identifier) @name @definition.variable (assignment_pattern left: (identifier) @name @definition.variable) (rest_pattern (identifier) @name @definition.variable)])))))
(module body: (statement_block (variable_declaration (variable_declarator name: (identifier) @name) @definition.variable)))
(module body: (statement_block (variable_declaration (variable_declarator name: (object_pattern [(shorthand_property_identifier_pattern) @name @definition.variable (object_assignment_pattern left: (shorthand_property_identifier_pattern) @name @definition.variable) (pair_pattern value: [(identifier) @name @definition.variable (assignment_pattern left: (identifier) @name @definition.variable) (object_pattern (shorthand_property_identifier_pattern) @name @definition.variable)]) (rest_pattern (identifier) @name @definition.variable)])))))
(module body: (statement_block (variable_declaration (variable_declarator name: (array_pattern [(identifier) @name @definition.variable (assignment_pattern left: (identifier) @name @definition.variable) (rest_pattern (identifier) @name @definition.variable)])))))
(module body: (statement_block (lexical_declaration kind: "const" . (variable_declarator name: (identifier) @name) .) @definition.constant))
(module body: (statement_block (lexical_declaration kind: "let" . (variable_declarator name: (identifier) @name) .) @definition.variable))
(module body: (statement_block (variable_declaration . (variable_declarator name: (identifier) @name) .) @definition.variable))

; --- functions and classes bound to names ---
(variable_declarator name: (identifier) @name value: [(arrow_function body: (_) @body) (function_expression body: (_) @body) (generator_function body: (_) @body)]) @definition.function
(lexical_declaration . (variable_declarator name: (identifier) @name value: [(arrow_function body: (_) @body) (function_expression body: (_) @body) (generator_function body: (_) @body)]) .) @definition.function
(export_statement declaration: (lexical_declaration . (variable_declarator name: (identifier) @name value: [(arrow_function body: (_) @body) (function_expression body: (_) @body) (generator_function body: (_) @body)]) .)) @definition.function
(variable_declarator name: (identifier) @name value: (class body: (_) @body)) @definition.class
(lexical_declaration . (variable_declarator name: (identifier) @name value: (class body: (_) @body)) .) @definition.class
(export_statement declaration: (lexical_declaration . (variable_declarator name: (identifier) @name value: (class body: (_) @body)) .)) @definition.class
(pair key: (_) @name value: [(arrow_function body: (_) @body) (function_expression body: (_) @body) (generator_function body: (_) @body)]) @definition.method

; --- classes and what they hold ---
(class_declaration name: (type_identifier) @name body: (_) @body) @definition.class
(class_declaration decorator: (decorator) @decorator name: (type_identifier) @name) @definition.class
(method_definition name: (_) @name body: (_) @body) @definition.method
(method_definition name: (property_identifier) @name (#eq? @name "constructor")) @definition.constructor
(public_field_definition name: (_) @name) @definition.field
(public_field_definition decorator: (decorator) @decorator name: (_) @name) @definition.field
(public_field_definition name: (_) @name value: (new_expression constructor: (identifier) @type)) @definition.field
(public_field_definition name: (_) @name value: [(arrow_function body: (_) @body) (function_expression body: (_) @body)]) @definition.method
(program (lexical_declaration kind: "const" . (variable_declarator name: (identifier) @name value: (new_expression constructor: (identifier) @type)) .) @definition.constant)
(export_statement declaration: (lexical_declaration kind: "const" . (variable_declarator name: (identifier) @name value: (new_expression constructor: (identifier) @type)) .)) @definition.constant

; --- test cases ---
(call_expression function: [(identifier) @_test (member_expression object: (identifier) @_test) (call_expression function: (member_expression object: (identifier) @_test))] arguments: (arguments . [(string) (template_string)] @name) (#any-of? @_test "test" "it" "describe" "suite" "bench" "context" "specify" "fit" "xit" "fdescribe" "xdescribe" "xtest")) @definition.test

; --- default exports without a name ---
(export_statement "default" value: [(object) (array) (call_expression) (new_expression) (string) (number) (template_string) (await_expression) (binary_expression) (member_expression)] (#set! name "default") (#set! default "true") (#set! exported "true")) @definition.constant
(export_statement "default" value: (arrow_function body: (_) @body) (#set! name "default") (#set! default "true") (#set! exported "true")) @definition.function
(export_statement "default" value: (function_expression !name body: (_) @body) (#set! name "default") (#set! default "true") (#set! exported "true")) @definition.function
(export_statement "default" value: (generator_function !name body: (_) @body) (#set! name "default") (#set! default "true") (#set! exported "true")) @definition.function
(export_statement "default" value: (class !name body: (_) @body) (#set! name "default") (#set! default "true") (#set! exported "true")) @definition.class
(export_statement "default" value: (class !name (class_heritage [(extends_clause value: (_) @base) (implements_clause (_) @base)])) (#set! name "default") (#set! default "true") (#set! exported "true")) @definition.class
(export_statement "default" value: (function_expression name: (identifier) @name body: (_) @body) (#set! default "true")) @definition.function
(export_statement "default" value: (class name: (type_identifier) @name body: (_) @body) (#set! default "true")) @definition.class

; --- CommonJS ---
(assignment_expression left: (member_expression object: (identifier) @_o property: (property_identifier) @_e) right: (object [(shorthand_property_identifier) @export.name (pair key: (property_identifier) @export.alias value: (identifier) @export.name)]) (#eq? @_o "module") (#eq? @_e "exports"))
(assignment_expression left: (member_expression object: (identifier) @_o property: (property_identifier) @_e) right: (identifier) @export.default (#eq? @_o "module") (#eq? @_e "exports"))
(assignment_expression left: (member_expression object: (identifier) @_o property: (property_identifier) @_e) right: [(arrow_function body: (_) @body) (function_expression body: (_) @body) (generator_function body: (_) @body)] (#eq? @_o "module") (#eq? @_e "exports") (#set! name "default") (#set! default "true") (#set! exported "true")) @definition.function
(assignment_expression left: (member_expression object: (identifier) @_o property: (property_identifier) @_e) right: (class body: (_) @body) (#eq? @_o "module") (#eq? @_e "exports") (#set! name "default") (#set! default "true") (#set! exported "true")) @definition.class
(assignment_expression left: (member_expression object: (identifier) @_o property: (property_identifier) @export.alias) right: (identifier) @export.name (#eq? @_o "exports"))
(assignment_expression left: (member_expression object: (identifier) @_o property: (property_identifier) @name) right: [(call_expression) (object) (string) (number) (array) (new_expression) (true) (false)] (#eq? @_o "exports") (#set! exported "true")) @definition.constant
(assignment_expression left: (member_expression object: (identifier) @_o property: (property_identifier) @name) right: [(arrow_function body: (_) @body) (function_expression body: (_) @body) (generator_function body: (_) @body)] (#eq? @_o "exports") (#set! exported "true")) @definition.function
(assignment_expression left: (member_expression object: (identifier) @_o property: (property_identifier) @name) right: (class body: (_) @body) (#eq? @_o "exports") (#set! exported "true")) @definition.class
(assignment_expression left: (member_expression object: (member_expression object: (identifier) @_o property: (property_identifier) @_e) property: (property_identifier) @export.alias) right: (identifier) @export.name (#eq? @_o "module") (#eq? @_e "exports"))
(assignment_expression left: (member_expression object: (member_expression object: (identifier) @_o property: (property_identifier) @_e) property: (property_identifier) @name) right: [(arrow_function body: (_) @body) (function_expression body: (_) @body) (generator_function body: (_) @body)] (#eq? @_o "module") (#eq? @_e "exports") (#set! exported "true")) @definition.function
(assignment_expression left: (member_expression object: (member_expression object: (_) @holder property: (property_identifier) @_p) property: (property_identifier) @name) right: [(arrow_function body: (_) @body) (function_expression body: (_) @body) (generator_function body: (_) @body)] (#eq? @_p "prototype")) @definition.method
(variable_declarator name: (identifier) @import.namespace value: (call_expression function: (identifier) @_r arguments: (arguments . (string) @import.source)) (#eq? @_r "require")) @import
(variable_declarator name: (object_pattern [(shorthand_property_identifier_pattern) @import.name (pair_pattern key: (property_identifier) @import.name value: (identifier) @import.alias)]) value: (call_expression function: (identifier) @_r arguments: (arguments . (string) @import.source)) (#eq? @_r "require")) @import
(variable_declarator name: (identifier) @import.alias value: (member_expression object: (call_expression function: (identifier) @_r arguments: (arguments . (string) @import.source)) property: (property_identifier) @import.name) (#eq? @_r "require")) @import
(expression_statement (call_expression function: (identifier) @_r arguments: (arguments . (string) @import.source)) (#eq? @_r "require")) @import

; --- imports and exports ---
(import_statement . source: (string) @import.source) @import
(import_statement (import_clause (identifier) @import.default) source: (string) @import.source) @import
(import_statement (import_clause (namespace_import (identifier) @import.namespace)) source: (string) @import.source) @import
(import_statement (import_clause (named_imports (import_specifier name: (_) @import.name alias: (_)? @import.alias))) source: (string) @import.source) @import
(call_expression function: (import) arguments: (arguments . (string) @import.source)) @import
(variable_declarator name: (identifier) @import.namespace value: (await_expression (call_expression function: (import) arguments: (arguments . (string) @import.source)))) @import
(variable_declarator name: (object_pattern [(shorthand_property_identifier_pattern) @import.name (pair_pattern key: (property_identifier) @import.name value: (identifier) @import.alias)]) value: (await_expression (call_expression function: (import) arguments: (arguments . (string) @import.source)))) @import
(export_statement (export_clause (export_specifier name: _ @import.name alias: _? @import.alias)) source: (string) @import.source) @reexport
(export_statement "*" @import.all source: (string) @import.source) @reexport
(export_statement (namespace_export (_) @import.namespace) source: (string) @import.source) @reexport
(export_statement !source (export_clause (export_specifier name: (_) @export.name alias: (_)? @export.alias)))
(export_statement "default" value: (identifier) @export.default)

; --- what only TypeScript has ---
(function_declaration name: (identifier) @name return_type: (type_annotation [(type_identifier) (generic_type)] @type)) @definition.function
(function_signature name: (identifier) @name (#set! signature "true")) @definition.function
(abstract_class_declaration name: (type_identifier) @name body: (_) @body) @definition.class
(abstract_class_declaration decorator: (decorator) @decorator name: (type_identifier) @name) @definition.class
(class_declaration name: (type_identifier) @name (class_heritage (extends_clause value: (_) @base))) @definition.class
(class_declaration name: (type_identifier) @name (class_heritage (implements_clause (_) @base))) @definition.class
(abstract_class_declaration name: (type_identifier) @name (class_heritage (extends_clause value: (_) @base))) @definition.class
(abstract_class_declaration name: (type_identifier) @name (class_heritage (implements_clause (_) @base))) @definition.class
(variable_declarator name: (identifier) @name value: (class (class_heritage [(extends_clause value: (_) @base) (implements_clause (_) @base)]) body: (_) @body)) @definition.class
(method_signature name: (_) @name (#set! signature "true")) @definition.method
(abstract_method_signature name: (_) @name (#set! signature "true")) @definition.method
(method_definition name: (_) @name return_type: (type_annotation [(type_identifier) (generic_type)] @type) body: (_) @body) @definition.method
(public_field_definition name: (_) @name type: (type_annotation [(type_identifier) (generic_type)] @type)) @definition.field
(required_parameter (accessibility_modifier) pattern: (identifier) @name) @definition.field
(required_parameter "readonly" pattern: (identifier) @name) @definition.field
(required_parameter (accessibility_modifier) pattern: (identifier) @name type: (type_annotation [(type_identifier) (generic_type)] @type)) @definition.field
(optional_parameter (accessibility_modifier) pattern: (identifier) @name) @definition.field
(program (lexical_declaration kind: "const" . (variable_declarator name: (identifier) @name type: (type_annotation [(type_identifier) (generic_type)] @type)) .) @definition.constant)
(export_statement declaration: (lexical_declaration kind: "const" . (variable_declarator name: (identifier) @name type: (type_annotation [(type_identifier) (generic_type)] @type)) .)) @definition.constant
(interface_declaration name: (type_identifier) @name body: (_) @body) @definition.interface
(interface_declaration name: (type_identifier) @name (extends_type_clause type: (_) @base)) @definition.interface
(property_signature name: (_) @name) @definition.property
(property_signature name: (_) @name type: (type_annotation [(type_identifier) (generic_type)] @type)) @definition.property
(type_alias_declaration name: (type_identifier) @name) @definition.type
(enum_declaration name: (identifier) @name body: (_) @body) @definition.enum
(enum_body name: [(property_identifier) (string)] @name @definition.enum_member)
(enum_assignment name: (_) @name) @definition.enum_member
(internal_module name: (_) @name body: (_)? @body) @definition.namespace
(module name: (_) @name body: (_)? @body) @definition.module
(import_statement (import_require_clause (identifier) @import.namespace source: (string) @import.source)) @import
(import_alias . (identifier) @name) @definition.constant
(export_statement "=" (identifier) @export.default)
(export_statement declaration: (function_declaration name: (identifier) @name body: (_) @body) @definition.function) @outer
(export_statement "default" declaration: (function_declaration name: (identifier) @name) @definition.function (#set! default "true")) @outer
(export_statement declaration: (generator_function_declaration name: (identifier) @name body: (_) @body) @definition.function) @outer
(export_statement "default" declaration: (generator_function_declaration name: (identifier) @name) @definition.function (#set! default "true")) @outer
(export_statement declaration: (function_signature name: (identifier) @name) @definition.function) @outer
(export_statement "default" declaration: (function_signature name: (identifier) @name) @definition.function (#set! default "true")) @outer
(export_statement declaration: (class_declaration name: (type_identifier) @name body: (_) @body) @definition.class) @outer
(export_statement "default" declaration: (class_declaration name: (type_identifier) @name) @definition.class (#set! default "true")) @outer
(export_statement declaration: (abstract_class_declaration name: (type_identifier) @name body: (_) @body) @definition.class) @outer
(export_statement "default" declaration: (abstract_class_declaration name: (type_identifier) @name) @definition.class (#set! default "true")) @outer
(export_statement declaration: (interface_declaration name: (type_identifier) @name body: (_) @body) @definition.interface) @outer
(export_statement "default" declaration: (interface_declaration name: (type_identifier) @name) @definition.interface (#set! default "true")) @outer
(export_statement declaration: (type_alias_declaration name: (type_identifier) @name) @definition.type) @outer
(export_statement declaration: (enum_declaration name: (identifier) @name body: (_) @body) @definition.enum) @outer
(export_statement declaration: (internal_module name: (_) @name body: (_) @body) @definition.namespace) @outer
(export_statement decorator: (decorator) @decorator declaration: (class_declaration name: (type_identifier) @name) @definition.class) @outer
(export_statement decorator: (decorator) @decorator declaration: (abstract_class_declaration name: (type_identifier) @name) @definition.class) @outer

;;; uses

(function_declaration) @scope.function
(generator_function_declaration) @scope.function
(function_expression) @scope.function
(generator_function) @scope.function
(arrow_function) @scope.function
(method_definition) @scope.function
(class_static_block) @scope.function
(statement_block) @scope.block
(for_statement) @scope.block
(for_in_statement) @scope.block
(switch_body) @scope.block
(catch_clause) @scope.block
(class_declaration) @scope.class
(class) @scope.class

; --- what binds names ---
(arrow_function parameter: (identifier) @local)
(lexical_declaration (variable_declarator name: (identifier) @local))
(lexical_declaration (variable_declarator name: (identifier) @local value: (_) @local.value))
(variable_declaration (variable_declarator name: (identifier) @local.function))
(variable_declaration (variable_declarator name: (identifier) @local.function value: (_) @local.value))
(lexical_declaration (variable_declarator name: (array_pattern (identifier) @local)))
(variable_declaration (variable_declarator name: (array_pattern (identifier) @local.function)))
(array_pattern (identifier) @local)
(shorthand_property_identifier_pattern) @local
(pair_pattern value: (identifier) @local)
(rest_pattern (identifier) @local)
(assignment_pattern left: (identifier) @local)
(for_in_statement kind: ["const" "let"] left: (identifier) @local)
(for_in_statement kind: "var" left: (identifier) @local.function)
(catch_clause parameter: (identifier) @local)
(function_declaration name: (identifier) @local.outer)
(generator_function_declaration name: (identifier) @local.outer)
(function_expression name: (identifier) @local)
(generator_function name: (identifier) @local)
(class_declaration name: (type_identifier) @local.outer)
(class name: (type_identifier) @local)
(import_clause (identifier) @use.import)
(namespace_import (identifier) @use.import)
(import_specifier name: (_) @use.import)
(import_specifier alias: (_) @use.import)
(export_specifier name: (_) @use.import)
(export_specifier alias: (_) @use.import)
(namespace_export (_) @use.import)

; --- kinds of use ---
(call_expression function: (identifier) @use.call)
(call_expression function: (member_expression property: (_) @use.call))
(call_expression function: (await_expression (identifier) @use.call))
(new_expression constructor: (identifier) @use.call)
(new_expression constructor: (member_expression property: (_) @use.call))
(decorator (identifier) @use.call)
(assignment_expression left: (identifier) @use.write)
(assignment_expression left: (member_expression property: (_) @use.write))
(assignment_expression left: (array_pattern (identifier) @use.write))
(assignment_expression left: (object_pattern (shorthand_property_identifier_pattern) @use.write))
(augmented_assignment_expression left: (identifier) @use.write)
(augmented_assignment_expression left: (member_expression property: (_) @use.write))
(update_expression argument: (identifier) @use.write)
(update_expression argument: (member_expression property: (_) @use.write))
(for_in_statement !kind left: (identifier) @use.write)
(pair key: (property_identifier) @use.member_key)
(pair_pattern key: (property_identifier) @use.member_key)
(statement_identifier) @use.none
(meta_property) @use.none

; --- members ---
(member_expression object: (_) @member.object property: (_) @member.name)
(member_expression object: [(this) (super)] @member.self property: (_) @member.name)

; --- what only TypeScript has ---
(abstract_class_declaration) @scope.class
(interface_declaration) @scope.class
(type_alias_declaration) @scope.block
(function_signature) @scope.function
(method_signature) @scope.function
(abstract_method_signature) @scope.function
(call_signature) @scope.function
(construct_signature) @scope.function
(function_type) @scope.function
(constructor_type) @scope.function
(required_parameter pattern: (identifier) @local)
(required_parameter pattern: (rest_pattern (identifier) @local))
(required_parameter pattern: (identifier) @local type: (type_annotation [(type_identifier) (generic_type) (predefined_type)] @local.type))
(required_parameter pattern: (identifier) @local value: (_) @local.value)
(optional_parameter pattern: (identifier) @local)
(optional_parameter pattern: (identifier) @local type: (type_annotation [(type_identifier) (generic_type) (predefined_type)] @local.type))
(lexical_declaration (variable_declarator name: (identifier) @local type: (type_annotation [(type_identifier) (generic_type)] @local.type)))
(abstract_class_declaration name: (type_identifier) @local.outer)
(interface_declaration name: (type_identifier) @local.outer)
(type_alias_declaration name: (type_identifier) @local.outer)
(enum_declaration name: (identifier) @local)
(function_signature name: (identifier) @local.outer)
(type_parameter name: (type_identifier) @local)
(mapped_type_clause name: (type_identifier) @local)
(infer_type (type_identifier) @local)
(type_identifier) @use.type
(nested_type_identifier module: (identifier) @use.type)
(nested_type_identifier module: (_) @member.object name: (_) @member.name)
(extends_clause value: (identifier) @use.type)
(type_query (identifier) @use.type)
(import_require_clause (identifier) @use.import)

;;; uses tsx

(jsx_opening_element name: (identifier) @use.call (#match? @use.call "^[A-Z_$]"))
(jsx_self_closing_element name: (identifier) @use.call (#match? @use.call "^[A-Z_$]"))
(jsx_opening_element name: (identifier) @use.none (#match? @use.none "^[a-z]"))
(jsx_closing_element name: (identifier) @use.none (#match? @use.none "^[a-z]"))
(jsx_self_closing_element name: (identifier) @use.none (#match? @use.none "^[a-z]"))
(jsx_attribute (property_identifier) @use.member_key)
