/** What repeats in running text: rules 1, 2 and 6, breaks, lists, and what paragraphs leave behind. */
import { describe, expect, it } from 'vitest';
import {
  bookmark,
  cell,
  comment,
  controlBlock,
  docx,
  endnote,
  footnote,
  p,
  pageBreak,
  picture,
  r,
  raw,
  row,
  section,
  styles,
  table,
} from '../support/build.ts';
import { grid, problemsOf, render } from './engine.ts';

const data = { items: [{ n: 'a' }, { n: 'b' }], none: [], on: true, off: false };

describe('paragraphs', () => {
  it('tags in paragraphs of their own repeat what is between, and vanish', () => {
    const file = docx(p('before'), p('{#items}'), p('in {n}'), p('{/items}'), p('after'));
    expect(render(file, data).text).toEqual(['before', 'in a', 'in b', 'after']);
    expect(render(file, { items: [] }).text).toEqual(['before', 'after']);
  });

  it('spaces beside a tag do not keep its paragraph', () => {
    expect(render(docx(p(' {#items}\t'), p('in'), p('{/items} ')), data).text).toEqual(['in', 'in']);
  });

  it('both tags in one paragraph repeat what is between them, inline', () => {
    expect(render(docx(p('A{#items}{n},{/items}B')), data).text).toEqual(['Aa,b,B']);
  });

  it('a paragraph whose only content was an inline block that rendered nothing vanishes', () => {
    const file = docx(
      p('x'),
      p(' {#none}{n}{/none} '),
      p('{IF off}a{END-IF}{IF on}b{END-IF}'),
      p('{IF off}c{END-IF}'),
    );
    expect(render(file, data).text).toEqual(['x', 'b']);
  });

  it('white space around inline blocks comes back with them', () => {
    expect(render(docx(p(' {#items}{n}{/items} ')), data).text).toEqual([' ab ']);
  });

  it('an empty value keeps its paragraph', () => {
    expect(render(docx(p('{nothing}')), data).text).toEqual(['']);
  });

  it('nested to any depth', () => {
    const depth = 60;
    const opens = Array.from({ length: depth }, () => p('{#if on}'));
    const closes = Array.from({ length: depth }, () => p('{/if}'));
    expect(render(docx(...opens, p('deep'), ...closes), data).text).toEqual(['deep']);
  });

  it('a block that begins inside a content control and ends outside', () => {
    const file = docx(controlBlock(p('{#items}'), p('in {n}')), p('{/items}'), p('after'));
    expect(render(file, data).text).toEqual(['in a', 'in b', 'after']);
  });

  it('BY paragraph repeats the whole paragraph', () => {
    expect(render(docx(p('x {#items BY paragraph}{n}{/items} y')), data).text).toEqual(['x a y', 'x b y']);
  });
});

describe('what a vanishing paragraph carries', () => {
  it('section properties stay', () => {
    const file = docx(
      p('one'),
      p({ xml: '<w:sectPr><w:type w:val="nextPage"/></w:sectPr>' }, '{SET x = 1}'),
      p('two'),
    );
    const { body, text } = render(file, {});
    expect(body.match(/<w:sectPr>/g)).toHaveLength(1);
    expect(text).toEqual(['one', '', 'two']);
  });

  it('bookmarks are handed on', () => {
    const { body, text } = render(docx(p(bookmark('here', '{SET x = 1}')), p('two')), {});
    expect(text).toEqual(['two']);
    expect(body).toContain('w:name="here"');
    expect(body).toContain('<w:bookmarkEnd');
  });

  it('an anchored picture keeps its paragraph', () => {
    const { body, text } = render(docx(p(picture({ floating: true }), '{SET x = 1}'), p('two')), {});
    expect(body).toContain('<wp:anchor');
    expect(text).toHaveLength(2);
  });
});

