;;; index

((variable_declaration (assignment_statement (variable_list . name: (identifier) @import.namespace) (expression_list . value: (function_call name: (identifier) @_r arguments: (arguments (string content: (string_content) @import.source)))))) @import (#eq? @_r "require"))
((chunk (function_call name: (identifier) @_r arguments: (arguments (string content: (string_content) @import.source))) @import @import.all) (#any-of? @_r "require" "dofile"))

((chunk (variable_declaration (assignment_statement (variable_list name: (identifier) @name) (expression_list value: (_) @_v))) @definition.variable) (#not-match? @_v "^(require|function)[ (\"'\\[\n]"))
(chunk (variable_declaration (variable_list name: (identifier) @name)) @definition.variable)
((chunk (assignment_statement (variable_list name: (identifier) @name) (expression_list value: (_) @_v)) @definition.variable) (#not-match? @_v "^function[ (]"))
(chunk (assignment_statement (variable_list name: (dot_index_expression table: (_) @holder field: (identifier) @name))) @definition.field)
(chunk (variable_declaration (assignment_statement (expression_list value: (table_constructor (field name: (identifier) @name) @definition.field)))))
(chunk (assignment_statement (expression_list value: (table_constructor (field name: (identifier) @name) @definition.field))))
(chunk (return_statement (expression_list (table_constructor (field name: (identifier) @name) @definition.field))))
(chunk (variable_declaration (assignment_statement (expression_list value: (table_constructor (field name: (identifier) @name value: (function_definition body: (_)? @body)) @definition.method)))))
(chunk (assignment_statement (expression_list value: (table_constructor (field name: (identifier) @name value: (function_definition body: (_)? @body)) @definition.method))))
(chunk (return_statement (expression_list (table_constructor (field name: (identifier) @name value: (function_definition body: (_)? @body)) @definition.method))))
(variable_declaration (assignment_statement (variable_list . name: (identifier) @name .) (expression_list . value: (function_definition body: (_)? @body) .))) @definition.function
(assignment_statement (variable_list . name: (identifier) @name .) (expression_list . value: (function_definition body: (_)? @body) .)) @definition.function
(assignment_statement (variable_list . name: (dot_index_expression table: (_) @holder field: (identifier) @name) .) (expression_list . value: (function_definition body: (_)? @body) .)) @definition.function
(function_declaration name: (identifier) @name body: (_)? @body) @definition.function
(function_declaration name: (dot_index_expression table: (_) @holder field: (identifier) @name) body: (_)? @body) @definition.function
(function_declaration name: (method_index_expression table: (_) @holder method: (identifier) @name) body: (_)? @body) @definition.method
((function_call name: (identifier) @_t arguments: (arguments . (string content: (string_content) @name) (function_definition) @body)) @definition.test (#any-of? @_t "describe" "it" "context" "test"))
(chunk (return_statement (expression_list . (identifier) @export.default .)))

;;; uses

(function_declaration) @scope.function
(function_definition) @scope.function
(block) @scope.block
(for_statement) @scope.block

(parameters name: (identifier) @local)
(variable_declaration (variable_list name: (identifier) @local))
(variable_declaration (assignment_statement (variable_list name: (identifier) @local)))
(variable_declaration (assignment_statement (variable_list . name: (identifier) @local) (expression_list . value: (_) @local.value)))
(for_numeric_clause name: (identifier) @local)
(for_generic_clause (variable_list name: (identifier) @local))
(_ local_declaration: (function_declaration name: (identifier) @local.outer))

(function_call name: (identifier) @use.call)
(function_call name: (dot_index_expression field: (identifier) @use.call))
(function_call name: (method_index_expression method: (identifier) @use.call))
(dot_index_expression table: (_) @member.object field: (identifier) @member.name)
(method_index_expression table: (_) @member.object method: (identifier) @member.name)
((dot_index_expression table: (identifier) @_self field: (identifier) @member.name @member.self) (#eq? @_self "self"))
((method_index_expression table: (identifier) @_self method: (identifier) @member.name @member.self) (#eq? @_self "self"))
(assignment_statement (variable_list name: (identifier) @use.write))
(assignment_statement (variable_list name: (dot_index_expression field: (identifier) @use.write)))
(field name: (identifier) @use.member_key)
(goto_statement (identifier) @use.none)
(label_statement (identifier) @use.none)
