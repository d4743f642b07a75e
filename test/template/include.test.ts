/** Templates in templates, as the engine joins them: one file, which is compiled and rendered as any other. */
import { describe, expect, it } from 'vitest';
import { PlatenError, type Problem } from '../../src/errors.ts';
import { openDocx } from '../../src/ooxml/docx.ts';
import {
  compileTemplate,
  type DelimiterName,
  type JoinSources,
  type JsonObject,
  joinTemplate,
} from '../../src/template/index.ts';
import { bars, chart, title as chartTitle, series } from '../layout/chart-support.ts';
import {
  bookmark,
  cell,
  docx,
  field,
  footnote,
  header,
  hyperlink,
  p,
  part as partOf,
  picture,
  r,
  raw,
  row,
  section,
  styles,
  table,
} from '../support/build.ts';
import { bookSeries, withBook } from '../support/chart-book.ts';
import { checkDocx } from '../support/docx-validity.ts';
import { render } from './engine.ts';

type Others = Readonly<Record<string, Uint8Array | { file: Uint8Array; delimiter: DelimiterName }>>;

const sourcesOf = (others: Others, more: Partial<JoinSources> = {}): JoinSources => ({
  template: (key) => {
    const found = others[key];
    return found instanceof Uint8Array ? { file: found, delimiter: 'BRACES' } : found;
  },
  chosen: [],
  documents: new Map(),
  ...more,
});

const joined = (host: Uint8Array, others: Others, more?: Partial<JoinSources>): Uint8Array => {
  const { file } = joinTemplate({ file: host, delimiter: 'BRACES' }, sourcesOf(others, more), 'host');
  expect(checkDocx(file)).toEqual([]);
  return file;
};

const rendered = (host: Uint8Array, others: Others, data: JsonObject = {}, more?: Partial<JoinSources>) =>
  render(joined(host, others, more), data);

const problemsOf = (host: Uint8Array, others: Others): readonly Problem[] => {
  try {
    joined(host, others);
    return [];
  } catch (error) {
    if (error instanceof PlatenError && error.code === 'template_invalid') return error.details ?? [];
    throw error;
  }
};

