/** Sentences of the template language that the other suites, each about one part of it, do not come to. */
import { describe, expect, it } from 'vitest';
import type { PROBLEM_CODES } from '../../src/template/problems.ts';
import {
  cell,
  docx,
  header,
  hyperlink,
  inserted,
  p,
  picture,
  properties,
  r,
  raw,
  row,
  table,
} from '../support/build.ts';
import { failureOf, grid, problemsOf, render } from './engine.ts';

const data = {
  n: 3,
  on: true,
  off: false,
  items: [{ a: 1 }, { a: 2 }],
  none: [],
  total: 1234.5,
  date: '2024-03-01T23:30:00Z',
  p: { name: 'Ann' },
};
const show = (text: string, own: Parameters<typeof render>[1] = data): string =>
  render(docx(p(`[${text}]`)), own)
    .text.join('|')
    .slice(1, -1);

describe('tags', () => {
  it.each(['http://x.test/', 'https://x.test/', 'mailto:a@x.test', 'tel:+49891', '#mark'])(
    'the target of a link may become %s',
    (u) => {
      const rendered = render(docx(p(hyperlink('%7Bu%7D', 'x'))), { u });
      expect(rendered.part('word/_rels/document.xml.rels')).toContain(`Target="${u}"`);
    },
  );

  it('work in properties that the author made up, too', () => {
    const file = docx(properties({ company: '{p.name}', custom: { Client: '{p.name} & co' } }), p('x'));
    const rendered = render(file, data);
    expect(rendered.part('docProps/app.xml')).toContain('Ann');
    expect(rendered.part('docProps/custom.xml')).toContain('Ann &amp; co');
  });

  it('quotes and brackets are balanced: {LINK ({url: u})}', () => {
    expect(render(docx(p('{LINK ({url: "https://x.test/", label: "}"})}')), {}).text).toEqual(['}']);
  });

  it('a row that holds nothing but control tags vanishes with them', () => {
    const file = docx(table(row('{SET x = 1}', '{// y}'), row('a', '{x}')));
    expect(grid(render(file, data))).toEqual([['a', '1']]);
  });

  it('an assignment that vanished with its paragraph was still made', () => {
    expect(render(docx(p('{SET x = 1}'), p('{x}')), {}).text).toEqual(['1']);
  });
});

describe('values', () => {
  it.each([
    ['{total | currency:"EUR"}', '€1,234.50'],
    ['{total | currency("EUR")}', '€1,234.50'],
    ['{Ins n}{iNs n}', '33'],
    ['{set x = 2}{x}{Exec x = 3}{x}', '23'],
    ['{FOR p IN items}{ALIAS n INS $p.a}{*n}{END-FOR}', '12'],
    // A data key of the name is hidden, never changed.
    ['{SET n = n + 1}{n}{@root.n}', '43'],
    ['{null ?? "x"}{n.nowhere?.deep}', 'x'],
    // Defaults of a request: en-US, UTC, USD.
    [
      '{total | number:2} {total | currency} {date | date:"d MMMM HH:mm"}',
      '1,234.50 $1,234.50 1 March 23:30',
    ],
  ])('%s → %s', (tag, expected) => {
    expect(show(tag)).toBe(expected);
  });

  it('a page break is a page break', () => {
    expect(render(docx(p('a{PAGE-BREAK}b')), {}).body).toContain('<w:br w:type="page"/>');
    expect(render(docx(p('{page-break}')), {}).body).toContain('<w:br w:type="page"/>');
  });

  it('locale, time zone and currency come from the options', () => {
    const { text } = render(docx(p('{total | currency} {date | date:"d MMMM HH:mm"}')), data, {
      locale: 'de-DE',
      timezone: 'Europe/Berlin',
      currency: 'EUR',
    });
    expect(text[0]?.replaceAll(/\s/g, ' ')).toBe('1.234,50 € 2 März 00:30');
  });
});

