;;; index

((script_element (start_tag (attribute (attribute_name) @_n [(attribute_value) @import.source (quoted_attribute_value (attribute_value) @import.source)]))) @import @import.all (#eq? @_n "src"))
((element (_ (tag_name) @_t (attribute (attribute_name) @_n [(attribute_value) @import.source (quoted_attribute_value (attribute_value) @import.source)]))) @import @import.all (#match? @_t "^[Ll][Ii][Nn][Kk]$") (#eq? @_n "href"))

((element (start_tag (tag_name) @name) @_s) @definition.element (#match? @name "^(?:main|nav|header|footer|aside|section|article|form|dialog|template|head|body)$") (#not-match? @_s "\\sid\\s*="))
((script_element (start_tag (tag_name) @name) @_s) @definition.element (#not-match? @_s "\\sid\\s*="))
((style_element (start_tag (tag_name) @name) @_s) @definition.element (#not-match? @_s "\\sid\\s*="))
((_ (start_tag (attribute (attribute_name) @_n [(attribute_value) @name (quoted_attribute_value (attribute_value) @name)]))) @definition.element (#match? @_n "^[Ii][Dd]$"))
((element (self_closing_tag (attribute (attribute_name) @_n [(attribute_value) @name (quoted_attribute_value (attribute_value) @name)]))) @definition.element (#match? @_n "^[Ii][Dd]$"))
((element . (start_tag (tag_name) @_t) . (text) @name) @definition.heading (#match? @_t "^[Hh][1-6]$"))
((element . (start_tag (tag_name) @_t) . (element . (start_tag) . (text) @name)) @definition.heading (#match? @_t "^[Hh][1-6]$"))
