/** What users of other engines complain about most, each with its number: none of it happens here. */
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/template/index.ts';
import {
  cell,
  docx,
  header,
  PIXEL,
  p,
  pageBreak,
  picture,
  r,
  raw,
  row,
  table,
  textBox,
} from '../support/build.ts';
import { failureOf, grid, problemsOf, render } from './engine.ts';

const items = [{ n: 'a' }, { n: 'b' }];
const PNG = `data:image/png;base64,${Buffer.from(PIXEL).toString('base64')}`;

describe('1: split runs and smart quotes', () => {
  it('a tag over many runs is recognised (docx-templates#449)', () => {
    expect(
      render(docx(p(...[...'{customer.name}'].map((char) => r(char)))), { customer: { name: 'Ann' } }).text,
    ).toEqual(['Ann']);
  });

  it('smart quotes work (docx-templates#186, docxtpl#156)', () => {
    expect(render(docx(p('{IF a == “x”}yes{END-IF}')), { a: 'x' }).text).toEqual(['yes']);
  });
});

describe('2: errors with location', () => {
  it('several errors at once, each with its place (docxtemplater#60, docxtpl#378, #319)', () => {
    const problems = problemsOf(docx(p('{#a}'), p('{b | nope}'), table(row('{c +}'))));
    expect(problems).toHaveLength(3);
    for (const problem of problems)
      expect(problem).toMatchObject({
        part: 'document',
        paragraph: { number: expect.any(Number) },
        tag: expect.any(String),
      });
  });
});

describe('3: literals and text boxes', () => {
  it('a literal } in text is text (docxtemplater#720)', () => {
    expect(render(docx(p('a } b {x} }')), { x: 1 }).text).toEqual(['a } b 1 }']);
  });

  it('text-box tags run once (docx-templates#374)', () => {
    expect(render(docx(p(textBox(p('{SET n = (n ?? 0) + 1}x'))), p('{n}')), {}).text.at(-1)).toBe('1');
  });
});

describe('4: stray blank paragraphs or rows after loops (docxtemplater#272, #762; docxtpl#622; docx-templates#370)', () => {
  it('paragraphs', () => {
    const file = docx(p('before'), p('{#items}'), p('{n}'), p('{/items}'), p('after'));
    expect(render(file, { items }).text).toEqual(['before', 'a', 'b', 'after']);
  });

  it('rows', () => {
    const file = docx(table(row('h'), row('{FOR i IN items}'), row('{$i.n}'), row('{END-FOR i}'), row('f')));
    expect(grid(render(file, { items }))).toEqual([['h'], ['a'], ['b'], ['f']]);
  });

  it('inside a cell', () => {
    expect(
      grid(render(docx(table(row(cell(p('{#items}'), p('{n}'), p('{/items}')), 'k'))), { items })),
    ).toEqual([['a¶b', 'k']]);
  });
});

describe('5: blocks on one line, nested IF, ELSE', () => {
  it('two blocks on one line end (docx-templates#340, #406, #416)', () => {
    expect(
      render(docx(p('{IF a}x{END-IF}{FOR i IN items}{$i.n}{END-FOR i}{IF a}y{END-IF}')), { a: true, items })
        .text,
    ).toEqual(['xaby']);
  });

  it('a nested IF in a cell is accepted (docx-templates#369)', () => {
    const file = docx(table(row('{IF a}{IF b}x{END-IF}{END-IF}', 'k')));
    expect(grid(render(file, { a: true, b: true }))).toEqual([['x', 'k']]);
  });

  it('ELSE (docx-templates#123)', () => {
    expect(render(docx(p('{IF a}x{ELSE}y{END-IF}')), { a: false }).text).toEqual(['y']);
  });
});

describe('6: merged cells and empty arrays', () => {
  it('merged cells in loops (docx-templates#306, #392; docxtemplater#552)', () => {
    const file = docx(
      table(
        row(cell({ span: 2 }, '{#items}{n}')),
        row(cell({ merge: 'restart' }, 'x'), 'y'),
        row(cell({ merge: 'continue' }), 'z{/items}'),
      ),
    );
    const { body } = render(file, { items });
    expect(body.match(/<w:gridSpan w:val="2"\/>/g)).toHaveLength(2);
    expect(body.match(/<w:vMerge w:val="restart"\/>/g)).toHaveLength(2);
  });

  it('an empty array leaves no broken row (docxtemplater#612)', () => {
    expect(render(docx(p('a'), table(row('{#items}{n}', 'x{/items}')), p('b')), { items: [] }).text).toEqual([
      'a',
      'b',
    ]);
  });
});

