/** Snippets do what the button did, as pasted: they are run by a shell, by Node.js and by Python against a server. */
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bodyOf, type Call, fileNameOf } from '../../src/console/screens/workspace/snippets/call.ts';
import { type Language, snippetOf } from '../../src/console/screens/workspace/snippets/snippets.ts';
import { docx, p } from '../support/build.ts';
import { paragraphs } from '../support/read.ts';
import { form, startTestServer, TEST_KEY, type TestServer } from '../support/server.ts';

const run = promisify(execFile);
const HARD = `quotes ' " \`back\` $HOME $(id) \\ slash, "quoted", '''three''' """three""", !bang %s`;
const UNICODE = 'Ünï €, 日本, 🎉, \u2028 separator, \t tab\nand a new line';
const KEY = `it's "a" $key & ünï`;

let server: TestServer;
let folder: string;

beforeAll(async () => {
  server = await startTestServer();
  folder = mkdtempSync(join(tmpdir(), 'platen-snippets-'));
  const template = docx(p('{hard}'), p('{unicode}'), p('{amount | number:2}'), p('{__proto__}'));
  await server.call('PUT', '/template/upload', { body: form({ templateKey: KEY, template }) });
});

afterAll(async () => {
  await server?.close();
  rmSync(folder, { recursive: true, force: true });
});

const call = (): Call => ({
  address: server.address,
  templateKey: KEY,
  output: 'DOCX',
  dataText: `${JSON.stringify({ hard: HARD, unicode: UNICODE, amount: 1234.5 }, null, 2).slice(0, -2)},\n  "__proto__": "own"\n}`,
  options: { locale: 'de-DE', filename: `O'Hara "x" $1` },
});

const python = ['/usr/bin/python3', '/usr/local/bin/python3'].find(existsSync);

/** `requests` need not be installed where tests run: what the snippet uses of it, by the standard library. */
const REQUESTS = `import urllib.request
class _Response:
    def __init__(self, answer):
        self.content = answer.read()
    def raise_for_status(self):
        pass
def post(url, headers, data):
    return _Response(urllib.request.urlopen(urllib.request.Request(url, data=data, headers=headers, method="POST")))
`;

const RUNNERS: Readonly<Record<Language, (text: string) => Promise<unknown>>> = {
  curl: (text) => run('bash', ['-c', text.replace('plt_…', TEST_KEY)], { cwd: folder }),
  javascript: (text) => {
    writeFileSync(join(folder, 'generate.mjs'), text);
    return run(process.execPath, ['generate.mjs'], { cwd: folder, env: { PLATEN_KEY: TEST_KEY } });
  },
  python: (text) => {
    writeFileSync(join(folder, 'requests.py'), REQUESTS);
    writeFileSync(join(folder, 'generate.py'), text);
    return run(python ?? '', ['generate.py'], { cwd: folder, env: { PLATEN_KEY: TEST_KEY } });
  },
};

describe('snippets', () => {
  it.for<Language>(['curl', 'javascript', 'python'])('%s makes the document', async (language, { skip }) => {
    if (language === 'python' && python === undefined) return skip('Python is not installed here');
    const file = join(folder, fileNameOf(call()));
    rmSync(file, { force: true });
    await RUNNERS[language](snippetOf(language, call()));
    expect(paragraphs(new Uint8Array(readFileSync(file)))).toEqual([
      HARD,
      // Word has no line separator: it becomes a line break.
      UNICODE.replace('\u2028', '\n'),
      '1.234,50',
      'own',
    ]);
  });

  it('hold exactly what is sent, and nothing that was left empty', () => {
    const body = JSON.parse(bodyOf({ ...call(), options: { locale: 'en-US', currency: '' } }));
    expect(body).toEqual({
      templateKey: KEY,
      output: 'DOCX',
      data: JSON.parse(call().dataText),
      options: { locale: 'en-US' },
    });
    expect(JSON.parse(bodyOf({ ...call(), options: {} }))).not.toHaveProperty('options');
  });

  it('keep numbers as they are written', () => {
    const text = snippetOf('curl', { ...call(), dataText: '{"id": 12345678901234567890, "price": 1.10}' });
    expect(text).toContain('"id": 12345678901234567890, "price": 1.10');
  });

  it.each([
    ['invoice', 'invoice.pdf'],
    ['../../etc/passwd', 'etc-passwd.pdf'],
    ['  ', 'document.pdf'],
    ['Rechnung für Österreich', 'Rechnung-für-Österreich.pdf'],
  ])('write %s to %s', (templateKey, name) => {
    expect(fileNameOf({ ...call(), templateKey, output: 'PDF' })).toBe(name);
  });
});
