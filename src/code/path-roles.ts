/** What a file is for, told from its path by the conventions of the languages. */

const TEST_FOLDER = /(?:^|\/)(?:tests?|__tests__|specs?|e2e|testing|androidTest)\//i;
const TEST_NAME =
  /(?:[._-](?:tests?|specs?|e2e|cy)\.[^/.]+(?:\.[^/.]+)?|(?:^|\/)(?:tests?|specs?)[_-][^/]*|(?:^|\/)conftest\.py|(?:^|\/)[^/]*(?:Tests?|Spec|TestCase|IT)\.[^/.]+|_(?:test|spec)\.[^/.]+)$/;

/** Tests and what belongs to them: by folder (`tests/`, `__tests__/`, `spec/`) or by name (`a.test.ts`, `test_a.py`, `a_test.go`, `ATest.java`). */
export const isTestPath = (path: string): boolean => TEST_FOLDER.test(path) || TEST_NAME.test(path);

const DOCUMENT =
  /\.(?:md|mdx|markdown|rst|txt|adoc|asciidoc|org)$|(?:^|\/)(?:README|CHANGELOG|CONTRIBUTING|HISTORY|NEWS)[^/]*$/i;

/** Written for people. */
export const isDocument = (path: string): boolean => DOCUMENT.test(path);

/** The words in a file's name that say what it is about, without what marks a test: `user-service.test.ts` → `user`, `service`. */
export function stemWords(path: string): string[] {
  return stemOf(path)
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
}

/** `src/user-service.test.ts` → `user-service`; `test_user.py` → `user`; `UserTest.java` → `User`. */
export function stemOf(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const bare = name.replace(/(?<=.)\..*$/, '');
  const stem = bare
    .replace(/^(?:tests?|specs?)[_-]/, '')
    .replace(/[._-](?:tests?|specs?|e2e|cy)$/, '')
    .replace(/(?<=[a-z0-9])(?:Tests?|Spec|TestCase|IT)$/, '');
  return stem === '' ? bare : stem;
}