describe('blocks', () => {
  it.each([
    ['{#each items as |i|}{i.a}{/each}', '12'],
    ['{#items}{$parent.n}{@first}{/items}', '3true3false'],
    ['{#items}{#if on}{#if on}{../n}{/if}{/if}{/items}', '33'],
    ['{FOR i IN 0}x{END-FOR}', ''],
    ['{#n}{/n}{#p}{name}{/p}{#off}x{/off}{^off}y{/off}', 'Anny'],
    ['{IF on}{FOR i IN items}{$i.a}{END-FOR}{ELSE}x{END-IF}', '12'],
    ['{#items}{IF @last}{a}{ELSE}{a}, {END-IF}{/items}', '1, 2'],
  ])('%s → %s', (tags, expected) => {
    expect(show(tags)).toBe(expected);
  });

  it('FOR over what is no whole number is an error of the data', () => {
    for (const x of [1.5, -1])
      expect(failureOf(docx(p('{FOR i IN x}{END-FOR}')), { x }).code).toBe('data_invalid');
  });

  it('headers and footers see the root scope', () => {
    const file = docx(header(p('{p.name}{a}')), p('{#items}'), p('{a}'), p('{/items}'));
    expect(render(file, data).textOf('word/header1.xml')).toEqual(['Ann']);
  });

  it('one-tag removal: every unit, DROP and KEEP', () => {
    const file = (word: string, condition: string) =>
      docx(
        p(`{${word} paragraph IF ${condition}}P`),
        table(row(`{${word} row IF ${condition}}R`), row('r')),
        p('-'),
        table(row(`{${word} column IF ${condition}}C`, 'c')),
        p('-'),
        table(row(`{${word} table IF ${condition}}T`)),
        p(picture({}), `{${word} picture IF ${condition}}I`),
      );
    const kept = ['P', 'R', 'r', '-', 'C', 'c', '-', 'T', 'I'];
    const dropped = ['r', '-', 'c', '-', 'I'];
    for (const [word, condition, expected] of [
      ['DROP', 'on', dropped],
      ['DROP', 'off', kept],
      ['KEEP', 'on', kept],
      ['KEEP', 'off', dropped],
    ] as const) {
      const { text, body } = render(file(word, condition), data);
      expect(text, `${word} ${condition}`).toEqual(expected);
      expect(body.includes('<w:drawing>')).toBe(expected === kept);
    }
  });
});

describe('what repeats', () => {
  it('BY run, cell and table overrule what would be found', () => {
    const list = render(docx(p({ list: 'l' }, '{#items BY run}{a}{/items}')), data);
    expect(list.text).toEqual(['12']);
    const cells = render(docx(table(row('x', '{FOR i IN items BY cell}{i.a}{END-FOR}'))), data);
    expect(grid(cells)).toEqual([['x', '1', '2']]);
    expect(cells.body.match(/<w:gridCol /g)).toHaveLength(3);
    const tables = render(docx(table(row('{#items BY table}{a}{/items}')), p('-')), data);
    expect(tables.body.match(/<w:tbl>/g)).toHaveLength(2);
    expect(tables.text.filter((text) => text !== '')).toEqual(['1', '2', '-']);
  });

  it('a condition that stands alone in its cells covers the cells between', () => {
    const file = (condition: string) => docx(table(row('a', `{IF ${condition}}`, 'b', '{END-IF}', 'c')));
    expect(grid(render(file('on'), data))).toEqual([['a', 'b', 'c']]);
    expect(grid(render(file('off'), data))).toEqual([['a', 'c']]);
  });

  it('cells merged inside a unit stay merged', () => {
    const file = docx(
      table(
        row(cell({ span: 2 }, '{#items}{a}')),
        row(cell({ merge: 'restart' }, 'm'), 'x'),
        row(cell({ merge: 'continue' }), 'y{/items}'),
      ),
    );
    const { body } = render(file, data);
    expect(body.match(/<w:gridSpan w:val="2"\/>/g)).toHaveLength(2);
    expect(body.match(/<w:vMerge w:val="restart"\/>/g)).toHaveLength(2);
    expect(body.match(/<w:vMerge\/>/g)).toHaveLength(2);
  });

  it('ids of revisions and of relationships are unique', () => {
    const file = docx(
      p('{#items}'),
      p(inserted(r('{a}')), hyperlink('https://x.test/%7Ba%7D', 'x')),
      p('{/items}'),
    );
    const rendered = render(file, data);
    const revisions = [...rendered.body.matchAll(/<w:ins w:id="(\d+)"/g)].map(([, id]) => id);
    expect(new Set(revisions).size).toBe(2);
    const ids = [...rendered.part('word/_rels/document.xml.rels').matchAll(/ Id="([^"]+)"/g)].map(
      ([, id]) => id,
    );
    expect(new Set(ids).size).toBe(ids.length);
  });
});