describe('cells and tables', () => {
  it('a cell left empty keeps one paragraph', () => {
    expect(grid(render(docx(table(row(cell(p('{#none}'), p('x'), p('{/none}')), 'k'))), data))).toEqual([
      ['', 'k'],
    ]);
  });

  it('a cell whose block ends with a table gets a paragraph after it', () => {
    const file = docx(table(row(cell(p('{#items}'), table(row('{n}')), p('{/items}')))));
    const { body } = render(file, data);
    expect(body.match(/<w:tbl>/g)).toHaveLength(3);
    expect(body).toMatch(/<w:p[^>]*\/><\/w:tc><\/w:tr><\/w:tbl>|<\/w:p><\/w:tc><\/w:tr><\/w:tbl>/);
  });

  it('two tables never end up adjacent', () => {
    const { body } = render(docx(p('{#items}'), table(row('{n}')), p('{/items}'), table(row('z'))), data);
    expect(body).not.toContain('</w:tbl><w:tbl>');
    expect(body.match(/<w:tbl>/g)).toHaveLength(3);
    const { body: removed } = render(docx(table(row('a')), p('{SET x = 1}'), table(row('b'))), {});
    expect(removed).not.toContain('</w:tbl><w:tbl>');
  });
});

describe('page and section breaks', () => {
  it('a page break that ends the body stands between turns, not after the last', () => {
    for (const end of [p(pageBreak()), p('{PAGE-BREAK}')]) {
      const { body } = render(docx(p('{#items}'), p('{n}'), end, p('{/items}'), p('after')), data);
      expect(body.match(/<w:br w:type="page"\/>/g)).toHaveLength(1);
    }
    const inText = render(docx(p('{#items}'), p('{n}', pageBreak()), p('{/items}')), data);
    expect(inText.body.match(/<w:br w:type="page"\/>/g)).toHaveLength(1);
    expect(inText.text).toEqual(['a\n', 'b']);
  });

  it('a page break inside the body stays on every turn', () => {
    const { body } = render(docx(p('{#items}'), p('{n}', pageBreak()), p('x'), p('{/items}')), data);
    expect(body.match(/<w:br w:type="page"\/>/g)).toHaveLength(2);
  });

  it('a section break that ends the body stands between turns', () => {
    const { body } = render(
      docx(p('{#items}'), p('{n}'), section({ type: 'nextPage' }), p('{/items}'), p('after')),
      data,
    );
    expect(body.match(/<w:sectPr/g)).toHaveLength(1);
    const { body: single } = render(
      docx(p('{#items}'), p('{n}'), section({ type: 'nextPage' }), p('{/items}')),
      { items: [{ n: 'a' }] },
    );
    expect(single).not.toContain('<w:sectPr');
  });
});

describe('sections around blocks', () => {
  it('a section that ends with the paragraph of an opening tag ends before the block', () => {
    const file = docx(
      p('one'),
      p({ xml: '<w:sectPr><w:type w:val="nextPage"/></w:sectPr>' }, '{#items}'),
      p('{n}'),
      p('{/items}'),
    );
    const { body, text } = render(file, data);
    expect(text).toEqual(['one', '', 'a', 'b']);
    expect(body.match(/<w:sectPr>/g)).toHaveLength(1);
  });

  it('one that ends with the paragraph of a closing tag ends after it', () => {
    const file = docx(
      p('{#items}'),
      p('{n}'),
      p({ xml: '<w:sectPr><w:type w:val="nextPage"/></w:sectPr>' }, '{/items}'),
      p('x'),
    );
    expect(render(file, data).text).toEqual(['a', 'b', '', 'x']);
  });
});

