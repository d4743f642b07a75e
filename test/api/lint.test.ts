/** POST /template/lint: what of a template's pages is hardly meant, with the shortest, the longest and the usual data. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cell, docx, p, pageBreak, picture, row, styles, table, textBox } from '../support/build.ts';
import { form, startTestServer, type TestServer } from '../support/server.ts';

interface Finding {
  readonly rule: string;
  readonly message: string;
  readonly page: number;
  readonly data: string;
  readonly box: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
}

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ PLATEN_PDF_ENGINE: 'native' });
});
afterAll(() => server?.close());

let count = 0;
const lint = async (more: object, ...content: Parameters<typeof docx>) => {
  count += 1;
  const templateKey = `template-${count}`;
  await server.call('PUT', '/template/upload', { body: form({ templateKey, template: docx(...content) }) });
  const { status, json } = await server.call('POST', '/template/lint', { json: { templateKey, ...more } });
  expect(status).toBe(200);
  return json as {
    findings: Finding[];
    sets: { name: string; pages: number | null; error: string | null }[];
  };
};
const rules = ({ findings }: { findings: readonly Finding[] }): string[] => [
  ...new Set(findings.map(({ rule, data }) => `${rule} ${data}`)),
];
const HEADING = styles(
  '<w:style w:type="paragraph" w:styleId="H"><w:name w:val="H"/><w:pPr><w:outlineLvl w:val="0"/></w:pPr></w:style>',
);
const filled = (lines: number) => Array.from({ length: lines }, (_, n) => p(`Line ${n}`));

describe('layout lint', () => {
  test('a template that bears everything has no finding, and all sets were looked at', async () => {
    const found = await lint({}, p('Dear {name},'), p('{text}'), table(row(cell('{#items}{name}{/items}'))));
    expect(found.findings).toEqual([]);
    expect(found.sets.map(({ name, error }) => [name, error])).toEqual([
      ['usual', null],
      ['shortest', null],
      ['longest', null],
      ['languages', null],
    ]);
  });

  test('text that leaves a cell of an exact height, a box, or its column as a word that is cut', async () => {
    const exact = row({ xml: '<w:trHeight w:val="300" w:hRule="exact"/>' }, cell({ width: 2000 }, '{name}'));
    expect(rules(await lint({}, table({ widths: [2000] }, exact)))).toContain('text-overflow longest');
    const narrow = row(cell({ width: 700 }, '{name}'));
    const found = await lint({}, table({ widths: [700], xml: '<w:tblLayout w:type="fixed"/>' }, narrow));
    expect(rules(found)).toContain('broken-word longest');
    expect(rules(await lint({}, p(textBox('{name} {other} {third} {fourth}'))))).toEqual(
      expect.arrayContaining([expect.stringMatching(/^text-overflow/)]),
    );
    for (const { box } of found.findings) expect(box.width).toBeGreaterThan(0);
    // An empty paragraph below the text leaves no box, and a picture in the margin is still on paper.
    const inMargin = p({ xml: '<w:ind w:left="-1000"/>' }, picture({ width: 6_600_000, height: 6_600_000 }));
    expect(rules(await lint({}, p(textBox(p('Fits'), p(''), p(''), p('')))))).toEqual([]);
    expect(rules(await lint({}, inMargin))).toEqual([]);
    const lost = picture({ width: 9_000_000, height: 9_000_000 });
    expect(rules(await lint({}, p(lost)))).toContain('text-overflow usual');
  });

  test('what a tag takes only as it is stays as it is', async () => {
    const found = await lint(
      { data: { n: 12, currency: 'EUR', name: 'x' } },
      p('{n | currency:currency} {name}'),
    );
    expect(found.sets.filter(({ error }) => error !== null)).toEqual([]);
    const justified = await lint({}, p({ align: 'both' }, `{name} ${'and some words more '.repeat(30)}`));
    expect(justified.findings).toEqual([]);
  });

  test('a table wider than its page', async () => {
    const wide = table(
      { widths: [9000, 9000], xml: '<w:tblLayout w:type="fixed"/>' },
      row(cell('a'), cell('b')),
    );
    expect(rules(await lint({}, wide))).toContain('wide-table usual');
  });

  test('a heading alone at the foot, an empty last page, a signature torn apart', async () => {
    const heading = await lint({}, ...filled(50), p({ style: 'H' }, 'About it'), ...filled(9), HEADING);
    expect(heading.findings.find(({ rule }) => rule === 'lonely-heading')).toMatchObject({
      page: 1,
      message: expect.stringContaining('"About it"'),
    });
    const empty = await lint({}, p('All there is'), p(pageBreak()));
    expect(empty.findings).toMatchObject(Array(4).fill({ rule: 'empty-last-page', page: 2 }));
    const signed = await lint(
      {},
      ...filled(50),
      p('Yours sincerely,'),
      p('____________________'),
      p('{name}'),
    );
    expect(rules(signed)).toContain('torn-signature usual');
  });

  test('a picture that is squeezed', async () => {
    const squeezed = await lint({}, p(picture({ width: 1_800_000, height: 600_000 })));
    expect(rules(squeezed)).toContain('squeezed-picture usual');
    expect(rules(await lint({}, p(picture({ width: 600_000, height: 600_000 }))))).toEqual([]);
  });

  test('looks at the sample sets that are saved with the template', async () => {
    await lint({}, p('{name}'));
    const templateKey = `template-${count}`;
    const json = { templateKey, name: 'Endless', data: { name: 'W'.repeat(200) } };
    expect(await server.call('PUT', '/template/samples', { json })).toMatchObject({ status: 200 });
    const { json: found } = await server.call('POST', '/template/lint', { json: { templateKey } });
    expect(rules(found as { findings: Finding[] })).toContain('broken-word saved: Endless');
    const dated = await lint({}, p('{"2026-11-16" | date:"MMMM"}{name}'));
    expect(dated.findings).toEqual([]);
    const german = { templateKey: `template-${count}`, name: 'German', data: {}, options: { locale: 'de' } };
    await server.call('PUT', '/template/samples', { json: german });
    const sets = ['saved: German'];
    const json2 = { templateKey: german.templateKey, sets, withData: true };
    expect((await server.call('POST', '/template/lint', { json: json2 })).json).toMatchObject({
      sets: [{ name: 'saved: German', error: null, options: { locale: 'de' } }],
    });
  });

  test('takes data of one’s own as the usual ones, and says what can’t be rendered', async () => {
    const found = await lint({ data: { name: 'W'.repeat(200) } }, p('{name}'));
    expect(rules(found)).toContain('broken-word usual');
    expect(await server.call('POST', '/template/lint', { json: { templateKey: 'none' } })).toMatchObject({
      status: 404,
    });
    expect(await server.call('POST', '/template/lint', { json: {} })).toMatchObject({ status: 400 });
    const templateKey = `template-${count}`;
    const one = await server.call('POST', '/template/lint', {
      json: { templateKey, sets: ['shortest'], withData: true },
    });
    expect(one.json).toEqual({
      findings: [],
      sets: [{ name: 'shortest', pages: 1, error: null, data: { name: 'A' }, options: {} }],
      left: ['usual', 'longest', 'languages'],
    });
    for (const sets of [['tallest'], [], [1], 'usual'])
      expect(await server.call('POST', '/template/lint', { json: { templateKey, sets } })).toMatchObject({
        status: 400,
        json: { code: 'bad_request' },
      });
  });
});
