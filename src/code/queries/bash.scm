;;; index

((command name: (command_name (word) @_s) argument: (word) @import.source) @import @import.all (#any-of? @_s "source" "."))
((command name: (command_name (word) @_s) argument: (string) @import.source) @import @import.all (#any-of? @_s "source" "."))
((command name: (command_name (word) @_s) argument: (raw_string) @import.source) @import @import.all (#any-of? @_s "source" "."))

(program (variable_assignment name: (variable_name) @name) @definition.variable)
(program (variable_assignments (variable_assignment name: (variable_name) @name) @definition.variable))
(program (declaration_command (variable_assignment name: (variable_name) @name)) @definition.variable)
(program (declaration_command (variable_name) @name) @definition.variable)
(program (declaration_command "readonly" (variable_assignment name: (variable_name) @name)) @definition.constant)
((program (declaration_command (word) @_o (variable_assignment name: (variable_name) @name)) @definition.constant) (#match? @_o "^-[A-Za-z]*r"))
(function_definition name: (word) @name body: (_) @body) @definition.function
((command name: (command_name (word) @_t) argument: (string (string_content) @name)) @definition.test (#eq? @_t "@test"))

;;; uses

(function_definition) @scope.function

(declaration_command "local" (variable_assignment name: (variable_name) @local.function))
(declaration_command "local" (variable_name) @local.function)
(function_definition body: (compound_statement (declaration_command ["declare" "typeset"] (variable_assignment name: (variable_name) @local.function))))

(command name: (command_name (word) @use.call))
(command argument: (word) @use.none)
((command name: (command_name (word) @_t) argument: (word) @use.call) (#any-of? @_t "trap" "run" "time" "exec" "command" "export" "unset"))
(variable_assignment name: (variable_name) @use.write)
(variable_assignment name: (subscript name: (variable_name) @use.write))
(for_statement variable: (variable_name) @use.write)
