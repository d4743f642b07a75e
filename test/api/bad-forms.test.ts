/** Multipart: every way in which a form can be wrong is a clear 400 (413 for size), never anything else. */
import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { docx, p } from '../support/build.ts';
import { startTestServer, TEST_KEY, type TestServer } from '../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ PLATEN_MAX_TEMPLATE_BYTES: '1MiB' });
});
afterAll(() => server?.close());

interface Part {
  readonly name?: string;
  readonly filename?: string;
  readonly type?: string;
  readonly value: string | Uint8Array;
}

const multipart = (parts: readonly Part[], boundary = 'bound'): Buffer =>
  Buffer.concat([
    ...parts.flatMap(({ name, filename, type, value }) => [
      Buffer.from(
        `--${boundary}\r\nContent-Disposition: form-data${name === undefined ? '' : `; name="${name}"`}` +
          `${filename === undefined ? '' : `; filename="${filename}"`}\r\n${type === undefined ? '' : `Content-Type: ${type}\r\n`}\r\n`,
      ),
      Buffer.from(value),
      Buffer.from('\r\n'),
    ]),
    Buffer.from(`--${boundary}--\r\n`),
  ]);

const TYPE = 'multipart/form-data; boundary=bound';
const send = (body: Uint8Array | string, type = TYPE, path = '/template/upload') =>
  server.call('PUT', path, { body: new Uint8Array(Buffer.from(body)), headers: { 'content-type': type } });

const file: Part = { name: 'template', filename: 't.docx', value: docx(p('{a}')) };
const key: Part = { name: 'templateKey', value: 'key' };

const cases: [string, readonly Part[], string, string][] = [
  ['nothing', [], 'bad_request', 'templateKey is required. template is required.'],
  ['no key', [file], 'bad_request', 'templateKey is required.'],
  ['no file', [key], 'bad_request', 'template is required.'],
  ['an empty key', [{ ...key, value: '' }, file], 'bad_template_key', 'templateKey must not be empty.'],
  ['a blank key', [{ ...key, value: ' \t\n' }, file], 'bad_template_key', 'templateKey must not be empty.'],
  [
    'a key that is too long',
    [{ ...key, value: 'x'.repeat(201) }, file],
    'bad_template_key',
    'templateKey is longer than 200 characters.',
  ],
  [
    'a key of a megabyte',
    [{ ...key, value: 'x'.repeat(1_000_000) }, file],
    'bad_request',
    'templateKey is too long.',
  ],
  [
    'a key with a control character',
    [{ ...key, value: 'a\u0007b' }, file],
    'bad_template_key',
    'templateKey must not hold control characters.',
  ],
  [
    'a key with a NUL',
    [{ ...key, value: 'a\0b' }, file],
    'bad_template_key',
    'templateKey must not hold control characters.',
  ],
  [
    'a key in Latin-1',
    [{ ...key, value: Buffer.from('caf\xe9', 'latin1') }, file],
    'bad_request',
    'templateKey is not valid UTF-8.',
  ],
  [
    'a key in UTF-16',
    [{ ...key, value: Buffer.from('clé', 'utf16le') }, file],
    'bad_request',
    'templateKey is not valid UTF-8.',
  ],
  [
    'a lone surrogate',
    [{ ...key, value: Buffer.from([0xed, 0xa0, 0x80]) }, file],
    'bad_request',
    'templateKey is not valid UTF-8.',
  ],
  [
    'two keys',
    [key, { ...key, value: 'other' }, file],
    'bad_request',
    'templateKey was sent more than once.',
  ],
  ['two files', [key, file, file], 'bad_request', 'template was sent more than once.'],
  [
    'a file as key',
    [{ ...key, filename: 'key.txt' }, file],
    'bad_request',
    'templateKey must be text, not a file.',
  ],
  [
    'text as file',
    [key, { name: 'template', value: 'text' }],
    'bad_request',
    'template must be a file, not text.',
  ],
  ['an empty file', [key, { ...file, value: '' }], 'bad_request', 'template is an empty file.'],
  [
    'an empty name',
    [key, file, { name: 'templateName', value: '' }],
    'bad_template_name',
    'templateName must not be empty.',
  ],
  [
    'a name that is too long',
    [key, file, { name: 'templateName', value: 'x'.repeat(301) }],
    'bad_template_name',
    'templateName is longer than 300 characters.',
  ],
  [
    'an unknown delimiter',
    [key, file, { name: 'delimiter', value: 'CURLY' }],
    'bad_delimiter',
    'delimiter must be one of BRACES, DOUBLE_BRACES, DOUBLE_SQUARE_BRACKETS, TRIPLE_PLUS.',
  ],
  [
    'an empty delimiter',
    [key, file, { name: 'delimiter', value: '' }],
    'bad_delimiter',
    'delimiter must be one of',
  ],
  [
    'overwrite that is neither',
    [key, file, { name: 'overwrite', value: 'yes' }],
    'bad_request',
    'overwrite must be true or false.',
  ],
  [
    'names in the wrong case',
    [{ ...key, name: 'templatekey' }, file],
    'bad_request',
    'templateKey is required.',
  ],
  ['parts without a name', [{ value: 'x' }, file], 'bad_request', 'templateKey is required.'],
];

