;;; index

(import_statement (string_value (string_content) @import.source)) @import @import.all
(import_statement (call_expression (arguments [(string_value (string_content) @import.source) (plain_value) @import.source]))) @import @import.all

(rule_set (selectors) @name (block) @body) @definition.selector
((declaration (property_name) @name) @definition.variable (#match? @name "^--"))
(keyframes_statement (keyframes_name) @name (keyframe_block_list) @body) @definition.other
(media_statement . (_) @name (block) @body) @definition.other
(supports_statement . (_) @name (block) @body) @definition.other
(at_rule (at_keyword) @name (block)? @body) @definition.other
