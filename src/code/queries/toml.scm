;;; index

(document (pair . (_) @name) @definition.key)
(document (pair (inline_table (pair . (_) @name) @definition.key)))
(table . (_) @name) @definition.table
(table_array_element . (_) @name) @definition.table
(table (pair . (_) @name) @definition.key)
(table (pair (inline_table (pair . (_) @name) @definition.key)))
(table_array_element (pair . (_) @name) @definition.key)
(table_array_element (pair (inline_table (pair . (_) @name) @definition.key)))
