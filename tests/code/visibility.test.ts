import { expect, test } from 'vitest';
import { symbolsOf } from '../support/syntax.ts';

/** Names of what other files cannot see. */
const hidden = async (path: string, text: string): Promise<string[]> =>
  (await symbolsOf(path, text)).definitions.filter(({ exported }) => !exported).map(({ name }) => name);

test('a private member is hidden wherever its modifier stands among others and decorators', async () => {
  const text = `export class A {
  static #a = 1;
  readonly #b = 2;
  @Input() private c: string;
  private override d = 1;
  static async #e() {}
  constructor(@Inject(P) private readonly f: P, public readonly g: P) {}
  readonly privateer = 1;
  get private() { return 1; }
}
`;
  expect(await hidden('a.ts', text)).toEqual(['#a', '#b', 'c', 'd', '#e', 'f']);
});

test('a modifier counts, and not its spelling in an annotation or a value', async () => {
  expect(
    await hidden(
      'A.java',
      'public class A {\n  @Column(name = "a") private int a;\n  @Named("private") public int b = 1;\n  private static final int C = 1, D = 2;\n  @Test() private void e() {}\n}\n',
    ),
  ).toEqual(['a', 'C', 'D', 'e']);
  expect(
    await hidden(
      'a.kt',
      'class A {\n  @Json(name = "a") private val a = 1\n  var b: Int = 1\n    private set\n}\nprivate fun c() = 1\n',
    ),
  ).toEqual(['a', 'c']);
  expect(
    await hidden(
      'a.cs',
      'public class A {\n  [Json("a")] private int a;\n  public int B { get; private set; }\n}\n',
    ),
  ).toEqual(['a']);
  expect(
    await hidden(
      'a.swift',
      'class A {\n  @Wrapped("a") private var a = 1\n  private(set) var b = 1\n  fileprivate func c() {}\n}\n',
    ),
  ).toEqual(['a', 'c']);
  expect(
    await hidden(
      'a.scala',
      'class A {\n  @Named("a") private val a = 1\n  private[pkg] def b = 1\n  def c = 1\n}\n',
    ),
  ).toEqual(['a', 'b']);
  expect(
    await hidden(
      'a.php',
      '<?php\nclass A {\n  #[Column(name: "a")]\n  private $a = 1;\n  public private(set) int $b = 1;\n  #[Pure()] protected static function c() {}\n  public function __construct(#[Hidden("d")] private int $d, public int $e) {}\n  private const F = 1, G = 2;\n}\n',
    ),
  ).toEqual(['a', 'c', 'd', 'F', 'G']);
});
