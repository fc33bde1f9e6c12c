;;; index

(document (object (pair key: (_) @name) @definition.key))
(document (object (pair value: (object (pair key: (_) @name) @definition.key))))
(document (object (pair value: (object (pair value: (object (pair key: (_) @name) @definition.key))))))
(document (object (pair value: (object (pair value: (object (pair value: (object (pair key: (_) @name) @definition.key))))))))
(ERROR (pair key: (_) @name) @definition.key)
