; Python.

;;; index

; --- functions and classes ---
(function_definition name: (identifier) @name body: (_) @body) @definition.function
(class_definition body: (block (function_definition name: (identifier) @name body: (_) @body) @definition.method))
(class_definition body: (block (decorated_definition definition: (function_definition name: (identifier) @name body: (_) @body) @definition.method)))
(class_definition body: (block (function_definition name: (identifier) @name (#eq? @name "__init__")) @definition.constructor))
(class_definition name: (identifier) @name body: (_) @body) @definition.class
(class_definition name: (identifier) @name superclasses: (argument_list [(identifier) (attribute) (subscript)] @base)) @definition.class
(decorated_definition (decorator) @decorator definition: (function_definition name: (identifier) @name) @definition.function) @outer
(class_definition body: (block (decorated_definition (decorator) @decorator definition: (function_definition name: (identifier) @name) @definition.method) @outer))
(decorated_definition (decorator) @decorator definition: (class_definition name: (identifier) @name) @definition.class) @outer
(decorated_definition (decorator [(identifier) @_d (attribute attribute: (identifier) @_d)]) definition: (function_definition name: (identifier) @name) @definition.function (#eq? @_d "overload") (#set! signature "true")) @outer
(class_definition body: (block (decorated_definition (decorator [(identifier) @_d (attribute attribute: (identifier) @_d)]) definition: (function_definition name: (identifier) @name) @definition.method) @outer) (#any-of? @_d "overload" "abstractmethod") (#set! signature "true"))

; --- names at module level and in classes ---
; At any depth of blocks; what stands in a function is left out (`assigned`), what stands in a class is a field.
(expression_statement (assignment left: (identifier) @name) @definition.variable (#set! assigned "true"))
(expression_statement (assignment left: [(pattern_list (identifier) @name @definition.variable) (tuple_pattern (identifier) @name @definition.variable) (list_pattern (identifier) @name @definition.variable)]) (#set! assigned "true"))
(assignment right: (assignment left: (identifier) @name @definition.variable) (#set! assigned "true"))
(named_expression name: (identifier) @name @definition.variable (#set! assigned "true"))
(for_statement left: (identifier) @name @definition.variable (#set! assigned "true"))
(for_statement left: [(pattern_list (identifier) @name @definition.variable) (tuple_pattern (identifier) @name @definition.variable)] (#set! assigned "true"))
(with_item value: (as_pattern alias: (as_pattern_target (identifier) @name @definition.variable)) (#set! assigned "true"))
(expression_statement (assignment left: (identifier) @name) @definition.constant (#match? @name "^[A-Z][A-Z0-9_]*$"))
(expression_statement (assignment left: (identifier) @name right: (lambda body: (_) @body)) @definition.function)
(expression_statement (assignment left: (identifier) @name right: (call function: (identifier) @type)) @definition.variable (#match? @type "^[A-Z]") (#not-match? @name "^[A-Z][A-Z0-9_]*$"))
(expression_statement (assignment left: (identifier) @name type: (type (identifier) @_t)) @definition.type (#eq? @_t "TypeAlias"))
(type_alias_statement left: (type (identifier) @name)) @definition.type
(type_alias_statement left: (type (generic_type . (identifier) @name))) @definition.type
(class_definition body: (block (expression_statement (assignment left: (identifier) @name) @definition.field)))
(class_definition body: (block (expression_statement (assignment left: (identifier) @name type: (type [(identifier) @type (generic_type) @type (string (string_content) @type)])) @definition.field)))
(function_definition name: (identifier) @_init parameters: (parameters . (identifier) @_self) body: (block (expression_statement (assignment left: (attribute object: (identifier) @_object attribute: (identifier) @name)) @definition.field)) (#eq? @_init "__init__") (#eq? @_object "self"))
(function_definition name: (identifier) @_init body: (block (expression_statement (assignment left: (attribute object: (identifier) @_object attribute: (identifier) @name) right: (call function: (identifier) @type)) @definition.field)) (#eq? @_init "__init__") (#eq? @_object "self") (#match? @type "^[A-Z]"))
(function_definition name: (identifier) @_init body: (block (expression_statement (assignment left: (attribute object: (identifier) @_object attribute: (identifier) @name) type: (type [(identifier) @type (string (string_content) @type)])) @definition.field)) (#eq? @_init "__init__") (#eq? @_object "self"))

; --- imports and exports ---
(import_statement name: (dotted_name . (identifier) @import.namespace) @import.source) @import
(import_statement name: (aliased_import name: (dotted_name) @import.source alias: (identifier) @import.namespace)) @import
(import_from_statement module_name: (_) @import.source name: (dotted_name) @import.name) @import
(import_from_statement module_name: (_) @import.source name: (aliased_import name: (dotted_name) @import.name alias: (identifier) @import.alias)) @import
(import_from_statement module_name: (_) @import.source (wildcard_import) @import.all) @import
; In one list or in several that are joined, added to, or that only some branch has.
(assignment left: (identifier) @_all right: [(list (string (string_content) @export.name)) (tuple (string (string_content) @export.name)) (binary_operator [(list (string (string_content) @export.name)) (tuple (string (string_content) @export.name))])] (#eq? @_all "__all__"))
(augmented_assignment left: (identifier) @_all right: [(list (string (string_content) @export.name)) (tuple (string (string_content) @export.name)) (binary_operator [(list (string (string_content) @export.name)) (tuple (string (string_content) @export.name))])] (#eq? @_all "__all__"))
(call function: (attribute object: (identifier) @_all attribute: (identifier) @_add) arguments: (argument_list [(string (string_content) @export.name) (list (string (string_content) @export.name)) (tuple (string (string_content) @export.name))]) (#eq? @_all "__all__") (#any-of? @_add "append" "extend"))

;;; uses

(function_definition) @scope.function
(lambda) @scope.function
(class_definition) @scope.class
(list_comprehension) @scope.block
(set_comprehension) @scope.block
(dictionary_comprehension) @scope.block
(generator_expression) @scope.block

; --- what binds names ---
(parameters (identifier) @local)
(lambda_parameters (identifier) @local)
(typed_parameter . (identifier) @local)
(typed_parameter . (identifier) @local type: (type [(identifier) @local.type (generic_type) @local.type (attribute) @local.type (string (string_content) @local.type)]))
(default_parameter name: (identifier) @local)
(default_parameter name: (identifier) @local value: (_) @local.value)
(typed_default_parameter name: (identifier) @local)
(typed_default_parameter name: (identifier) @local type: (type [(identifier) @local.type (generic_type) @local.type (attribute) @local.type (string (string_content) @local.type)]))
(list_splat_pattern (identifier) @local)
(dictionary_splat_pattern (identifier) @local)
(function_definition name: (identifier) @local.outer)
(class_definition name: (identifier) @local.outer)
(assignment left: (identifier) @local.function)
(assignment left: (identifier) @local.function right: (_) @local.value)
(assignment left: (identifier) @local.function type: (type [(identifier) @local.type (generic_type) @local.type (attribute) @local.type (string (string_content) @local.type)]))
(augmented_assignment left: (identifier) @local.function)
(named_expression name: (identifier) @local.function)
(pattern_list (identifier) @local.function)
(tuple_pattern (identifier) @local.function)
(list_pattern (identifier) @local.function)
(for_statement left: (identifier) @local.function)
(for_in_clause left: (identifier) @local)
(for_in_clause left: (pattern_list (identifier) @local))
(for_in_clause left: (tuple_pattern (identifier) @local))
(as_pattern_target (identifier) @local.function)
(case_pattern (dotted_name . (identifier) @local.function .))
(type_alias_statement left: (type (identifier) @local.function))

; --- kinds of use ---
(import_statement name: (dotted_name (identifier) @use.import))
(import_from_statement name: (dotted_name (identifier) @use.import))
(import_from_statement module_name: (dotted_name (identifier) @use.import))
(aliased_import name: (dotted_name (identifier) @use.import))
(aliased_import alias: (identifier) @use.import)
(call function: (identifier) @use.call)
(call function: (attribute attribute: (identifier) @use.call))
(decorator (identifier) @use.call)
(assignment left: (attribute attribute: (identifier) @use.write))
(assignment left: (identifier) @use.write)
(augmented_assignment left: (identifier) @use.write)
(augmented_assignment left: (attribute attribute: (identifier) @use.write))
(named_expression name: (identifier) @use.write)
(delete_statement (identifier) @use.write)
(type (identifier) @use.type)
(type (attribute attribute: (identifier) @use.type))
(generic_type (identifier) @use.type)
(class_definition superclasses: (argument_list (identifier) @use.type))
(keyword_argument name: (identifier) @use.member_key)

; --- names in strings ---
(type (string (string_content) @text.type))
(type (binary_operator (string (string_content) @text.type)))
(generic_type (identifier) @_l (type_parameter (type (string (string_content) @text.none))) (#eq? @_l "Literal"))
(call function: (identifier) @_cast arguments: (argument_list . (string (string_content) @text.type)) (#eq? @_cast "cast"))
(call function: (identifier) @_var arguments: (argument_list (keyword_argument name: (identifier) @_bound value: (string (string_content) @text.type))) (#eq? @_var "TypeVar") (#eq? @_bound "bound"))
(assignment left: (identifier) @_all right: (_ (string (string_content) @text.read)) (#eq? @_all "__all__"))
(assignment left: (identifier) @_all right: (binary_operator (_ (string (string_content) @text.read))) (#eq? @_all "__all__"))
(augmented_assignment left: (identifier) @_all right: (_ (string (string_content) @text.read)) (#eq? @_all "__all__"))
(call function: (attribute object: (identifier) @_all attribute: (identifier) @_add) arguments: (argument_list [(string (string_content) @text.read) (_ (string (string_content) @text.read))]) (#eq? @_all "__all__") (#any-of? @_add "append" "extend"))

; --- members ---
(attribute object: (_) @member.object attribute: (identifier) @member.name)
(attribute object: (identifier) @member.self attribute: (identifier) @member.name (#any-of? @member.self "self" "cls"))
(attribute object: (call function: (identifier) @_super) @member.self attribute: (identifier) @member.name (#eq? @_super "super"))
