/** Words in the place of a type that say none: the value does. */
export const INFERRED =
  /^:?\s*(?:(?:const|final|static|constexpr|mut)\s+)*(?:var|auto|let|val|const|final|dynamic|def|late|_|decltype\(auto\))\s*[&*]*$/;

/** The members of a union or an intersection, each as written; one: it is none. */
export function alternatives(written: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let part = '';
  for (const [at, character] of [...written].entries()) {
    if (/[<([{]/.test(character)) depth += 1;
    else if (/[)\]}]/.test(character) || (character === '>' && written[at - 1] !== '=')) depth -= 1;
    if (depth === 0 && (character === '|' || (character === '&' && part.trim() !== ''))) {
      parts.push(part);
      part = '';
    } else part += character;
  }
  return [...parts, part]
    .map((one) => one.trim())
    .filter((one) => one !== '' && !/^(?:null|undefined|None|void|never|false)$/.test(one));
}

/** `Map<K, V>[]`, `*T`, `&mut T`, `T?`, `Optional[T]` → the name of the type itself. */
export function plainType(written: string): string {
  return written
    .trim()
    .replace(/^:\s*/, '')
    .replace(/^\?/, '')
    .replace(
      /^(?:(?:&|\*|mut|dyn|some|any|const|impl|final|readonly|struct|class|enum|typeof|new|unowned|weak|in|out|ref)(?:\s+|(?=[&*])|(?<=[&*])))+/,
      '',
    )
    .replace(/^['"]|['"]$/g, '')
    .replace(
      /^(?:Optional|Promise|Awaited|Readonly|Partial|Required|NonNullable|InstanceType|Final|ClassVar|Type|type|Box|Rc|Arc|RefCell|Option|Ref|shared_ptr|unique_ptr|std::shared_ptr|std::unique_ptr)\s*[[<](.*)[\]>]$/s,
      '$1',
    )
    .replace(/^typeof\s+/, '')
    .replace(/\s*\|\s*(?:null|undefined|None)\b/g, '')
    .replace(/^(?:&|\*|mut\s|dyn\s)+/, '')
    .replace(/[<([{].*$/s, '')
    .replace(/[?!*&\s]+$/g, '')
    .trim();
}
