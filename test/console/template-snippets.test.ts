/**
 * Snippets do what the button did, as pasted: they are run by a shell, by Node.js and by Python against a server, which every machine of
 * the tests has; by Java, PHP, Go and .NET where they are installed.
 */
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  bodyOf,
  type Call,
  fileNameOf,
  httpCallOf,
} from '../../src/console/screens/workspace/snippets/call.ts';
import type { HttpCall } from '../../src/console/snippets/http-call.ts';
import { LANGUAGES, type Language, snippetOf } from '../../src/console/snippets/snippets.ts';
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

/** `requests` need not be installed where tests run: what the snippets use of it, by the standard library. */
const REQUESTS = `import urllib.request
class _Response:
    def __init__(self, answer):
        self.content = answer.read()
        self.text = self.content.decode("utf-8", "replace")
    def raise_for_status(self):
        pass
def _part(name, value, file=None):
    about = 'form-data; name="%s"' % name + ('; filename="%s"' % file if file else "")
    return b"--mark\\r\\nContent-Disposition: " + about.encode() + b"\\r\\n\\r\\n" + value + b"\\r\\n"
def request(method, url, headers, data=None, files=None):
    if files is not None:
        parts = [_part(name, value.encode()) for name, value in data.items()]
        parts += [_part(name, file.read(), file.name) for name, file in files.items()]
        data = b"".join(parts) + b"--mark--\\r\\n"
        headers = {**headers, "Content-Type": "multipart/form-data; boundary=mark"}
    return _Response(urllib.request.urlopen(urllib.request.Request(url, data=data, headers=headers, method=method)))
`;

const ENV = { PLATEN_KEY: TEST_KEY, PATH: process.env['PATH'], HOME: tmpdir(), LC_ALL: 'C.UTF-8' };
const runAs =
  (file: string, program: string, ...args: string[]) =>
  (text: string) => {
    writeFileSync(join(folder, file), text);
    return run(program, [...args, file], { cwd: folder, env: ENV });
  };

const RUNNERS: Readonly<Partial<Record<Language, (text: string) => Promise<unknown>>>> = {
  curl: (text) => run('bash', ['-c', text.replace('plt_…', TEST_KEY)], { cwd: folder }),
  javascript: runAs('call.mjs', process.execPath),
  python: (text) => {
    writeFileSync(join(folder, 'requests.py'), REQUESTS);
    return runAs('call.py', python ?? '')(text);
  },
  java: runAs('Call.java', 'java'),
  php: runAs('call.php', 'php'),
  go: runAs('main.go', 'go', 'run'),
};

/** Those that every machine of the tests has; `SNIPPETS=java,php,go` runs others, where they are installed. */
const RUN = ['curl', 'javascript', 'python', ...(process.env['SNIPPETS']?.split(',') ?? [])] as Language[];

describe('snippets', () => {
  it.for<Language>(RUN)('%s makes the document', async (language, { skip }) => {
    if (language === 'python' && python === undefined) return skip('Python is not installed here');
    const file = join(folder, fileNameOf(call()));
    rmSync(file, { force: true });
    await RUNNERS[language]?.(snippetOf(language, httpCallOf(call())));
    expect(paragraphs(new Uint8Array(readFileSync(file)))).toEqual([
      HARD,
      // Word has no line separator: it becomes a line break.
      UNICODE.replace('\u2028', '\n'),
      '1.234,50',
      'own',
    ]);
  });

  it.for<Language>(RUN)('%s uploads a file', async (language, { skip }) => {
    if (language === 'python' && python === undefined) return skip('Python is not installed here');
    writeFileSync(join(folder, 'sent.docx'), docx(p(`{by_${language}}`)));
    const upload: HttpCall = {
      method: 'PUT',
      url: `${server.address}/template/upload`,
      form: [
        { name: 'templateKey', value: `by ${language}, "quoted" & 日本` },
        { name: 'template', value: 'sent.docx', isFile: true },
      ],
    };
    await RUNNERS[language]?.(snippetOf(language, upload));
    const templateKey = encodeURIComponent(upload.form?.[0]?.value ?? '');
    const { json } = await server.call('GET', `/template/inspect?templateKey=${templateKey}`);
    expect(json).toMatchObject({ fields: [{ path: `by_${language}` }] });
  });

  it('are there for seven languages, each with the address, the key from the environment, and the data', () => {
    for (const { value } of LANGUAGES) {
      const text = snippetOf(value, httpCallOf({ ...call(), dataText: '{"plain": "words"}' }));
      expect([value, text]).toEqual([value, expect.stringContaining(`${server.address}/template/generate`)]);
      expect([value, text]).toEqual([
        value,
        expect.stringMatching(/PLATEN_KEY[\s\S]*"plain": "words"|"plain": "words"[\s\S]*PLATEN_KEY/),
      ]);
    }
    expect(LANGUAGES).toHaveLength(7);
  });

  it('divide what Java takes in pieces alone', () => {
    const long = JSON.stringify({ text: 'x"\\ü'.repeat(30_000) });
    const text = snippetOf('java', httpCallOf({ ...call(), dataText: long }));
    const literals = [...text.matchAll(/"(?:[^"\\]|\\.)*"/g)].map(([one]) => one.length);
    expect(Math.max(...literals)).toBeLessThan(65_535);
    expect(text).toContain('String.join("",');
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
    const text = snippetOf(
      'curl',
      httpCallOf({ ...call(), dataText: '{"id": 12345678901234567890, "price": 1.10}' }),
    );
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
