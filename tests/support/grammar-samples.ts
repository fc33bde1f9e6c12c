// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are texts of other languages.

/** One text for a grammar, and what its tree must hold. */
interface GrammarSample {
  readonly text: string;
  /** Types of nodes that only a working grammar gives: most come from its scanner, the part that is code. */
  readonly nodes: readonly string[];
}

/**
 * A small valid text for each vendored grammar, by the name of the grammar: what its scanner reads (strings, heredocs,
 * indentation, directives), and letters outside of ASCII.
 */
export const grammarSamples: Readonly<Record<string, GrammarSample>> = {
  typescript: {
    text: 'const 値 = <number>`a${1}b`\nexport abstract class A<T> { private x?: T }\n',
    nodes: ['template_substitution', 'abstract_class_declaration', 'type_assertion'],
  },
  tsx: {
    text: 'const A = <T,>(p: T) => <b title="x">日本 {p}</b>;\n',
    nodes: ['jsx_element', 'jsx_text', 'arrow_function'],
  },
  javascript: {
    text: 'const f = () => /a+/u.test(`x${1}`)\nclass A { #p = <b>t</b> }\n',
    nodes: ['regex', 'template_substitution', 'jsx_element', 'private_property_identifier'],
  },
  python: {
    text: 'def 関数(a: int) -> str:\n    if a:\n        return f"{a!r}"\n    return """x\ny"""\n',
    nodes: ['function_definition', 'interpolation', 'if_statement'],
  },
  go: {
    text: 'package a\n\nfunc (s *S[T]) 名() { _ = `raw` }\n',
    nodes: ['method_declaration', 'raw_string_literal'],
  },
  rust: {
    text: 'impl<T> A for B<T> { fn f() { let s = r#"a"b"#; /* /* */ */ } }\n',
    nodes: ['impl_item', 'raw_string_literal', 'block_comment'],
  },
  java: {
    text: 'record P(int x) { String s() { return """\n  日本\n  """; } }\n',
    nodes: ['record_declaration', 'method_declaration', 'string_literal'],
  },
  c: {
    text: '#define N 1\n#ifdef N\nint f(void) { return N; }\n#endif\n',
    nodes: ['preproc_ifdef', 'function_definition'],
  },
  cpp: {
    text: 'template <class T> struct A { auto f() -> T { return R"x(a)")x"; } };\n',
    nodes: ['template_declaration', 'raw_string_literal', 'struct_specifier'],
  },
  csharp: {
    text: 'namespace N; record P(int X) { string S => $"{X:0}"; string R => """a"b"""; }\n',
    nodes: ['record_declaration', 'interpolation', 'raw_string_literal'],
  },
  ruby: {
    text: 'def f(a) = puts(<<~END, %w[a b], :"x#{a}")\n  日本 #{a}\nEND\n',
    nodes: ['method', 'heredoc_body', 'string_array', 'interpolation'],
  },
  php: {
    text: '<p>日本</p>\n<?php\nfunction f() { return <<<END\n  a $b\n  END; }\n?>\n<b></b>\n',
    nodes: ['text', 'function_definition', 'heredoc_body'],
  },
  scala: {
    text: 'object A:\n  def f(x: Int): String =\n    s"a${x}"\n\n  given Int = 1\n',
    nodes: ['object_definition', 'interpolated_string', 'given_definition'],
  },
  bash: {
    text: 'f() { cat <<END\na ${b:-c}\nEND\n}\n[[ $x =~ ^a+$ ]] && f\n',
    nodes: ['function_definition', 'heredoc_body', 'regex'],
  },
  json: { text: '{"名": [1, true, null]}\n', nodes: ['pair', 'array'] },
  html: {
    text: '<ul><li>a<li>b</ul><script>let a = "<"</script>\n',
    nodes: ['script_element', 'raw_text', 'element'],
  },
  css: {
    text: '@media (x) { a:hover > .b { color: red } }\n',
    nodes: ['media_statement', 'pseudo_class_selector', 'child_selector'],
  },
  elixir: {
    text: 'defmodule A do\n  def f(x), do: ~s(a#{x})\n  @doc """\n  日本\n  """\nend\n',
    nodes: ['do_block', 'sigil', 'interpolation'],
  },
  kotlin: {
    text: 'data class P(val x: Int) { \n  fun f() = """a $x"""\n}\nfun <T> T.g(): Int? = null\n',
    nodes: ['class_declaration', 'interpolation', 'function_declaration'],
  },
  lua: {
    text: 'local function f(a) --[==[ 日本 ]==]\n  return [[x]]\nend\n',
    nodes: ['function_declaration', 'comment', 'string'],
  },
  yaml: {
    text: 'a: &x\n  - |\n    text\n  - {b: *x}\n',
    nodes: ['block_mapping_pair', 'block_scalar', 'flow_mapping', 'alias'],
  },
  toml: {
    text: '[a.b]\nc = """\nx"""\n[[d]]\ne = 1979-05-27\n',
    nodes: ['table', 'table_array_element', 'local_date'],
  },
  swift: {
    text: '#if X\nextension A { func f() async -> String { return #"a"b\\#(c)"# } }\n#endif\n/* /* a */ */\nlet s = #file\n',
    nodes: [
      'function_declaration',
      'multiline_comment',
      'raw_string_literal',
      'directive',
      'special_literal',
    ],
  },
  dart: {
    text: "class A extends B { Future<int> f() async => g('a${1}'); }\n",
    nodes: ['class_definition', 'template_substitution', 'function_signature'],
  },
};
