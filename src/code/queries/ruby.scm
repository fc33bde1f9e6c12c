;;; index

((call !receiver method: (identifier) @_m arguments: (argument_list (string (string_content) @import.source))) @import @import.all (#any-of? @_m "require" "require_relative" "load"))

(module name: [(constant) @name (scope_resolution scope: (_) @holder name: (_) @name)] body: (_)? @body) @definition.module
(class name: [(constant) @name (scope_resolution scope: (_) @holder name: (_) @name)] superclass: (superclass (_) @base)? body: (_)? @body) @definition.class
((class name: [(constant) @name (scope_resolution name: (_) @name)] body: (body_statement (call method: (identifier) @_m arguments: (argument_list [(constant) (scope_resolution)] @base)))) @definition.class (#any-of? @_m "include" "extend" "prepend"))
((module name: [(constant) @name (scope_resolution name: (_) @name)] body: (body_statement (call method: (identifier) @_m arguments: (argument_list [(constant) (scope_resolution)] @base)))) @definition.module (#any-of? @_m "include" "extend" "prepend"))
(method name: (_) @name body: (_)? @body) @definition.method
((method name: (_) @name body: (_)? @body) @definition.constructor (#eq? @name "initialize"))
((method name: (identifier) @name body: (_)? @body) @definition.test (#match? @name "^test_"))
(singleton_method name: (_) @name body: (_)? @body) @definition.method
(singleton_method object: (constant) @holder name: (_) @name body: (_)? @body) @definition.method
(assignment left: (constant) @name) @definition.constant
(alias name: (identifier) @name) @definition.method
((call !receiver method: (identifier) @_m arguments: (argument_list (simple_symbol) @name)) @definition.property (#any-of? @_m "attr_accessor" "attr_reader" "attr_writer"))
((call !receiver method: (identifier) @_m arguments: (argument_list . (simple_symbol) @name)) @definition.method (#any-of? @_m "alias_method" "define_method"))
((call !receiver method: (identifier) @_m arguments: (argument_list . (string (string_content) @name)) block: (_) @body) @definition.test (#any-of? @_m "describe" "context" "it" "specify" "test" "feature" "scenario"))

;;; uses

(method) @scope.function
(singleton_method) @scope.function
(class) @scope.class
(module) @scope.class
(singleton_class) @scope.class
(block) @scope.block
(do_block) @scope.block
(lambda) @scope.block

(method_parameters (identifier) @local)
(block_parameters (identifier) @local)
(lambda_parameters (identifier) @local)
(optional_parameter name: (identifier) @local)
(keyword_parameter name: (identifier) @local)
(splat_parameter name: (identifier) @local)
(hash_splat_parameter name: (identifier) @local)
(block_parameter name: (identifier) @local)
(destructured_parameter (identifier) @local)
(assignment left: (identifier) @local.function right: (_) @local.value)
(operator_assignment left: (identifier) @local.function)
(left_assignment_list (identifier) @local.function)
(exception_variable (identifier) @local.function)
(for pattern: (identifier) @local.function)

(call method: (_) @use.call)
(call receiver: (_) @member.object method: (_) @member.name)
(call receiver: (self) @member.self method: (_) @member.name)
(scope_resolution scope: (_) @member.object name: (_) @member.name)
(assignment left: (identifier) @use.write)
(assignment left: (instance_variable) @use.write)
(assignment left: (call method: (_) @use.write))
(operator_assignment left: (_) @use.write)
(superclass (constant) @use.type)
(superclass (scope_resolution name: (constant) @use.type))
(exceptions (constant) @use.type)
(pair key: (hash_key_symbol) @use.none)
