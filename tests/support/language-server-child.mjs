// A small language server for tests: it answers `references` with every line that holds the word at the place, in the
// documents that were opened. `--mute` never answers them, `--die` ends at the first, `--garbage` speaks no protocol.
const texts = new Map();
let received = Buffer.alloc(0);
const mode = process.argv.slice(2);
const send = (message) => {
  const body = Buffer.from(JSON.stringify(message));
  process.stdout.write(`Content-Length: ${body.length}\r\n\r\n`);
  process.stdout.write(body);
};
let asked = 0;
function answer({ id, method, params }) {
  if (method === 'initialize') {
    send({ jsonrpc: '2.0', id: 'from-server', method: 'workspace/configuration', params: { items: [{}] } });
    return send({ jsonrpc: '2.0', id, result: { capabilities: {} } });
  }
  if (method === 'textDocument/didOpen')
    return void texts.set(params.textDocument.uri, params.textDocument.text);
  if (method === 'textDocument/didChange')
    return void texts.set(params.textDocument.uri, params.contentChanges[0].text);
  if (method === 'textDocument/didClose') return void texts.delete(params.textDocument.uri);
  if (method !== 'textDocument/references' && method !== 'textDocument/definition') return;
  if (mode.includes('--die')) process.exit(3);
  if (mode.includes('--mute')) return;
  asked += 1;
  const line = (texts.get(params.textDocument.uri) ?? '').split('\n')[params.position.line] ?? '';
  const word = /^\w+/.exec(line.slice(params.position.character))?.[0] ?? '';
  const found = [];
  for (const [uri, text] of texts)
    for (const [row, one] of text.split('\n').entries()) {
      const character = one.search(new RegExp(`\\b${word}\\b`));
      if (character >= 0)
        found.push({ uri, range: { start: { line: row, character }, end: { line: row, character } } });
    }
  // The first answer is partial, as while a project is still being read.
  send({ jsonrpc: '2.0', id, result: asked === 1 && mode.includes('--partial') ? found.slice(0, 1) : found });
}
if (mode.includes('--garbage')) process.stdout.write('hello\r\n\r\n');
process.stdin.on('data', (data) => {
  received = Buffer.concat([received, data]);
  for (;;) {
    const head = received.indexOf('\r\n\r\n');
    if (head < 0) return;
    const length = Number(/Content-Length: (\d+)/.exec(received.toString('latin1', 0, head))[1]);
    if (received.length < head + 4 + length) return;
    const body = received.toString('utf8', head + 4, head + 4 + length);
    received = received.subarray(head + 4 + length);
    answer(JSON.parse(body));
  }
});
process.stdin.on('end', () => process.exit(0));