describe('lists', () => {
  const numIds = (body: string): string[] =>
    [...body.matchAll(/<w:numId w:val="(\d+)"\/>/g)].map(([, id]) => id ?? '');

  it('tags around the whole text of a list item repeat the item, which counts on', () => {
    const { text, body } = render(docx(p({ list: 'l' }, '{#items}{n}{/items}')), data);
    expect(text).toEqual(['a', 'b']);
    expect(new Set(numIds(body)).size).toBe(1);
  });

  it('other control tags beside them do not matter', () => {
    const file = docx(p({ list: 'l' }, '{#on}Hi'), p({ list: 'l', level: 1 }, '{#items}{n}{/items}{/on}'));
    expect(render(file, data).text).toEqual(['Hi', 'a', 'b']);
  });

  it('a list per chapter starts anew on each turn', () => {
    const file = docx(
      p('{FOR c IN chapters}'),
      p('{$c.title}'),
      p({ list: 'l' }, '{FOR i IN $c.items}{$i}{END-FOR i}'),
      p('{END-FOR c}'),
    );
    const rendered = render(file, {
      chapters: [
        { title: 'A', items: [1, 2] },
        { title: 'B', items: [3, 4] },
        { title: 'C', items: [5] },
      ],
    });
    expect(rendered.text).toEqual(['A', '1', '2', 'B', '3', '4', 'C', '5']);
    const ids = numIds(rendered.body);
    expect([ids[0] === ids[1], ids[2] === ids[3], new Set(ids).size]).toEqual([true, true, 3]);
    const numbering = rendered.part('word/numbering.xml');
    expect(numbering.match(/<w:startOverride w:val="1"\/>/g)?.length).toBeGreaterThanOrEqual(2);
  });

  it('a list made by the loop itself counts on, with text beside its items too', () => {
    const file = docx(p('{#items}'), p({ list: 'l' }, '{n}'), p('text'), p('{/items}'));
    expect(new Set(numIds(render(file, data).body)).size).toBe(1);
  });

  it('several items a turn make a list of each turn', () => {
    const file = docx(
      p('{#items}'),
      p('title'),
      p({ list: 'l' }, 'one'),
      p({ list: 'l' }, 'two'),
      p('{/items}'),
    );
    expect(new Set(numIds(render(file, data).body)).size).toBe(2);
  });

  it('numbering that comes with a style restarts too', () => {
    const numbered = styles(
      '<w:style w:type="paragraph" w:styleId="Step"><w:name w:val="Step"/><w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr></w:style>',
    );
    const file = docx(
      numbered,
      p({ list: 'l' }, 'first'),
      p('{#items}'),
      p('t'),
      p({ style: 'Step' }, 'one'),
      p({ style: 'Step' }, 'two'),
      p('{/items}'),
    );
    const ids = numIds(render(file, data).body);
    expect(new Set(ids).size).toBe(3);
  });
});

