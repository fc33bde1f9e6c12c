;;; index

((call target: (identifier) @_i (arguments)) @import @import.tree (#any-of? @_i "alias" "import" "require" "use"))

((unary_operator operator: "@" operand: (call target: (identifier) @name (arguments))) @definition.constant (#not-any-of? @name "moduledoc" "doc" "typedoc" "spec" "type" "typep" "opaque" "callback" "macrocallback" "optional_callbacks" "impl" "behaviour" "deprecated" "compile" "tag" "moduletag" "describetag" "dialyzer" "enforce_keys" "derive" "external_resource" "on_load" "before_compile" "after_compile" "on_definition" "since"))
((unary_operator operator: "@" operand: (call target: (identifier) @_a (arguments (binary_operator left: [(identifier) @name (call target: (identifier) @name)] operator: "::")))) @definition.type (#any-of? @_a "type" "typep" "opaque"))
((unary_operator operator: "@" operand: (call target: (identifier) @_a (arguments [(binary_operator left: (call target: (identifier) @name) operator: "::") (binary_operator left: (binary_operator left: (call target: (identifier) @name) operator: "::") operator: "when")]))) @definition.function (#any-of? @_a "callback" "macrocallback") (#set! signature "true"))
((call target: (identifier) @_d (arguments . (alias) @name) (do_block)? @body) @definition.module (#eq? @_d "defmodule") (#set! dotted "true"))
((call target: (identifier) @_d (arguments . (alias) @name) (do_block)? @body) @definition.interface (#eq? @_d "defprotocol") (#set! dotted "true"))
((call target: (identifier) @_d (arguments . (alias) @name @base) (do_block)? @body) @definition.impl (#eq? @_d "defimpl") (#set! dotted "true"))
((call target: (identifier) @_d (arguments . [(identifier) @name (call target: (identifier) @name) (binary_operator left: [(identifier) @name (call target: (identifier) @name)] operator: "when")]) (do_block)? @body) @definition.function (#any-of? @_d "def" "defp" "defn" "defnp" "defdelegate"))
((call target: (identifier) @_d (arguments . [(identifier) @name (call target: (identifier) @name) (binary_operator left: [(identifier) @name (call target: (identifier) @name)] operator: "when")]) (do_block)? @body) @definition.macro (#any-of? @_d "defmacro" "defmacrop" "defguard" "defguardp"))
((call target: (identifier) @_d (arguments [(list (atom) @name) (list (keywords (pair key: (keyword) @name))) (keywords (pair key: (keyword) @name))])) @definition.field (#any-of? @_d "defstruct" "defexception"))
((call target: (identifier) @_d (arguments . (string (quoted_content) @name)) (do_block) @body) @definition.test (#any-of? @_d "test" "describe" "property"))

;;; uses

((call target: (identifier) @_d) @scope.class (#any-of? @_d "defmodule" "defprotocol" "defimpl"))
((call target: (identifier) @_d) @scope.function (#any-of? @_d "def" "defp" "defn" "defnp" "defmacro" "defmacrop" "defguard" "defguardp" "test" "setup"))
(anonymous_function) @scope.block
(stab_clause) @scope.block
(do_block) @scope.block

((call target: (identifier) @_d (arguments . (call (arguments (identifier) @local)))) (#match? @_d "^def"))
((call target: (identifier) @_d (arguments . (call (arguments (binary_operator [left: (identifier) right: (identifier)] @local operator: "="))))) (#match? @_d "^def"))
((call target: (identifier) @_d (arguments . (call (arguments (binary_operator left: (identifier) @local operator: "\\\\"))))) (#match? @_d "^def"))
((call target: (identifier) @_d (arguments . (call (arguments (tuple (identifier) @local))))) (#match? @_d "^def"))
((call target: (identifier) @_d (arguments . (call (arguments (list (identifier) @local))))) (#match? @_d "^def"))
((call target: (identifier) @_d (arguments . (call (arguments (list (binary_operator (identifier) @local operator: "|")))))) (#match? @_d "^def"))
((call target: (identifier) @_d (arguments . (call (arguments (map (map_content (keywords (pair value: (identifier) @local)))))))) (#match? @_d "^def"))
((call target: (identifier) @_d (arguments . (call (arguments (binary_operator left: (map (map_content (keywords (pair value: (identifier) @local)))) operator: "="))))) (#match? @_d "^def"))
((call target: (identifier) @_d (arguments . (binary_operator left: (call (arguments (identifier) @local)) operator: "when"))) (#match? @_d "^def"))
((call target: (identifier) @_d (arguments . (binary_operator left: (call (arguments (tuple (identifier) @local))) operator: "when"))) (#match? @_d "^def"))
((call target: (identifier) @_d (arguments (string) (map (map_content (keywords (pair value: (identifier) @local)))))) (#eq? @_d "test"))
(stab_clause left: (arguments (identifier) @local))
(stab_clause left: (arguments (tuple (identifier) @local)))
(stab_clause left: (arguments (list (identifier) @local)))
(stab_clause left: (arguments (list (binary_operator (identifier) @local operator: "|"))))
(stab_clause left: (arguments (map (map_content (keywords (pair value: (identifier) @local))))))
(stab_clause left: (binary_operator left: (arguments (identifier) @local) operator: "when"))
(stab_clause left: (binary_operator left: (arguments (tuple (identifier) @local)) operator: "when"))
(binary_operator left: (identifier) @local operator: "=" right: (_) @local.value)
(binary_operator left: (tuple (identifier) @local) operator: "=")
(binary_operator left: (list (identifier) @local) operator: "=")
(binary_operator left: (list (binary_operator (identifier) @local operator: "|")) operator: "=")
(binary_operator left: (map (map_content (keywords (pair value: (identifier) @local)))) operator: "=")
(binary_operator left: (identifier) @local operator: "<-")
(binary_operator left: (tuple (identifier) @local) operator: "<-")

(call target: (identifier) @use.call)
(call target: (dot right: (identifier) @use.call))
(call target: (dot left: (_) @member.object right: (identifier) @member.name))
(unary_operator operator: "&" operand: (binary_operator left: (identifier) @use.call operator: "/"))
(binary_operator operator: "|>" right: (identifier) @use.call)
(struct (alias) @use.type)
((call target: (identifier) @_i (arguments (alias) @use.import)) (#any-of? @_i "alias" "import" "require" "use"))
((call target: (identifier) @_i (arguments (dot right: (tuple (alias) @use.import)))) (#any-of? @_i "alias" "import" "require" "use"))