describe('where an include stands', () => {
  const terms = docx(p('Terms for {name}'), table(row('a', '{price}')), p('End'));

  it('becomes the paragraphs and tables of the other template', () => {
    const host = docx(p('Before'), p('{INCLUDE "terms"}'), p('After'));
    const { text } = rendered(host, { terms }, { name: 'Ada', price: 3 });
    expect(text).toEqual(['Before', 'Terms for Ada', 'a', '3', 'End', 'After']);
  });

  it('takes a scope of its own, and nothing where it is missing', () => {
    const host = docx(p('{INCLUDE "terms" WITH customer}'), p('{INCLUDE "terms" WITH nobody}'));
    const { text } = rendered(host, { terms }, { customer: { name: 'Bob', price: 4 } });
    expect(text).toEqual(['Terms for Bob', 'a', '4', 'End']);
  });

  it('a scope of its own holds for charts, too: for their texts and their cells', async () => {
    const sheet = [
      ['', '{name}'],
      ['{#months}{m}', '{n}{/months}'],
    ];
    const one = bookSeries(0, { tx: '$B$1', cat: '$A$2', val: '$B$2' });
    const charted = docx(...withBook(bars(one), { sheet }, { title: chartTitle('Of {name}') }), p('z'));
    const host = docx(p('{name}'), p('{INCLUDE "charted" WITH customer}'));
    const customer = { name: 'Bob', months: [{ m: 'Jan', n: 4 }] };
    const out = openDocx(rendered(host, { charted }, { name: 'Ada', customer }).bytes);
    const name = [...out.archive.entries.keys()].find((entry) => entry.includes('/charts/platen'));
    const xml = out.text(name ?? '');
    expect([...xml.matchAll(/<(?:a:t|c:v)>([^<]*)/g)].map(([, text]) => text)).toEqual([
      ...['Of Bob', 'Bob', 'Jan', '4'],
    ]);
  });

  it('in a loop and a condition, beside their tags or between them', () => {
    const line = docx(p('Line {$item.n}'));
    const host = docx(
      p('{FOR item IN items}{INCLUDE "line"}{END-FOR item}'),
      p('{#if no}'),
      p('{INCLUDE "line"}'),
      p('{/if}'),
      p('end'),
    );
    expect(rendered(host, { line }, { items: [{ n: 1 }, { n: 2 }], no: false }).text).toEqual([
      'Line 1',
      'Line 2',
      'end',
    ]);
  });

  it('in a cell, which ends with a paragraph all the same', () => {
    const host = docx(table(row('x', cell(p('{INCLUDE "grid"}')))), p('z'));
    const { body } = rendered(host, { grid: docx(table(row('1', '2'))) });
    expect(body).toMatch(/<\/w:tbl><w:p>.*<\/w:tc>/s);
  });

  it('in a row that repeats', () => {
    const host = docx(table(row('{#items}', cell(p('{INCLUDE "one"}')), '{/items}')), p('z'));
    const { text } = rendered(host, { one: docx(p('n {n}')) }, { items: [{ n: 1 }, { n: 2 }] });
    expect(text).toEqual(expect.arrayContaining(['n 1', 'n 2']));
  });

  it('in a header, with pictures and links of its own', () => {
    const head = docx(p('Head {name} ', hyperlink('https://example.com/', r('link'))), p(picture()));
    const result = rendered(docx(header(p('{INCLUDE "head"}')), p('Text')), { head }, { name: 'Ada' });
    expect(result.textOf('word/header1.xml').join('|')).toMatch(/Head Ada link/);
    expect(result.part('word/_rels/header1.xml.rels')).toMatch(/example\.com.*media|media.*example\.com/s);
  });

  it('in a line, where it is a single paragraph', () => {
    const host = docx(p('Dear ', r('{INCL', { bold: true }), r('UDE "who"}', { bold: true }), '!'));
    const { text, body } = rendered(
      host,
      { who: docx(p(r('Dr. ', { italic: true }), '{name}')) },
      { name: 'Ada' },
    );
    expect(text).toEqual(['Dear Dr. Ada!']);
    expect(body).toMatch(/<w:i\/><\/w:rPr><w:t[^>]*>Dr\. /);
  });

  it('not in a line where it is more, which is said with its place', () => {
    expect(problemsOf(docx(p('a {INCLUDE "terms"} b')), { terms })).toMatchObject([
      { code: 'include_failed', part: 'document', tag: '{INCLUDE "terms"}', paragraph: { number: 1 } },
    ]);
  });

  it('reads other spellings', () => {
    for (const tag of [
      '{> terms}',
      "{> 'terms'}",
      '{include "terms"}',
      '{include_docx_template("terms.docx")}',
    ])
      expect(rendered(docx(p(tag)), { terms }, { name: 'A', price: 1 }).text[0]).toBe('Terms for A');
    expect(rendered(docx(p('{> terms customer}')), { terms }, { customer: { name: 'B' } }).text[0]).toBe(
      'Terms for B',
    );
  });

  it('reads tags between other delimiters, and leaves what is none in either', () => {
    const other = {
      file: docx(p('[[name]] {not a tag} \\[[x]]')),
      delimiter: 'DOUBLE_SQUARE_BRACKETS',
    } as const;
    expect(rendered(docx(p('{INCLUDE "other"}')), { other }, { name: 'Ada' }).text).toEqual([
      'Ada {not a tag} [[x]]',
    ]);
  });
});

