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
(module (expression_statement (assignment left: (identifier) @name) @definition.variable))
(module (expression_statement (assignment left: [(pattern_list (identifier) @name @definition.variable) (tuple_pattern (identifier) @name @definition.variable) (list_pattern (identifier) @name @definition.variable)])))
(module (expression_statement (assignment right: (assignment left: (identifier) @name) @definition.variable)))
(module [(if_statement consequence: (block (expression_statement (assignment left: (identifier) @name) @definition.variable))) (if_statement alternative: (_ (block (expression_statement (assignment left: (identifier) @name) @definition.variable)))) (try_statement body: (block (expression_statement (assignment left: (identifier) @name) @definition.variable))) (try_statement (except_clause (block (expression_statement (assignment left: (identifier) @name) @definition.variable))))])
(module (expression_statement (assignment left: (identifier) @name) @definition.constant (#match? @name "^[A-Z][A-Z0-9_]*$")))
(module (expression_statement (assignment left: (identifier) @name right: (lambda body: (_) @body)) @definition.function))
(module (expression_statement (assignment left: (identifier) @name right: (call function: (identifier) @type)) @definition.variable (#match? @type "^[A-Z]") (#not-match? @name "^[A-Z][A-Z0-9_]*$")))
(module (expression_statement (assignment left: (identifier) @name type: (type (identifier) @_t)) @definition.type (#eq? @_t "TypeAlias")))
(type_alias_statement left: (type (identifier) @name)) @definition.type
(type_alias_statement left: (type (generic_type . (identifier) @name))) @definition.type
(class_definition body: (block (expression_statement (assignment left: (identifier) @name) @definition.field)))
(class_definition body: (block (expression_statement (assignment left: (identifier) @name type: (type [(identifier) (generic_type)] @type)) @definition.field)))
(function_definition name: (identifier) @_init parameters: (parameters . (identifier) @_self) body: (block (expression_statement (assignment left: (attribute object: (identifier) @_object attribute: (identifier) @name)) @definition.field)) (#eq? @_init "__init__") (#eq? @_object "self"))
(function_definition name: (identifier) @_init body: (block (expression_statement (assignment left: (attribute object: (identifier) @_object attribute: (identifier) @name) right: (call function: (identifier) @type)) @definition.field)) (#eq? @_init "__init__") (#eq? @_object "self") (#match? @type "^[A-Z]"))
(function_definition name: (identifier) @_init body: (block (expression_statement (assignment left: (attribute object: (identifier) @_object attribute: (identifier) @name) type: (type (identifier) @type)) @definition.field)) (#eq? @_init "__init__") (#eq? @_object "self"))

; --- imports and exports ---
(import_statement name: (dotted_name . (identifier) @import.namespace) @import.source) @import
(import_statement name: (aliased_import name: (dotted_name) @import.source alias: (identifier) @import.namespace)) @import
(import_from_statement module_name: (_) @import.source name: (dotted_name) @import.name) @import
(import_from_statement module_name: (_) @import.source name: (aliased_import name: (dotted_name) @import.name alias: (identifier) @import.alias)) @import
(import_from_statement module_name: (_) @import.source (wildcard_import) @import.all) @import
(module (expression_statement (assignment left: (identifier) @_all right: [(list (string (string_content) @export.name)) (tuple (string (string_content) @export.name))]) (#eq? @_all "__all__")))

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
(typed_parameter . (identifier) @local type: (type [(identifier) (generic_type) (attribute)] @local.type))
(default_parameter name: (identifier) @local)
(default_parameter name: (identifier) @local value: (_) @local.value)
(typed_default_parameter name: (identifier) @local)
(typed_default_parameter name: (identifier) @local type: (type [(identifier) (generic_type) (attribute)] @local.type))
(list_splat_pattern (identifier) @local)
(dictionary_splat_pattern (identifier) @local)
(function_definition name: (identifier) @local.outer)
(class_definition name: (identifier) @local.outer)
(assignment left: (identifier) @local.function)
(assignment left: (identifier) @local.function right: (_) @local.value)
(assignment left: (identifier) @local.function type: (type [(identifier) (generic_type) (attribute)] @local.type))
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

; --- members ---
(attribute object: (_) @member.object attribute: (identifier) @member.name)
(attribute object: (identifier) @member.self attribute: (identifier) @member.name (#any-of? @member.self "self" "cls"))
(attribute object: (call function: (identifier) @_super) @member.self attribute: (identifier) @member.name (#eq? @_super "super"))
