; Rust. A method belongs to the type of its impl; what stands in the body of a macro is no definition.

;;; index

; --- attributes, whatever stands between them and what they are on; the kinds are told below ---
((attribute_item) @decorator . [(attribute_item) (line_comment) (block_comment)]* . [(function_item name: (identifier) @name) (function_signature_item name: (identifier) @name)] @definition.function)
((attribute_item) @decorator . [(attribute_item) (line_comment) (block_comment)]* . [(struct_item name: (type_identifier) @name) (union_item name: (type_identifier) @name) (enum_item name: (type_identifier) @name) (trait_item name: (type_identifier) @name) (type_item name: (type_identifier) @name)] @definition.type)
((attribute_item) @decorator . [(attribute_item) (line_comment) (block_comment)]* . (field_declaration name: (field_identifier) @name) @definition.field)
((attribute_item) @decorator . [(attribute_item) (line_comment) (block_comment)]* . (enum_variant name: (identifier) @name) @definition.enum_member)
((attribute_item) @decorator . [(attribute_item) (line_comment) (block_comment)]* . (mod_item name: (identifier) @name body: (_)) @definition.module)
((attribute_item) @decorator . [(attribute_item) (line_comment) (block_comment)]* . (macro_definition name: (identifier) @name) @definition.macro)
((attribute_item) @decorator . [(attribute_item) (line_comment) (block_comment)]* . (macro_definition name: (identifier) @name) @definition.macro (#match? @decorator "^#\\[macro_export\\b") (#set! exported "true"))

(function_item name: (identifier) @name) @definition.function
(function_item name: (identifier) @name return_type: [(type_identifier) @type (scoped_type_identifier) @type (generic_type) @type (reference_type type: [(type_identifier) (scoped_type_identifier) (generic_type) (dynamic_type)] @type)]) @definition.function
(function_item name: (identifier) @name return_type: (generic_type type: (type_identifier) @_wrapper type_arguments: (type_arguments . [(type_identifier) (scoped_type_identifier) (dynamic_type) (reference_type type: (type_identifier))] @type)) (#any-of? @_wrapper "Box" "Rc" "Arc" "RefCell" "Option" "Result")) @definition.function
(function_item name: (identifier) @name return_type: (generic_type type: (type_identifier) @_wrapper type_arguments: (type_arguments . (generic_type type: (type_identifier) @_inner type_arguments: (type_arguments . [(type_identifier) (scoped_type_identifier) (dynamic_type)] @type)))) (#any-of? @_wrapper "Box" "Rc" "Arc" "RefCell" "Option" "Result") (#any-of? @_inner "Box" "Rc" "Arc" "RefCell" "Option" "Result")) @definition.function
(function_signature_item name: (identifier) @name (#set! signature "true")) @definition.function
(function_signature_item name: (identifier) @name return_type: [(type_identifier) @type (scoped_type_identifier) @type (generic_type) @type (reference_type type: [(type_identifier) (scoped_type_identifier) (generic_type) (dynamic_type)] @type)] (#set! signature "true")) @definition.function
(function_signature_item name: (identifier) @name return_type: (generic_type type: (type_identifier) @_wrapper type_arguments: (type_arguments . [(type_identifier) (scoped_type_identifier) (dynamic_type) (reference_type type: (type_identifier))] @type)) (#any-of? @_wrapper "Box" "Rc" "Arc" "RefCell" "Option" "Result") (#set! signature "true")) @definition.function
(function_signature_item name: (identifier) @name return_type: (generic_type type: (type_identifier) @_wrapper type_arguments: (type_arguments . (generic_type type: (type_identifier) @_inner type_arguments: (type_arguments . [(type_identifier) (scoped_type_identifier) (dynamic_type)] @type)))) (#any-of? @_wrapper "Box" "Rc" "Arc" "RefCell" "Option" "Result") (#any-of? @_inner "Box" "Rc" "Arc" "RefCell" "Option" "Result") (#set! signature "true")) @definition.function
(function_item name: (identifier) @name body: (_) @body) @definition.function
(impl_item body: (declaration_list (function_item name: (identifier) @name) @definition.method))
(trait_item body: (declaration_list (function_item name: (identifier) @name) @definition.method))
(trait_item body: (declaration_list (function_signature_item name: (identifier) @name (#set! signature "true")) @definition.method))

(struct_item name: (type_identifier) @name) @definition.struct
(struct_item name: (type_identifier) @name body: (field_declaration_list) @body) @definition.struct
(union_item name: (type_identifier) @name body: (_) @body) @definition.union
(enum_item name: (type_identifier) @name body: (_) @body) @definition.enum
(enum_variant name: (identifier) @name) @definition.enum_member
(field_declaration name: (field_identifier) @name) @definition.field
(field_declaration name: (field_identifier) @name type: [(type_identifier) @type (scoped_type_identifier) @type (generic_type) @type (reference_type type: [(type_identifier) (scoped_type_identifier) (generic_type) (dynamic_type)] @type)]) @definition.field
(field_declaration name: (field_identifier) @name type: (generic_type type: (type_identifier) @_wrapper type_arguments: (type_arguments . [(type_identifier) (scoped_type_identifier) (dynamic_type) (reference_type type: (type_identifier))] @type)) (#any-of? @_wrapper "Box" "Rc" "Arc" "RefCell" "Option" "Result")) @definition.field
(field_declaration name: (field_identifier) @name type: (generic_type type: (type_identifier) @_wrapper type_arguments: (type_arguments . (generic_type type: (type_identifier) @_inner type_arguments: (type_arguments . [(type_identifier) (scoped_type_identifier) (dynamic_type)] @type)))) (#any-of? @_wrapper "Box" "Rc" "Arc" "RefCell" "Option" "Result") (#any-of? @_inner "Box" "Rc" "Arc" "RefCell" "Option" "Result")) @definition.field
(static_item name: (identifier) @name) @definition.variable
(static_item name: (identifier) @name type: [(type_identifier) @type (scoped_type_identifier) @type (generic_type) @type (reference_type type: [(type_identifier) (scoped_type_identifier) (generic_type) (dynamic_type)] @type)]) @definition.variable
(static_item name: (identifier) @name type: (generic_type type: (type_identifier) @_wrapper type_arguments: (type_arguments . [(type_identifier) (scoped_type_identifier) (dynamic_type) (reference_type type: (type_identifier))] @type)) (#any-of? @_wrapper "Box" "Rc" "Arc" "RefCell" "Option" "Result")) @definition.variable
(static_item name: (identifier) @name type: (generic_type type: (type_identifier) @_wrapper type_arguments: (type_arguments . (generic_type type: (type_identifier) @_inner type_arguments: (type_arguments . [(type_identifier) (scoped_type_identifier) (dynamic_type)] @type)))) (#any-of? @_wrapper "Box" "Rc" "Arc" "RefCell" "Option" "Result") (#any-of? @_inner "Box" "Rc" "Arc" "RefCell" "Option" "Result")) @definition.variable
(const_item name: (identifier) @name) @definition.constant
(const_item name: (identifier) @name type: [(type_identifier) @type (scoped_type_identifier) @type (generic_type) @type (reference_type type: [(type_identifier) (scoped_type_identifier) (generic_type) (dynamic_type)] @type)]) @definition.constant
(const_item name: (identifier) @name type: (generic_type type: (type_identifier) @_wrapper type_arguments: (type_arguments . [(type_identifier) (scoped_type_identifier) (dynamic_type) (reference_type type: (type_identifier))] @type)) (#any-of? @_wrapper "Box" "Rc" "Arc" "RefCell" "Option" "Result")) @definition.constant
(const_item name: (identifier) @name type: (generic_type type: (type_identifier) @_wrapper type_arguments: (type_arguments . (generic_type type: (type_identifier) @_inner type_arguments: (type_arguments . [(type_identifier) (scoped_type_identifier) (dynamic_type)] @type)))) (#any-of? @_wrapper "Box" "Rc" "Arc" "RefCell" "Option" "Result") (#any-of? @_inner "Box" "Rc" "Arc" "RefCell" "Option" "Result")) @definition.constant
(trait_item name: (type_identifier) @name body: (_) @body) @definition.trait
(trait_item name: (type_identifier) @name bounds: (trait_bounds [(type_identifier) @base (scoped_type_identifier name: (type_identifier) @base) (generic_type type: [(type_identifier) @base (scoped_type_identifier name: (type_identifier) @base)])])) @definition.trait
(impl_item type: [(type_identifier) @name (scoped_type_identifier name: (type_identifier) @name) (generic_type type: [(type_identifier) @name (scoped_type_identifier name: (type_identifier) @name)]) (reference_type type: [(type_identifier) @name (scoped_type_identifier name: (type_identifier) @name) (generic_type type: [(type_identifier) @name (scoped_type_identifier name: (type_identifier) @name)])]) (dynamic_type trait: [(type_identifier) @name (scoped_type_identifier name: (type_identifier) @name) (generic_type type: (type_identifier) @name)]) (primitive_type) @name (array_type) @name (tuple_type) @name (unit_type) @name] body: (_) @body) @definition.impl
(impl_item trait: [(type_identifier) @base (scoped_type_identifier name: (type_identifier) @base) (generic_type type: [(type_identifier) @base (scoped_type_identifier name: (type_identifier) @base)])] type: [(type_identifier) @name (scoped_type_identifier name: (type_identifier) @name) (generic_type type: [(type_identifier) @name (scoped_type_identifier name: (type_identifier) @name)]) (reference_type type: [(type_identifier) @name (scoped_type_identifier name: (type_identifier) @name) (generic_type type: [(type_identifier) @name (scoped_type_identifier name: (type_identifier) @name)])]) (dynamic_type trait: [(type_identifier) @name (scoped_type_identifier name: (type_identifier) @name) (generic_type type: (type_identifier) @name)]) (primitive_type) @name (array_type) @name (tuple_type) @name (unit_type) @name]) @definition.impl
(type_item name: (type_identifier) @name) @definition.type
(associated_type name: (type_identifier) @name) @definition.type
(macro_definition name: (identifier) @name) @definition.macro
(mod_item name: (identifier) @name body: (_) @body) @definition.module

(use_declaration argument: (_) @import.tree) @import
(mod_item name: (identifier) @import.namespace @import.source !body) @import
(extern_crate_declaration name: (identifier) @import.source @import.namespace !alias) @import
(extern_crate_declaration name: (identifier) @import.source alias: (identifier) @import.namespace) @import

;;; uses

(function_item) @scope.function
(function_signature_item) @scope.function
(closure_expression) @scope.function
(block) @scope.block
(match_arm) @scope.block
(for_expression) @scope.block
(if_expression) @scope.block
(while_expression) @scope.block
; For their type parameters, which the functions in them see.
(impl_item) @scope.block
(trait_item) @scope.block
(struct_item) @scope.block
(enum_item) @scope.block
(type_item) @scope.block

(parameter pattern: (identifier) @local type: (_) @local.type)
(closure_parameters (identifier) @local)
(let_declaration pattern: (identifier) @local)
(let_declaration pattern: (identifier) @local type: (_) @local.type)
(let_declaration pattern: (identifier) @local value: (_) @local.value)
(let_declaration pattern: (mut_pattern (identifier) @local) type: (_) @local.type)
(let_declaration pattern: (mut_pattern (identifier) @local) value: (_) @local.value)
(for_expression pattern: (identifier) @local)
; A name in a pattern that begins with a capital is a constant, a variant.
(mut_pattern (identifier) @local)
(ref_pattern (identifier) @local)
(reference_pattern (identifier) @local)
(captured_pattern . (identifier) @local)
(tuple_pattern (identifier) @local (#match? @local "^[^A-Z]"))
(slice_pattern (identifier) @local (#match? @local "^[^A-Z]"))
(or_pattern (identifier) @local (#match? @local "^[^A-Z]"))
(match_pattern . (identifier) @local (#match? @local "^[^A-Z]"))
(let_condition pattern: (identifier) @local (#match? @local "^[^A-Z]"))
(tuple_struct_pattern type: (_) (identifier) @local (#match? @local "^[^A-Z]"))
(field_pattern name: (shorthand_field_identifier) @local)
(field_pattern pattern: (identifier) @local (#match? @local "^[^A-Z]"))
(type_parameters (type_parameter name: (type_identifier) @local))
(const_parameter name: (identifier) @local)
(lifetime (identifier) @use.none)
(label (identifier) @use.none)

(call_expression function: (identifier) @use.call)
(call_expression function: (field_expression field: (field_identifier) @use.call))
(call_expression function: (scoped_identifier name: (identifier) @use.call))
(call_expression function: (generic_function function: (identifier) @use.call))
(call_expression function: (generic_function function: (scoped_identifier name: (identifier) @use.call)))
(call_expression function: (generic_function function: (field_expression field: (field_identifier) @use.call)))
(macro_invocation macro: (identifier) @use.call)
(macro_invocation macro: (scoped_identifier name: (identifier) @use.call))
; In the arguments of a macro.
(token_tree (identifier) @use.call . (token_tree) @_arguments (#match? @_arguments "^[(]"))
(attribute [(identifier) @use.call (scoped_identifier name: (identifier) @use.call)])
(assignment_expression left: [(identifier) @use.write (field_expression field: (field_identifier) @use.write) (unary_expression [(identifier) @use.write (field_expression field: (field_identifier) @use.write)])])
(compound_assignment_expr left: [(identifier) @use.write (field_expression field: (field_identifier) @use.write) (unary_expression [(identifier) @use.write (field_expression field: (field_identifier) @use.write)])])
(type_identifier) @use.type
(use_declaration argument: [(identifier) @use.import (scoped_identifier path: [(identifier) @use.import (scoped_identifier name: (identifier) @use.import)] name: (identifier) @use.import) (scoped_identifier name: (identifier) @use.import)])
(scoped_use_list path: [(identifier) @use.import (scoped_identifier name: (identifier) @use.import)])
(use_list [(identifier) @use.import (scoped_identifier name: (identifier) @use.import)])
(use_wildcard [(identifier) @use.import (scoped_identifier name: (identifier) @use.import)])
(use_as_clause path: [(identifier) @use.import (scoped_identifier name: (identifier) @use.import)])
(use_as_clause alias: (identifier) @use.import)
(mod_item name: (identifier) @use.import !body)
(extern_crate_declaration (identifier) @use.import)
(field_initializer field: (field_identifier) @use.member_key)
(shorthand_field_initializer (identifier) @use.read)
(field_pattern name: (field_identifier) @use.member_key)

(field_expression value: (_) @member.object field: (field_identifier) @member.name)
(field_expression value: (self) @member.self field: (field_identifier) @member.name)
(scoped_identifier path: (_) @member.object name: (identifier) @member.name)
(scoped_type_identifier path: (_) @member.object name: (type_identifier) @member.name)