it('7: numbering restarts per iteration (docxtpl#425; docxtemplater#217, #662; carbone#218)', () => {
  const file = docx(
    p('{#chapters}'),
    p('{title}'),
    p({ list: 'steps' }, '{#steps}{.}{/steps}'),
    p('{/chapters}'),
  );
  const { body } = render(file, {
    chapters: [
      { title: 'A', steps: [1, 2] },
      { title: 'B', steps: [3, 4] },
    ],
  });
  const ids = [...body.matchAll(/<w:numId w:val="(\d+)"\/>/g)].map(([, id]) => id);
  expect(ids[0]).toBe(ids[1]);
  expect(ids[2]).toBe(ids[3]);
  expect(ids[0]).not.toBe(ids[2]);
});

it('8: a page break per record leaves no blank last page (docxtemplater#182)', () => {
  const { body } = render(docx(p('{#items}'), p('{n}'), p(pageBreak()), p('{/items}')), { items });
  expect(body.match(/w:type="page"/g)).toHaveLength(1);
});

describe('9: images', () => {
  it('take size and ratio from the template (easy-template-x#137)', () => {
    const { body } = render(docx(p(picture({ alt: '{logo}', width: 720_000, height: 360_000 }))), {
      logo: PNG,
    });
    const [, cx, cy] = /<wp:extent cx="(\d+)" cy="(\d+)"/.exec(body) ?? [];
    expect(Number(cx)).toBeLessThanOrEqual(720_000);
    expect(cx).toBe(cy);
    expect(cy).toBe('360000');
  });

  it('in a header do not corrupt the file (docx-templates#354)', () => {
    const rendered = render(docx(header(p('{IMAGE logo width=2cm}')), p('x')), { logo: PNG });
    expect(rendered.part('word/_rels/header1.xml.rels')).toContain('media/');
    expect(rendered.part('word/header1.xml')).toContain('<w:drawing>');
  });
});

it('10: HTML is real Word content, never altChunk (docx-templates#201; carbone#8, #115)', () => {
  const rendered = render(docx(p('{HTML x}')), { x: '<h1>T</h1><p>a <b>b</b></p><ul><li>c</li></ul>' });
  expect(rendered.body).not.toContain('altChunk');
  expect(rendered.text).toEqual(['T', 'a b', 'c']);
  expect(rendered.body).toContain('<w:b/>');
});

it('11: a table of contents is built anew, without a question when the file is opened (docxtemplater#66, #457; docx-templates#150)', () => {
  const toc = raw(
    '<w:p><w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText xml:space="preserve"> TOC \\o "1-3" </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>old</w:t></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>',
  );
  const rendered = render(docx(toc, p('{x}')), { x: 1 });
  expect(rendered.body).toContain('w:dirty="true"');
  expect(rendered.part('word/settings.xml')).not.toContain('updateFields');
  expect(render(docx(p('{x}')), { x: 1 }).body).not.toContain('w:dirty');
});

describe('14: no code runs', () => {
  it('templates cannot reach the host (docxtpl#549, #632)', () => {
    for (const tag of [
      '{"".constructor.constructor("return process")()}',
      '{process.env}',
      '{globalThis}',
      '{this.constructor.name}',
      '{__proto__}',
    ]) {
      const file = docx(p(tag));
      const problems = problemsOf(file);
      if (problems.length === 0) expect(render(file, {}).text).toEqual(['']);
      else expect(problems[0]?.code).toMatch(/unsafe_name|bad_expression/);
    }
  });
});

describe('15: validation and "undefined"', () => {
  it('"undefined" never prints (docx-templates#439)', () => {
    const data: JsonObject = { a: null };
    expect(render(docx(p('[{a}{b}{"x" + c}{d.e.f}{a + b}]')), data).text).toEqual(['[x]']);
  });

  it('missing fields are told (docxtemplater#688, #553; docxtpl#538, #410)', () => {
    expect(failureOf(docx(p('{a}{b.c}')), {}, { missing: 'error' }).details?.map(({ path }) => path)).toEqual(
      ['a', 'b.c'],
    );
  });
});