test.each(cases)('%s', async (_, parts, code, message) => {
  const { status, json } = await send(multipart(parts));
  expect([status, json]).toEqual([
    400,
    expect.objectContaining({ code, error: expect.stringContaining(message), details: expect.any(Array) }),
  ]);
});

test('all mistakes at once, each with its field', async () => {
  const { status, json } = await send(
    multipart([
      { ...key, value: '\u0001' },
      { name: 'template', value: 'text' },
      { name: 'delimiter', value: 'x' },
      { name: 'templateName', value: ' ' },
      { name: 'overwrite', value: '1' },
    ]),
  );
  expect(status).toBe(400);
  const { details } = json as { details: { path: string }[] };
  expect(details.map(({ path }) => path)).toEqual([
    'templateKey',
    'template',
    'templateName',
    'delimiter',
    'overwrite',
  ]);
});

test('extra fields and extra files are ignored, whatever they hold', async () => {
  const extras: Part[] = [
    { name: 'comment', value: 'x'.repeat(50_000) },
    { name: 'other', filename: 'other.bin', value: new Uint8Array(1000) },
    { name: '__proto__', value: 'x' },
    { name: '', value: 'x' },
    { name: 'bad', value: Buffer.from([0xff, 0xfe]) },
  ];
  const { status, json } = await send(
    multipart([...extras, { ...key, value: 'with extras' }, file, ...extras]),
  );
  expect([status, json]).toEqual([200, { success: true }]);
});

test('a file that names no file name but is no text either is a file', async () => {
  const blob = { name: 'template', type: 'application/octet-stream', value: docx(p('{a}')) };
  expect((await send(multipart([{ ...key, value: 'blob' }, blob]))).status).toBe(200);
});

test('a file name may be anything: it is not used', async () => {
  const odd = { ...file, filename: '../../etc/passwd' };
  expect((await send(multipart([{ ...key, value: 'odd name' }, odd]))).status).toBe(200);
});

test('replace judges its fields the same way, and ignores those that only upload has', async () => {
  expect((await send(multipart([]), TYPE, '/template/replace')).status).toBe(400);
  await send(multipart([{ ...key, value: 'to replace' }, file]));
  const parts = [
    { ...key, value: 'to replace' },
    file,
    { name: 'templateName', value: '' },
    { name: 'overwrite', value: 'maybe' },
  ];
  expect((await send(multipart(parts), TYPE, '/template/replace')).status).toBe(200);
});