describe('notes, comments and ids', () => {
  it('notes referenced inside a loop are cloned per turn, with the names of the turn', () => {
    const rendered = render(
      docx(p('{#items}'), p('x', footnote('note {n}'), endnote('end {n}')), p('{/items}')),
      data,
    );
    expect(
      rendered
        .textOf('word/footnotes.xml')
        .filter((text) => text.includes('note'))
        .map((text) => text.trim()),
    ).toEqual(['note a', 'note b']);
    expect(
      rendered
        .textOf('word/endnotes.xml')
        .filter((text) => text.includes('end'))
        .map((text) => text.trim()),
    ).toEqual(['end a', 'end b']);
    expect(
      new Set([...rendered.body.matchAll(/<w:footnoteReference w:id="(\d+)"/g)].map(([, id]) => id)).size,
    ).toBe(2);
  });

  it('a note of a loop without turns is gone', () => {
    const rendered = render(docx(p('{#none}'), p('x', footnote('note')), p('{/none}'), p('y')), data);
    expect(rendered.textOf('word/footnotes.xml').some((text) => text.includes('note'))).toBe(false);
  });

  it('notes outside of loops see the data', () => {
    const rendered = render(docx(p('x', footnote('{v}'))), { v: 'value' });
    expect(rendered.textOf('word/footnotes.xml').some((text) => text.includes('value'))).toBe(true);
  });

  it('comments stay on the first turn', () => {
    const { body } = render(docx(p('{#items}'), p(comment('note', '{n}')), p('{/items}')), data);
    expect(body.match(/<w:commentReference /g)).toHaveLength(1);
  });

  describe('a bookmark that a block cuts is written once, both ends of it', () => {
    const start = raw('<w:bookmarkStart w:id="5" w:name="cut"/>');
    const end = raw('<w:bookmarkEnd w:id="5"/>');
    it.each([
      ['begins in a loop', [p('{#items}'), p(start, '{n}'), p('{/items}'), p('x', end)]],
      ['ends in a loop', [p(start, 'x'), p('{#items}'), p('{n}', end), p('{/items}')]],
      ['begins in a loop without turns', [p('{#none}'), p(start, '{n}'), p('{/none}'), p('x', end)]],
      ['ends in a loop without turns', [p(start, 'x'), p('{#none}'), p('{n}', end), p('{/none}')]],
      ['begins in a condition', [p('{IF off}'), p('a', start), p('{END-IF}'), p('x', end)]],
      ['ends in a condition', [p(start, 'x'), p('{IF off}'), p('a', end), p('{END-IF}')]],
      ['from branch to branch', [p('{IF on}'), p(start, 'a'), p('{ELSE}'), p('b', end), p('{END-IF}')]],
      [
        'from loop to loop',
        [p('{#items}'), p(start, 'a'), p('{/items}'), p('{#none}'), p('b', end), p('{/none}')],
      ],
      ['inside a line', [p('a {IF off}', start, 'b{END-IF} c', end)]],
      [
        'around a vanishing row',
        [table(row(cell(p('{#none}', start, 'x')), '{/none}'), row(cell(p('y', end))))],
      ],
      ['around a dropped paragraph', [p('{DROP paragraph IF on}', start), p('x', end)]],
      [
        'in a nested block',
        [p('{IF on}'), p('{IF off}'), p(start, 'a'), p('{END-IF}'), p('x'), p('{END-IF}'), p('y', end)],
      ],
      ['between paragraphs', [p('{#none}'), start, p('a'), p('{/none}'), p('x'), end, p('y')]],
      ['on the paragraph of a tag', [p(start, '{#none}'), p('a', end), p('{/none}'), p('x')]],
    ])('%s', (_, content) => {
      const { body } = render(docx(...content), data);
      expect(body.match(/<w:bookmarkStart/g)).toHaveLength(1);
      expect(body.match(/<w:bookmarkEnd/g)).toHaveLength(1);
    });

    it('unless another loop repeats it all: then once a turn', () => {
      const file = docx(
        p('{#items}'),
        p('{IF off}'),
        p(start, 'a'),
        p('{END-IF}'),
        p('x', end),
        p('{/items}'),
      );
      const { body } = render(file, data);
      expect(body.match(/<w:bookmarkStart/g)).toHaveLength(2);
      expect(body.match(/<w:bookmarkEnd/g)).toHaveLength(2);
    });

    it('comments and permissions, too', () => {
      const marks = (kind: string) =>
        [raw(`<w:${kind}Start w:id="7"/>`), raw(`<w:${kind}End w:id="7"/>`)] as const;
      for (const kind of ['perm', 'moveFromRange']) {
        const [from, to] = marks(kind);
        const { body } = render(docx(p('{IF off}'), p('a', from), p('{END-IF}'), p('x', to)), data);
        expect(body.match(new RegExp(`<w:${kind}(?:Start|End)`, 'g'))).toHaveLength(2);
      }
    });
  });

  it('bookmarks, drawings, controls and paragraph ids are unique', () => {
    const paragraph = raw('<w:p w14:paraId="00000001" w14:textId="00000002"><w:r><w:t>x</w:t></w:r></w:p>');
    const file = docx(
      p('{#items}'),
      p(bookmark('mark', '{n}')),
      p(picture({})),
      controlBlock(p('c')),
      paragraph,
      p('{/items}'),
    );
    const { body } = render(file, data);
    const names = [...body.matchAll(/<w:bookmarkStart [^>]*w:name="([^"]+)"/g)].map(([, name]) => name);
    expect(new Set(names).size).toBe(2);
    expect(new Set([...body.matchAll(/<wp:docPr id="(\d+)"/g)].map(([, id]) => id)).size).toBe(2);
  });
});