describe('what comes along', () => {
  it('lists count for themselves, each time', () => {
    const list = docx(p({ list: 'one' }, 'a'), p({ list: 'one' }, 'b'));
    const host = docx(
      p({ list: 'one' }, 'x'),
      p('{INCLUDE "list"}'),
      p('{INCLUDE "list"}'),
      p({ list: 'one' }, 'y'),
    );
    const { body } = rendered(host, { list });
    const ids = [...body.matchAll(/<w:numId w:val="(\d+)"/g)].map(([, id]) => id);
    expect(ids[0]).toBe(ids[5]);
    expect(ids[1]).toBe(ids[2]);
    expect(new Set(ids).size).toBe(3);
  });

  it('lists of a numbering style come with its levels, and count for themselves as well', () => {
    const W = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
    const numbering = `<w:numbering xmlns:w="${W}"><w:abstractNum w:abstractNumId="0"><w:multiLevelType w:val="multilevel"/><w:styleLink w:val="Steps"/><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="upperLetter"/><w:lvlText w:val="%1)"/></w:lvl></w:abstractNum><w:abstractNum w:abstractNumId="1"><w:multiLevelType w:val="multilevel"/><w:numStyleLink w:val="Steps"/></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="1"/></w:num></w:numbering>`;
    const steps = docx(
      partOf((build) => {
        build.relate('numbering', 'numbering.xml');
        build.file(
          'word/numbering.xml',
          'application/vnd.openxmlformats-officedocument.wordprocessingml.numbering+xml',
          numbering,
        );
      }),
      raw(
        '<w:p><w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="2"/></w:numPr></w:pPr><w:r><w:t>step</w:t></w:r></w:p>',
      ),
      p('end'),
    );
    const host = docx(p('{INCLUDE "steps"}'), p('and'), p('{INCLUDE "steps"}'));
    const { body, part } = rendered(host, { steps });
    const [first, second] = [...body.matchAll(/<w:numId w:val="(\d+)"/g)].map(([, id]) => id);
    expect(first).not.toBe(second);
    const lists = part('word/numbering.xml');
    for (const id of [first, second])
      expect(lists).toMatch(new RegExp(`<w:num w:numId="${id}">(?:(?!</w:num>).)*<w:startOverride`));
    expect(lists.match(/w:val="%1\)"/g)?.length).toBeGreaterThan(0);
    expect(lists).not.toContain('numStyleLink');
  });

  it('lists come to a template that has none', () => {
    const { part, bytes } = rendered(docx(p('{INCLUDE "list"}')), { list: docx(p({ list: 'one' }, 'a')) });
    expect(part('word/numbering.xml')).toMatch(/<w:num /);
    expect(openDocx(bytes).partsOf('numbering')).toHaveLength(1);
  });

  it('notes, to a template with notes and to one without', () => {
    const noted = docx(p('text', footnote(p('from {name}'))));
    const both = rendered(docx(p('x', footnote(p('own'))), p('{INCLUDE "noted"}')), { noted }, { name: 'A' });
    expect(both.textOf('word/footnotes.xml').filter((one) => one.trim() !== '')).toEqual(
      expect.arrayContaining([expect.stringMatching(/own/), expect.stringMatching(/from A/)]),
    );
    const alone = rendered(
      docx(p('{#with c}'), p('{INCLUDE "noted"}'), p('{/with}')),
      { noted },
      { c: { name: 'B' } },
    );
    expect(alone.textOf('word/footnotes.xml').join('')).toMatch(/from B/);
  });

  it('notes are refused in a header', () => {
    const noted = docx(p('text', footnote(p('note'))));
    expect(problemsOf(docx(header(p('{INCLUDE "noted"}')), p('x')), { noted })).toMatchObject([
      { code: 'include_failed', message: expect.stringMatching(/notes/) },
    ]);
  });

  it('styles of the same name are the template’s own; others come along', () => {
    const style = (id: string, name: string, color: string): string =>
      `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/><w:rPr><w:color w:val="${color}"/></w:rPr></w:style>`;
    const other = docx(
      styles(style('berschrift', 'Clause', 'FF0000') + style('Extra', 'Extra', '00FF00')),
      p({ style: 'berschrift' }, 'c'),
      p({ style: 'Extra' }, 'e'),
    );
    const host = docx(styles(style('Clause', 'Clause', '0000FF')), p('{INCLUDE "other"}'));
    const used = rendered(host, { other });
    expect(used.body).toMatch(/w:pStyle w:val="Clause".*w:pStyle w:val="Extra"/s);
    expect(used.part('word/styles.xml')).not.toMatch(/FF0000/);
    expect(used.part('word/styles.xml')).toMatch(/00FF00/);
    const kept = rendered(
      docx(styles(style('Clause', 'Clause', '0000FF')), p('{INCLUDE "other" KEEP SOURCE}')),
      {
        other,
      },
    );
    expect(kept.part('word/styles.xml')).toMatch(/FF0000/);
    expect(kept.part('word/styles.xml')).toMatch(/w:name w:val="Clause 2"/);
  });

  it('bookmarks and what refers to them, renamed where the name is taken', () => {
    const other = docx(p(bookmark('here', r('there'))), p(field(' REF here ', r('there'))));
    const { body } = rendered(docx(p(bookmark('here', r('own'))), p('{INCLUDE "other"}')), { other });
    expect(body).toMatch(/w:name="here_2"/);
    expect(body).toMatch(/REF here_2/);
  });

  it('sections with their headers; the template’s own stay its own', () => {
    const other = docx(p('wide'), section({ landscape: true }, header(p('H {name}'))), p('rest'));
    const result = rendered(docx(header(p('Own')), p('a'), p('{INCLUDE "other"}')), { other }, { name: 'X' });
    expect(result.text.filter((one) => one !== '')).toEqual(['a', 'wide', 'rest']);
    expect(result.body.match(/<w:sectPr/g)).toHaveLength(2);
    const headers = openDocx(result.bytes)
      .partsOf('header')
      .map((part) => result.textOf(part).join(''));
    expect(headers.toSorted()).toEqual(['H X', 'Own']);
  });
});