describe('expressions', () => {
  it('a pipe before a comparison is an error that says where the parentheses go', () => {
    expect(problemsOf(docx(p('{IF items | count > 3}x{END-IF}')))).toMatchObject([
      { hint: expect.stringContaining('(items | count) > 3') },
    ]);
  });

  it('$now is the time of the request, or the one of the options', () => {
    const now = Date.parse('2020-02-29T12:00:00Z');
    expect(render(docx(p('{$now | date:"yyyy-MM-dd"}')), {}, { now }).text).toEqual(['2020-02-29']);
  });
});

describe('rich content', () => {
  it('raw XML from data is an error that names the alternative', () => {
    const failure = failureOf(docx(p('{x}')), { x: { _type: 'rawXml', xml: '<w:p/>' } });
    expect(failure.code).toBe('data_invalid');
    expect(JSON.stringify([failure.message, failure.details])).toMatch(/HTML|html/);
  });

  it('never an altChunk', () => {
    const { bytes } = render(docx(p('{HTML x}{MARKDOWN y}')), { x: '<p>a</p>', y: '**b**' });
    expect(Buffer.from(bytes).toString('latin1')).not.toMatch(/afchunk|altChunk/i);
  });
});

describe('errors', () => {
  const nested = '{#if a}'.repeat(201) + '{/if}'.repeat(201);
  const cut = table(row(cell({ span: 2 }, 'a'), 'b'), row('1', '{IF x BY column}2', '3{END-IF}'));
  /** Those of includes are found by whoever has the other templates: `include.test.ts`. */
  type Own = Exclude<keyof typeof PROBLEM_CODES, `include_${string}`>;
  const raised: Readonly<Record<Own, Parameters<typeof docx>>> = {
    unclosed_tag: [p('{name')],
    unclosed_block: [p('{#a}')],
    unexpected_close: [p('{/a}')],
    mismatched_close: [p('{#a}{/b}')],
    block_crosses: [table(row('{#a}')), p('{/a}')],
    bad_expression: [p('{a +}')],
    bad_argument: [p('{a | truncate:"x"}')],
    unknown_command: [p('{LOOP x over y}')],
    unknown_formatter: [p('{a | nope}')],
    unsafe_name: [p('{a.constructor.constructor("x")}')],
    unknown_alias: [p('{*n}')],
    unsupported: [p('{@raw}')],
    delimiter_change: [p('{=<% %>=}')],
    scope: [header(p('{$i.a}')), p('{FOR i IN l}'), p('{$i.a}'), p('{END-FOR}')],
    too_deep: [p(nested)],
    bad_place: [p('{STYLE cell fill=red}a')],
    unknown_style: [p('{STYLE paragraph style="Nope"}a')],
    bad_column: [cut],
    foreign_tags: [p('{% if a %}yes{% endif %}')],
  };

  it.each(Object.entries(raised))('%s is raised, with a place', (code, content) => {
    const problems = problemsOf(docx(...content));
    expect(problems.map((problem) => problem.code)).toContain(code);
    for (const { part, paragraph, tag } of problems) {
      expect(part).toMatch(/^(?:document|header 1)$/);
      expect(paragraph?.number).toBeGreaterThan(0);
      expect(tag).toMatch(/^\{/);
    }
  });

  it('a rendered document has no trace of a tag without a run', () => {
    expect(
      render(docx(raw('<w:p><w:r><w:t>{n</w:t></w:r><w:r><w:t>}</w:t></w:r></w:p>')), data).text,
    ).toEqual(['3']);
  });
});
