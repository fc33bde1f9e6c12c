import { describe, expect, test } from 'vitest';
import { referencesIn } from '../support/references.ts';

/** Two classes with the same member, and calls on what is or may be of the first. */
interface Case {
  readonly files: Readonly<Record<string, string>>;
  readonly file: string;
  readonly member?: string;
  /** Lines of `file` whose call is on an object of the first class, or on one that may be. */
  readonly found: readonly number[];
  /** Lines of `file` whose call is on an object of the second class. */
  readonly others: readonly number[];
}

const CASES: Readonly<Record<string, Case>> = {
  csharp: {
    files: {
      'A.cs':
        'namespace App;\npublic class A { public void Run() {} public static A Make() { return new A(); } }\n',
      'B.cs': 'namespace App;\npublic class B { public void Run() {} }\n',
      'U.cs':
        'namespace App;\nclass U {\n  private A field = new A();\n  void F(A p, object o, dynamic d) {\n    p.Run();\n    var c = new A();\n    c.Run();\n    A n = new();\n    n.Run();\n    var m = A.Make();\n    m.Run();\n    d.Run();\n    field.Run();\n    this.field.Run();\n    foreach (var e in List()) {\n      e.Run();\n    }\n    if (o is A q) {\n      q.Run();\n    }\n    var x = Unknown();\n    x.Run();\n    using var u = new A();\n    u.Run();\n    p?.Run();\n    new A().Run();\n    var b = new B();\n    b.Run();\n    B b2 = new();\n    b2.Run();\n  }\n}\n',
    },
    file: 'U.cs',
    member: 'A.Run',
    found: [5, 7, 9, 11, 12, 13, 14, 16, 19, 22, 24, 25, 26],
    others: [28, 30],
  },
  java: {
    files: {
      'p/A.java': 'package p;\npublic class A { public void run() {} static A make() { return new A(); } }\n',
      'p/B.java': 'package p;\npublic class B { public void run() {} }\n',
      'p/U.java':
        'package p;\nclass U {\n  A field = new A();\n  void f(A p, Object o) {\n    p.run();\n    var c = new A();\n    c.run();\n    var m = A.make();\n    m.run();\n    final var g = make();\n    g.run();\n    field.run();\n    this.field.run();\n    for (var e : list()) {\n      e.run();\n    }\n    for (A e2 : list()) {\n      e2.run();\n    }\n    if (o instanceof A q) {\n      q.run();\n    }\n    each(z -> z.run());\n    ((A) o).run();\n    var b = new B();\n    b.run();\n    B b2 = new B();\n    b2.run();\n  }\n}\n',
    },
    file: 'p/U.java',
    found: [5, 7, 9, 11, 12, 13, 15, 18, 21, 23, 24],
    others: [26, 28],
  },
  kotlin: {
    files: {
      'A.kt': 'package p\nclass A { fun run() {} }\nfun make(): A = A()\nfun some() = A()\n',
      'B.kt': 'package p\nclass B { fun run() {} }\n',
      'U.kt':
        'package p\nclass U(val held: A) {\n  private val field = A()\n  lateinit var late: A\n  fun f(p: A, o: Any) {\n    p.run()\n    val c = A()\n    c.run()\n    val m = make()\n    m.run()\n    val s = some()\n    s.run()\n    field.run()\n    late.run()\n    held.run()\n    for (e in list()) {\n      e.run()\n    }\n    list().forEach { it.run() }\n    val l by lazy { A() }\n    l.run()\n    p?.run()\n    (o as A).run()\n    if (o is A) {\n      o.run()\n    }\n    val b = B()\n    b.run()\n    val b2: B = other()\n    b2.run()\n  }\n}\n',
    },
    file: 'U.kt',
    found: [6, 8, 10, 12, 13, 14, 15, 17, 19, 21, 22, 23, 25],
    others: [28, 30],
  },
  scala: {
    files: {
      'A.scala': 'package p\nclass A { def run(): Unit = {} }\nobject A { def make(): A = new A }\n',
      'B.scala': 'package p\nclass B { def run(): Unit = {} }\n',
      'U.scala':
        'package p\nclass U(held: A) {\n  val field = new A\n  def f(p: A, o: Any): Unit = {\n    p.run()\n    val c = new A\n    c.run()\n    val n = new A()\n    n.run()\n    val m = A.make()\n    m.run()\n    field.run()\n    held.run()\n    for (e <- list()) {\n      e.run()\n    }\n    list().foreach(_.run())\n    o match {\n      case q: A => q.run()\n    }\n    lazy val l = unknown()\n    l.run()\n    val b = new B\n    b.run()\n    val b2: B = other()\n    b2.run()\n  }\n}\n',
    },
    file: 'U.scala',
    found: [5, 7, 9, 11, 12, 13, 15, 17, 19, 22],
    others: [24, 26],
  },
  cpp: {
    files: {
      'a.hpp': 'struct A { void run(); static A make(); };\nstruct B { void run(); };\n',
      'u.cpp':
        '#include "a.hpp"\nstruct U { A field; void go(); };\nvoid U::go() {\n  field.run();\n  this->field.run();\n}\nvoid f(A &p, A *q, const A &r) {\n  p.run();\n  q->run();\n  A c;\n  c.run();\n  auto d = A();\n  d.run();\n  auto e = A{};\n  e.run();\n  auto *g = new A();\n  g->run();\n  auto h = A::make();\n  h.run();\n  auto u = std::make_unique<A>();\n  u->run();\n  std::unique_ptr<A> v;\n  v->run();\n  for (auto &x : list()) {\n    x.run();\n  }\n  A i{};\n  i.run();\n  A &j = p;\n  j.run();\n  auto k = unknown();\n  k.run();\n  B b;\n  b.run();\n  auto b2 = B();\n  b2.run();\n}\n',
    },
    file: 'u.cpp',
    found: [4, 5, 8, 9, 11, 13, 15, 17, 19, 21, 23, 25, 28, 30, 32],
    others: [34, 36],
  },
  go: {
    files: {
      'go.mod': 'module m\n',
      'a.go':
        'package m\n\ntype A struct{}\n\nfunc (a *A) Run() {}\nfunc Make() *A { return &A{} }\nfunc Pair() (*A, error) { return nil, nil }\n',
      'b.go': 'package m\n\ntype B struct{}\n\nfunc (b *B) Run() {}\n',
      'u.go':
        'package m\n\ntype U struct{ field *A }\n\nfunc (u *U) f(p *A, o any) {\n\tp.Run()\n\tc := &A{}\n\tc.Run()\n\td := A{}\n\td.Run()\n\te := new(A)\n\te.Run()\n\tg := Make()\n\tg.Run()\n\th, _ := Pair()\n\th.Run()\n\tvar i A\n\ti.Run()\n\tvar j = &A{}\n\tj.Run()\n\tu.field.Run()\n\tfor _, k := range list() {\n\t\tk.Run()\n\t}\n\tif l, ok := o.(*A); ok {\n\t\tl.Run()\n\t}\n\tm := unknown()\n\tm.Run()\n\tswitch t := o.(type) {\n\tcase *A:\n\t\tt.Run()\n\t}\n\tb := &B{}\n\tb.Run()\n\tvar b2 B\n\tb2.Run()\n}\n',
    },
    file: 'u.go',
    member: 'A.Run',
    found: [6, 8, 10, 12, 14, 16, 18, 20, 21, 23, 26, 29, 32],
    others: [35, 37],
  },
  rust: {
    files: {
      'Cargo.toml': '[package]\nname = "app"\n',
      'src/lib.rs': 'mod a;\nmod u;\n',
      'src/a.rs':
        'pub struct A;\nimpl A {\n    pub fn new() -> Self { A }\n    pub fn run(&self) {}\n}\npub struct B;\nimpl B {\n    pub fn new() -> B { B }\n    pub fn run(&self) {}\n}\n',
      'src/u.rs':
        'use crate::a::{A, B};\nstruct U { field: A }\nimpl U {\n    fn go(&self) { self.field.run(); }\n}\nfn f(p: &A, q: Option<A>, r: Vec<A>) {\n    p.run();\n    let c = A::new();\n    c.run();\n    let d: A = make();\n    d.run();\n    let e = A;\n    e.run();\n    if let Some(g) = q {\n        g.run();\n    }\n    for h in r {\n        h.run();\n    }\n    let i = Box::new(A::new());\n    i.run();\n    let j = unknown();\n    j.run();\n    let k = &c;\n    k.run();\n    let mut l = A::new();\n    l.run();\n    list().iter().map(|m| m.run());\n    A::run(&c);\n    let n = A::open().unwrap();\n    n.run();\n    let b = B::new();\n    b.run();\n    let b2: B = make();\n    b2.run();\n}\n',
    },
    file: 'src/u.rs',
    member: 'A::run',
    found: [4, 7, 9, 11, 13, 15, 18, 21, 23, 25, 27, 28, 29, 31],
    others: [33, 35],
  },
  php: {
    files: {
      'A.php':
        '<?php\nnamespace App;\nclass A { function run() {} static function make(): self { return new self(); } }\n',
      'B.php': '<?php\nnamespace App;\nclass B { function run() {} }\n',
      'U.php':
        '<?php\nnamespace App;\nclass U {\n  private A $field;\n  function __construct(private A $held) {}\n  function f(A $p, ?A $q, $o) {\n    $p->run();\n    $q?->run();\n    $c = new A;\n    $c->run();\n    $d = new A();\n    $d->run();\n    $e = A::make();\n    $e->run();\n    $this->field->run();\n    $this->held->run();\n    foreach (items() as $g) {\n      $g->run();\n    }\n    $o->run();\n    (new A())->run();\n    $h = unknown();\n    $h->run();\n    $b = new B;\n    $b->run();\n    $b2 = new B();\n    $b2->run();\n  }\n}\n',
    },
    file: 'U.php',
    member: 'A.run',
    found: [7, 8, 10, 12, 14, 15, 16, 18, 20, 21, 23],
    others: [25, 27],
  },
  ruby: {
    files: {
      'a.rb': 'class A\n  def run\n  end\n  def self.make\n    new\n  end\nend\n',
      'b.rb': 'class B\n  def run\n  end\nend\n',
      'u.rb':
        'class U\n  def initialize(a)\n    @a = a\n    @field = A.new\n  end\n  attr_reader :held\n  def go(p)\n    @a.run\n    @field.run\n    held.run\n    p.run\n    c = A.new\n    c.run\n    d = A.make\n    d.run\n    list.each { |e| e.run }\n    list.each(&:run)\n    p&.run\n    A.new.run\n    b = B.new\n    b.run\n  end\nend\n',
    },
    file: 'u.rb',
    member: 'A.run',
    found: [8, 9, 10, 11, 13, 15, 16, 17, 18, 19],
    others: [21],
  },
  dart: {
    files: {
      'a.dart': 'class A {\n  void run() {}\n  static A make() => A();\n}\n',
      'b.dart': 'class B {\n  void run() {}\n}\n',
      'u.dart':
        "import 'a.dart';\nimport 'b.dart';\nclass U {\n  final A field = A();\n  void f(A p, dynamic o) {\n    p.run();\n    var c = A();\n    c.run();\n    final d = A();\n    d.run();\n    A e = make();\n    e.run();\n    field.run();\n    this.field.run();\n    for (var g in list()) {\n      g.run();\n    }\n    o.run();\n    var h = A.make();\n    h.run();\n    p..run();\n    var i = unknown();\n    i.run();\n    A().run();\n    var b = B();\n    b.run();\n    B b2 = other();\n    b2.run();\n  }\n}\n",
    },
    file: 'u.dart',
    found: [6, 8, 10, 12, 13, 14, 16, 18, 20, 21, 23, 24],
    others: [26, 28],
  },
  swift: {
    files: {
      'A.swift': 'class A {\n  func run() {}\n  static func make() -> A { return A() }\n}\n',
      'B.swift': 'class B {\n  func run() {}\n}\n',
      'U.swift':
        'class U {\n  let field = A()\n  var held: A?\n  func f(p: A, o: Any, q: A?) {\n    p.run()\n    let c = A()\n    c.run()\n    let d: A = make()\n    d.run()\n    field.run()\n    self.field.run()\n    held?.run()\n    for e in list() {\n      e.run()\n    }\n    guard let g = q else { return }\n    g.run()\n    if let h = o as? A {\n      h.run()\n    }\n    let i = A.make()\n    i.run()\n    let j = unknown()\n    j.run()\n    list().forEach { $0.run() }\n    A().run()\n    let b = B()\n    b.run()\n    let b2: B = other()\n    b2.run()\n  }\n}\n',
    },
    file: 'U.swift',
    found: [5, 7, 9, 10, 11, 12, 14, 17, 19, 22, 24, 25, 26],
    others: [28, 30],
  },
  typescript: {
    files: {
      'a.ts': 'export class A { run() {} static make(): A { return new A(); } }\n',
      'b.ts': 'export class B { run() {} }\n',
      'u.ts':
        "import { A } from './a';\nimport { B } from './b';\nclass U {\n  private field = new A();\n  constructor(private held: A) {}\n  f(p: A, q: A | undefined, o: unknown, list: A[]) {\n    p.run();\n    q?.run();\n    const c = new A();\n    c.run();\n    const d = A.make();\n    d.run();\n    this.field.run();\n    this.held.run();\n    for (const e of list) {\n      e.run();\n    }\n    list.forEach((g) => g.run());\n    (o as A).run();\n    const h = unknown();\n    h.run();\n    let i: A;\n    i!.run();\n    const [j] = list;\n    j.run();\n    const { k } = { k: new A() };\n    k.run();\n    const b = new B();\n    b.run();\n    let b2: B;\n    b2.run();\n  }\n}\n",
    },
    file: 'u.ts',
    found: [7, 8, 10, 12, 13, 14, 16, 18, 19, 21, 23, 25, 27],
    others: [29, 31],
  },
  python: {
    files: {
      'a.py':
        'class A:\n    def run(self):\n        pass\n    @classmethod\n    def make(cls):\n        return cls()\n',
      'b.py': 'class B:\n    def run(self):\n        pass\n',
      'u.py':
        'from a import A\nfrom b import B\nclass U:\n    def __init__(self, held: A, other):\n        self.field = A()\n        self.held = held\n        self.other = other\n    def f(self, p: A, q: "A", o):\n        p.run()\n        q.run()\n        c = A()\n        c.run()\n        d = A.make()\n        d.run()\n        self.field.run()\n        self.held.run()\n        self.other.run()\n        for e in items():\n            e.run()\n        with A() as g:\n            g.run()\n        o.run()\n        A().run()\n        if (h := A()):\n            h.run()\n        i: A = make()\n        i.run()\n        b = B()\n        b.run()\n        b2: B = make()\n        b2.run()\n',
    },
    file: 'u.py',
    found: [9, 10, 12, 14, 15, 16, 17, 19, 21, 22, 23, 25, 27],
    others: [29, 31],
  },
};

describe('a member that is called on an object', () => {
  test.for(Object.entries(CASES))(
    'in %s is found however the object came to be',
    async ([, { files, file, member = 'A.run', found, others }]) => {
      const references = (await referencesIn(files, member)).filter((one) => one.startsWith(`${file}:`));
      const lines = new Set(references.map((one) => Number(one.slice(file.length + 1).split(' ')[0])));
      const certain = new Set(
        references
          .filter((one) => !one.includes('likely'))
          .map((one) => Number(one.slice(file.length + 1).split(' ')[0])),
      );
      expect({
        missing: found.filter((line) => !lines.has(line)),
        mixed: others.filter((line) => certain.has(line)),
      }).toEqual({ missing: [], mixed: [] });
    },
  );
});