describe('which one', () => {
  const sources = { a: docx(p('A {x}')), b: docx(p('B {x}')) };

  it('the data say, of those that were joined; of another one the render tells', () => {
    const host = docx(p('{FOR k IN keys}'), p('{INCLUDE (k)}'), p('{END-FOR k}'));
    const data = { x: 1, keys: ['a', 'b', 'a'] };
    const first = render(host, data);
    expect([...(first.report.needs?.templates.values() ?? [])]).toEqual([{ key: 'a' }, { key: 'b' }]);
    const second = rendered(host, sources, data, { chosen: [{ key: 'a' }, { key: 'b' }] });
    expect(second.report.needs).toBeUndefined();
    expect(second.text).toEqual(['A 1', 'B 1', 'A 1']);
    const third = rendered(host, sources, { x: 1, keys: ['a', 'c', '', null] }, { chosen: [{ key: 'a' }] });
    expect([...(third.report.needs?.templates.keys() ?? [])]).toEqual(['c\n']);
  });

  it('a document that comes with the data, whose braces are text', () => {
    const host = docx(p('{INCLUDE DOCX file}'), p('{+file}'));
    const inner = docx(p('Set {as} is'), table(row('x')));
    const file = Buffer.from(inner).toString('base64');
    const first = render(host, { file });
    const [id = ''] = first.report.needs?.documents.keys() ?? [];
    const { text } = rendered(host, {}, { file }, { documents: new Map([[id, inner]]) });
    expect(text).toEqual(['Set {as} is', 'x', 'Set {as} is', 'x', '']);
  });
});

describe('what is wrong', () => {
  it('a circle through three, told as it goes', () => {
    const one = docx(p('{INCLUDE "two"}'));
    const two = docx(p('{INCLUDE "host"}'));
    expect(problemsOf(docx(p('{INCLUDE "one"}')), { one, two })).toMatchObject([
      { code: 'include_cycle', message: expect.stringMatching(/host → one → two → host/) },
    ]);
  });

  it('tags outside of the text between other marks', () => {
    const drawn = docx(
      p('x'),
      raw(
        '<w:tbl><w:tblPr><w:tblDescription w:val="[[name]]"/></w:tblPr><w:tr><w:tc><w:p/></w:tc></w:tr></w:tbl>',
      ),
      p('y'),
    );
    const other = { file: drawn, delimiter: 'DOUBLE_SQUARE_BRACKETS' } as const;
    expect(problemsOf(docx(p('{INCLUDE "other"}')), { other })).toMatchObject([
      { code: 'include_failed', hint: expect.stringContaining('same delimiter') },
    ]);
    const charted = docx(p('x'), p(chart(bars(series('[[name]]', [1])))), p('y'));
    const second = { file: charted, delimiter: 'DOUBLE_SQUARE_BRACKETS' } as const;
    expect(problemsOf(docx(p('{INCLUDE "second"}')), { second })).toMatchObject([{ code: 'include_failed' }]);
  });

  it('FIT in both: it counts for the whole document, and only once', () => {
    const terms = docx(p('{FIT pages=2}'), p('{name}'));
    const host = docx(p('{FIT pages=1}'), p('{INCLUDE "terms"}'));
    const problems = (file: Uint8Array): readonly Problem[] => {
      try {
        compileTemplate(file, { delimiter: 'BRACES' });
        return [];
      } catch (error) {
        return (error as PlatenError).details ?? [];
      }
    };
    expect(problems(joined(docx(p('{INCLUDE "terms"}')), { terms }))).toEqual([]);
    expect(problems(joined(host, { terms }))).toMatchObject([{ code: 'bad_place' }]);
  });

  it('one that is not there', () => {
    expect(problemsOf(docx(p('x'), p('{INCLUDE "nope"}')), {})).toMatchObject([
      { code: 'include_missing', tag: '{INCLUDE "nope"}', paragraph: { number: 2 } },
    ]);
  });
});

describe('what is known of it', () => {
  it('fields join the schema, under the path of their scope', () => {
    const host = docx(p('{title}'), p('{INCLUDE "address" WITH customer}'));
    const address = docx(p('{street} {city}'));
    const { inspection } = compileTemplate(joined(host, { address }), { delimiter: 'BRACES', static: true });
    expect(inspection.fields.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['title', 'customer.street', 'customer.city']),
    );
  });

  it('what a template includes is told when it is compiled', () => {
    const host = docx(p('{INCLUDE "a"}{INCLUDE (k)}'), p('{INCLUDE "b" VERSION 2}'));
    expect(compileTemplate(host, { delimiter: 'BRACES' }).includes).toEqual({
      templates: [{ key: 'a' }, { key: 'b', version: 2 }],
      isOpen: true,
    });
  });
});