describe('bodies that are not forms', () => {
  const whole = multipart([{ ...key, value: 'never stored' }, file]);

  test.each([
    ['no content type', whole, '', 'unsupported_media_type'],
    ['JSON', '{"templateKey": "a"}', 'application/json', 'unsupported_media_type'],
    [
      'a form of the other kind',
      'templateKey=a',
      'application/x-www-form-urlencoded',
      'unsupported_media_type',
    ],
    ['no boundary', whole, 'multipart/form-data', 'bad_multipart'],
    ['an empty boundary', whole, 'multipart/form-data; boundary=', 'bad_multipart'],
    ['another boundary', whole, 'multipart/form-data; boundary=other', 'bad_multipart'],
    ['nothing', '', TYPE, 'bad_multipart'],
    ['garbage', 'hello', TYPE, 'bad_multipart'],
    ['no end', whole.subarray(0, whole.length - 10), TYPE, 'bad_multipart'],
    ['cut in the file', whole.subarray(0, whole.length - 500), TYPE, 'bad_multipart'],
    ['cut in a header', whole.subarray(0, 40), TYPE, 'bad_multipart'],
    ['cut after a header', whole.subarray(0, 60), TYPE, 'bad_multipart'],
    [
      'headers without end',
      `--bound\r\nContent-Disposition: form-data; name="${'x'.repeat(100_000)}`,
      TYPE,
      'bad_multipart',
    ],
    [
      'too many parts',
      multipart(Array.from({ length: 200 }, (_, index) => ({ name: `f${index}`, value: 'x' }))),
      TYPE,
      'bad_multipart',
    ],
  ])('%s', async (_, body, type, code) => {
    const { status, json } = await send(body, type);
    expect([status, json]).toEqual([400, expect.objectContaining({ code })]);
    expect((await server.call('GET', '/template/download?templateKey=never%20stored')).status).toBe(404);
  });

  test('compressed ones are not taken', async () => {
    const { status } = await server.call('PUT', '/template/upload', {
      body: new Uint8Array(whole),
      headers: { 'content-type': TYPE, 'content-encoding': 'gzip' },
    });
    expect(status).toBe(400);
  });
});

describe('size', () => {
  test('a file past the limit is 413', async () => {
    const { status, json } = await send(
      multipart([key, { ...file, value: new Uint8Array(1024 * 1024 + 1) }]),
    );
    expect([status, json]).toEqual([413, expect.objectContaining({ code: 'body_too_large' })]);
  });

  test('a body past the limit is 413, announced or not', async () => {
    const huge = { name: 'extra', filename: 'x', value: new Uint8Array(3 * 1024 * 1024) };
    expect((await send(multipart([key, huge]))).status).toBe(413);
    const chunks = async function* () {
      yield multipart([key]).subarray(0, -10);
      for (let turn = 0; turn < 40; turn += 1) yield new Uint8Array(100_000);
    };
    const answer = await fetch(`${server.address}/template/upload`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${TEST_KEY}`, 'content-type': TYPE },
      body: ReadableStream.from(chunks()),
      duplex: 'half',
    } as RequestInit);
    expect(answer.status).toBe(413);
  });

  test('a file at the limit is judged as a file', async () => {
    const { status, json } = await send(multipart([key, { ...file, value: new Uint8Array(1024 * 1024) }]));
    expect([status, json]).toEqual([400, expect.objectContaining({ code: 'not_docx' })]);
  });
});

test('an upload that the caller aborts leaves nothing behind', async () => {
  const { port, hostname } = new URL(server.address);
  const whole = multipart([
    { ...key, value: 'aborted' },
    { ...file, value: new Uint8Array(900_000) },
  ]);
  for (const cut of [10, 100, 500_000, whole.length - 1]) {
    const upload = request({
      port,
      hostname,
      method: 'PUT',
      path: '/template/upload',
      headers: { authorization: `Bearer ${TEST_KEY}`, 'content-type': TYPE, 'content-length': whole.length },
    });
    upload.on('error', () => {});
    upload.write(whole.subarray(0, cut));
    await sleep(50);
    upload.destroy();
  }
  await expect
    .poll(
      async () =>
        /platen_request_body_bytes\{kind="known"\} (\d+)/.exec(
          (await server.call('GET', '/metrics')).text,
        )?.[1],
    )
    .toBe('0');
  expect((await server.call('GET', '/template/download?templateKey=aborted')).status).toBe(404);
  expect(server.log.filter((line) => line.includes('"level":"error"'))).toEqual([]);
});
