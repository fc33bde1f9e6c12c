; TypeScript, TSX, and the scripts of Vue and Svelte.

;;; index

; --- functions ---
(function_declaration name: (identifier) @name body: (_) @body) @definition.function
(function_declaration name: (identifier) @name return_type: (type_annotation [(type_identifier) (generic_type)] @type)) @definition.function
(generator_function_declaration name: (identifier) @name body: (_) @body) @definition.function
(function_signature name: (identifier) @name (#set! signature "true")) @definition.function
(variable_declarator name: (identifier) @name value: [(arrow_function body: (_) @body) (function_expression body: (_) @body) (generator_function body: (_) @body)]) @definition.function

; --- classes and what they hold ---
(class_declaration name: (type_identifier) @name body: (_) @body) @definition.class
(abstract_class_declaration name: (type_identifier) @name body: (_) @body) @definition.class
(_ name: (type_identifier) @name (class_heritage (extends_clause value: (_) @base))) @definition.class
(_ name: (type_identifier) @name (class_heritage (implements_clause (_) @base))) @definition.class
(class_declaration decorator: (decorator) @decorator name: (type_identifier) @name) @definition.class
(method_definition name: (_) @name body: (_) @body) @definition.method
(method_definition name: (property_identifier) @name (#eq? @name "constructor")) @definition.constructor
(method_signature name: (_) @name (#set! signature "true")) @definition.method
(abstract_method_signature name: (_) @name (#set! signature "true")) @definition.method
(public_field_definition name: (_) @name) @definition.field
(public_field_definition name: (_) @name type: (type_annotation [(type_identifier) (generic_type)] @type)) @definition.field
(public_field_definition name: (_) @name value: (new_expression constructor: (identifier) @type)) @definition.field
(public_field_definition name: (_) @name value: [(arrow_function body: (_) @body) (function_expression body: (_) @body)]) @definition.method

; --- types ---
(interface_declaration name: (type_identifier) @name body: (_) @body) @definition.interface
(interface_declaration name: (type_identifier) @name (extends_type_clause type: (_) @base)) @definition.interface
(property_signature name: (_) @name) @definition.property
(property_signature name: (_) @name type: (type_annotation [(type_identifier) (generic_type)] @type)) @definition.property
(type_alias_declaration name: (type_identifier) @name) @definition.type
(enum_declaration name: (identifier) @name body: (_) @body) @definition.enum
(enum_body (property_identifier) @name @definition.enum_member)
(enum_assignment name: (_) @name) @definition.enum_member
(internal_module name: (_) @name body: (_)? @body) @definition.namespace
(module name: (_) @name body: (_)? @body) @definition.module

; --- names at module level ---
(program (lexical_declaration kind: "const" (variable_declarator name: (identifier) @name value: (_)? @value) @definition.constant))
(program (lexical_declaration kind: "let" (variable_declarator name: (identifier) @name) @definition.variable))
(program (variable_declaration (variable_declarator name: (identifier) @name) @definition.variable))
(export_statement declaration: (lexical_declaration kind: "const" (variable_declarator name: (identifier) @name) @definition.constant))
(export_statement declaration: (lexical_declaration kind: "let" (variable_declarator name: (identifier) @name) @definition.variable))

; --- imports and exports ---
(import_statement (import_clause (identifier) @import.default) source: (string) @import.source) @import
(import_statement (import_clause (namespace_import (identifier) @import.namespace)) source: (string) @import.source) @import
(import_statement (import_clause (named_imports (import_specifier name: (_) @import.name alias: (_)? @import.alias))) source: (string) @import.source) @import
(export_statement (export_clause (export_specifier name: (_) @import.name alias: (_)? @import.alias)) source: (string) @import.source) @reexport
(export_statement "*" @import.all source: (string) @import.source) @reexport
(export_statement (namespace_export (_) @import.namespace) source: (string) @import.source) @reexport
(export_statement !source (export_clause (export_specifier name: (_) @export.name alias: (_)? @export.alias)))
(export_statement "default" value: (identifier) @export.default)

;;; uses

(function_declaration) @scope.function
(generator_function_declaration) @scope.function
(function_expression) @scope.function
(arrow_function) @scope.function
(method_definition) @scope.function
(statement_block) @scope.block
(for_statement) @scope.block
(for_in_statement) @scope.block
(catch_clause) @scope.block
(class_declaration) @scope.class

(required_parameter pattern: (identifier) @local)
(optional_parameter pattern: (identifier) @local)
(lexical_declaration (variable_declarator name: (identifier) @local))
(variable_declaration (variable_declarator name: (identifier) @local.function))
(function_declaration name: (identifier) @local.outer)

(call_expression function: (identifier) @use.call)
(call_expression function: (member_expression property: (_) @use.call))
(new_expression constructor: (identifier) @use.call)
(assignment_expression left: (identifier) @use.write)
(type_identifier) @use.type
(member_expression object: (_) @member.object property: (_) @member.name)
(member_expression object: (this) @member.self property: (_) @member.name)