describe('merged cells', () => {
  const merged = (open: string, close: string): Uint8Array =>
    docx(
      table(
        row(cell({ merge: 'restart' }, 'top'), 'x'),
        row(cell({ merge: 'continue' }), `${open}{n}${close}`),
        row(cell({ merge: 'continue' }), 'last'),
      ),
    );

  it('a unit of continuation rows extends the merge', () => {
    const { body } = render(merged('{#items BY row}', '{/items}'), data);
    expect([...body.matchAll(/<w:vMerge[^>]*>/g)].map(([tag]) => tag)).toEqual([
      '<w:vMerge w:val="restart"/>',
      ...Array(3).fill('<w:vMerge/>'),
    ]);
  });

  it('with no turns, the next continuation becomes the restart', () => {
    const file = docx(
      table(
        row(cell({ merge: 'restart' }, 'top'), '{#none BY row}x{/none}'),
        row(cell({ merge: 'continue' }), 'a'),
        row(cell({ merge: 'continue' }), 'b'),
      ),
    );
    const { body } = render(file, data);
    expect([...body.matchAll(/<w:vMerge[^>]*>/g)].map(([tag]) => tag)).toEqual([
      '<w:vMerge w:val="restart"/>',
      '<w:vMerge/>',
    ]);
  });

  it('a restart inside restarts on each turn', () => {
    const file = docx(
      table(
        row(cell({ merge: 'restart' }, '{#items}{n}'), 'x'),
        row(cell({ merge: 'continue' }), 'y{/items}'),
      ),
    );
    const { body } = render(file, data);
    expect([...body.matchAll(/<w:vMerge[^>]*>/g)].map(([tag]) => tag)).toEqual([
      '<w:vMerge w:val="restart"/>',
      '<w:vMerge/>',
      '<w:vMerge w:val="restart"/>',
      '<w:vMerge/>',
    ]);
  });
});

describe('one-tag removal', () => {
  it('paragraph, row, table, picture', () => {
    const file = docx(
      p('{DROP paragraph IF on}gone'),
      p('{KEEP paragraph IF on}kept'),
      table(row('a'), row('{DROP row IF on}b')),
      p('-'),
      table(row('{DROP table IF on}c')),
      p(picture({}), '{DROP picture IF on}p'),
    );
    const rendered = render(file, data);
    expect(rendered.text).toEqual(['kept', 'a', '-', 'p']);
    expect(rendered.body).not.toContain('<w:drawing');
    expect(render(file, { on: false }).text).toEqual(['gone', 'a', 'b', '-', 'c', 'p']);
  });

  it('a picture by its own alternative text', () => {
    const file = docx(p('{#items}'), p('x', picture({ alt: '{DROP picture IF n == "a"}' })), p('{/items}'));
    const { body, text } = render(file, data);
    expect(text).toEqual(['x', 'x']);
    expect(body.match(/<w:drawing>/g)).toHaveLength(1);
    expect(body).not.toContain('DROP');
    expect(problemsOf(docx(p(picture({ alt: '{DROP row IF x}' }))))).toMatchObject([
      { code: 'block_crosses' },
    ]);
  });

  it('inside the loop whose row it drops', () => {
    const file = docx(table(row('{#items}{DROP row IF n == "a"}{n}', 'x{/items}')));
    expect(grid(render(file, data))).toEqual([['b', 'x']]);
  });

  it('a removal that is wider than the block around it is an error', () => {
    expect(problemsOf(docx(table(row('{#if on}{DROP row IF x}{/if}a'))))).toMatchObject([
      { code: 'block_crosses' },
    ]);
  });
});

it('runs keep their formatting on every turn', () => {
  const { body } = render(
    docx(p(r('{#items}', { bold: true }), r('{n}', { italic: true }), r('{/items}'))),
    data,
  );
  expect(body.match(/<w:r><w:rPr><w:i\/><\/w:rPr>/g)).toHaveLength(2);
  expect(body).not.toContain('<w:b/>');
});
