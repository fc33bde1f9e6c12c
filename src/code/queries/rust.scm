; Rust. A method belongs to the type of its impl; what stands in the body of a macro is no definition.

;;; index

(function_item name: (identifier) @name body: (_) @body) @definition.function
(function_item name: (identifier) @name return_type: (type_identifier) @type) @definition.function
(function_item name: (identifier) @name return_type: (generic_type) @type) @definition.function
(function_signature_item name: (identifier) @name (#set! signature "true")) @definition.function
(impl_item body: (declaration_list (function_item name: (identifier) @name) @definition.method))
(trait_item body: (declaration_list (function_item name: (identifier) @name) @definition.method))
(trait_item body: (declaration_list (function_signature_item name: (identifier) @name (#set! signature "true")) @definition.method))

(struct_item name: (type_identifier) @name) @definition.struct
(struct_item name: (type_identifier) @name body: (field_declaration_list) @body) @definition.struct
(union_item name: (type_identifier) @name) @definition.union
(enum_item name: (type_identifier) @name body: (_) @body) @definition.enum
(enum_variant name: (identifier) @name) @definition.enum_member
(field_declaration name: (field_identifier) @name) @definition.field
(field_declaration name: (field_identifier) @name type: [(type_identifier) (generic_type) (reference_type) (scoped_type_identifier)] @type) @definition.field
(trait_item name: (type_identifier) @name body: (_) @body) @definition.trait
(trait_item name: (type_identifier) @name bounds: (trait_bounds (type_identifier) @base)) @definition.trait
(impl_item type: (type_identifier) @name body: (_) @body) @definition.impl
(impl_item type: (generic_type type: (type_identifier) @name) body: (_) @body) @definition.impl
(impl_item type: (scoped_type_identifier name: (type_identifier) @name) body: (_) @body) @definition.impl
(impl_item type: (reference_type type: (type_identifier) @name) body: (_) @body) @definition.impl
(impl_item trait: (type_identifier) @base type: (type_identifier) @name) @definition.impl
(impl_item trait: (type_identifier) @base type: (generic_type type: (type_identifier) @name)) @definition.impl
(impl_item trait: (generic_type type: (type_identifier) @base) type: (type_identifier) @name) @definition.impl
(impl_item trait: (generic_type type: (type_identifier) @base) type: (generic_type type: (type_identifier) @name)) @definition.impl
(impl_item trait: (scoped_type_identifier name: (type_identifier) @base) type: (type_identifier) @name) @definition.impl
(impl_item trait: (scoped_type_identifier name: (type_identifier) @base) type: (generic_type type: (type_identifier) @name)) @definition.impl
(type_item name: (type_identifier) @name) @definition.type
(associated_type name: (type_identifier) @name) @definition.type
(const_item name: (identifier) @name) @definition.constant
(static_item name: (identifier) @name) @definition.variable
(static_item name: (identifier) @name type: (type_identifier) @type) @definition.variable
(macro_definition name: (identifier) @name) @definition.macro
(mod_item name: (identifier) @name body: (_) @body) @definition.module
((attribute_item) @decorator . (function_item name: (identifier) @name) @definition.function)
((attribute_item) @decorator . (struct_item name: (type_identifier) @name) @definition.struct)
((attribute_item) @decorator . (enum_item name: (type_identifier) @name) @definition.enum)

(use_declaration argument: (_) @import.tree) @import
(mod_item name: (identifier) @import.namespace @import.source !body) @import

;;; uses

(function_item) @scope.function
(closure_expression) @scope.function
(block) @scope.block
(match_arm) @scope.block
(for_expression) @scope.block
(if_expression) @scope.block
(while_expression) @scope.block
(impl_item) @scope.class
(trait_item) @scope.class

(parameter pattern: (identifier) @local type: (_) @local.type)
(parameter pattern: (mut_pattern (identifier) @local) type: (_) @local.type)
(closure_parameters (identifier) @local)
(let_declaration pattern: (identifier) @local)
(let_declaration pattern: (identifier) @local type: (_) @local.type)
(let_declaration pattern: (identifier) @local value: (_) @local.value)
(let_declaration pattern: (mut_pattern (identifier) @local))
(let_declaration pattern: (tuple_pattern (identifier) @local))
(for_expression pattern: (identifier) @local)
(for_expression pattern: (tuple_pattern (identifier) @local))
(match_pattern (identifier) @local (#match? @local "^[a-z_]"))
(tuple_struct_pattern type: (_) (identifier) @local (#match? @local "^[a-z_]"))
(field_pattern name: (shorthand_field_identifier) @local)
(captured_pattern (identifier) @local)
(type_parameters (type_parameter name: (type_identifier) @local))
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
(assignment_expression left: (identifier) @use.write)
(assignment_expression left: (field_expression field: (field_identifier) @use.write))
(compound_assignment_expr left: (identifier) @use.write)
(compound_assignment_expr left: (field_expression field: (field_identifier) @use.write))
(type_identifier) @use.type
(use_declaration argument: (identifier) @use.import)
(scoped_use_list path: (identifier) @use.import)
(use_list (identifier) @use.import)
(use_list (scoped_identifier name: (identifier) @use.import))
(use_declaration argument: (scoped_identifier name: (identifier) @use.import))
(use_as_clause path: (scoped_identifier name: (identifier) @use.import))
(use_as_clause path: (identifier) @use.import)
(use_as_clause alias: (identifier) @use.import)
(field_initializer field: (field_identifier) @use.member_key)
(shorthand_field_initializer (identifier) @use.read)
(field_pattern name: (field_identifier) @use.member_key)

(field_expression value: (_) @member.object field: (field_identifier) @member.name)
(field_expression value: (self) @member.self field: (field_identifier) @member.name)
(scoped_identifier path: (_) @member.object name: (identifier) @member.name)
(scoped_type_identifier path: (_) @member.object name: (type_identifier) @member.name)
