/** Programs that another version of the engine wrote are compiled anew when they are needed. */
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PROGRAM_FORMAT } from '../../src/template/index.ts';
import { docx, p } from '../support/build.ts';
import { paragraphs } from '../support/read.ts';
import { form, startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ PLATEN_WORKERS: '1' });
});
afterAll(() => server?.close());

/** As an upgrade leaves it: the stored programs say that they are of another format. */
const pretendFormat = (format: number): void => {
  const database = new DatabaseSync(`${server.config.dataFolder}/platen.db`, { timeout: 5_000 });
  database.exec(`update template_versions set program_format = ${format}, inspection = '{"fields": []}'`);
  database.close();
};
const storedFormats = (): unknown[] => {
  const database = new DatabaseSync(`${server.config.dataFolder}/platen.db`, { readOnly: true });
  const rows = database.prepare('select distinct program_format from template_versions').all();
  database.close();
  return rows.map((row) => row['program_format']);
};

const KEYS = Array.from({ length: 6 }, (_, index) => `template ${index}`);
const generateAll = () =>
  Promise.all(
    KEYS.map((templateKey) =>
      server.call('POST', '/template/generate', {
        json: { templateKey, output: 'DOCX', data: { name: 'Ada' } },
      }),
    ),
  );

test('after an upgrade, all templates at once on one thread: each is compiled anew, and kept', async () => {
  for (const [index, templateKey] of KEYS.entries())
    await server.call('PUT', '/template/upload', {
      body: form({ templateKey, template: docx(p(`${index} {name}`)) }),
    });
  pretendFormat(PROGRAM_FORMAT - 1);
  const answers = await generateAll();
  expect(answers.map(({ bytes }) => paragraphs(bytes)[0])).toEqual(KEYS.map((_, index) => `${index} Ada`));
  expect(storedFormats()).toEqual([PROGRAM_FORMAT]);
  const { json } = await server.call('GET', '/template/inspect?templateKey=template%200');
  expect(json).toMatchObject({ fields: [{ path: 'name' }] });
});

test('programs of a newer version, as in a rolling upgrade, are left alone and rendered all the same', async () => {
  pretendFormat(PROGRAM_FORMAT + 1);
  const answers = await generateAll();
  expect(answers.map(({ status }) => status)).toEqual(KEYS.map(() => 200));
  expect(storedFormats()).toEqual([PROGRAM_FORMAT + 1]);
});

test('what was stored as text is refused neither by a newer engine nor when it is brought back', async () => {
  const upload = (text: string) =>
    server.call('PUT', '/template/upload', {
      body: form({ templateKey: 'text', template: docx(p(text)), static: 'true', overwrite: 'true' }),
    });
  for (const text of ['Written as <<name>>', 'second']) expect((await upload(text)).status).toBe(200);
  pretendFormat(PROGRAM_FORMAT - 1);
  const rollback = { templateKey: 'text', version: 1 };
  expect((await server.call('POST', '/template/rollback', { json: rollback })).status).toBe(200);
  pretendFormat(PROGRAM_FORMAT - 1);
  const made = await server.call('POST', '/template/generate', {
    json: { templateKey: 'text', output: 'DOCX', data: {} },
  });
  expect(paragraphs(made.bytes)[0]).toBe('Written as <<name>>');
  const { json } = await server.call('GET', '/template/inspect?templateKey=text');
  expect(json).toMatchObject({ warnings: [{ code: 'foreign_tags' }] });
});
