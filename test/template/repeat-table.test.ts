/** What repeats in tables: rules 3, 4 and 5 of the template language. */
import { describe, expect, it } from 'vitest';
import { cell, docx, p, raw, row, table } from '../support/build.ts';
import { failureOf, grid, problemsOf, render } from './engine.ts';

const items = [
  { a: '1', b: '2' },
  { a: '3', b: '4' },
];

describe('rows', () => {
  it('tags in different cells of one row repeat the row', () => {
    const file = docx(table(row('{#items}{a}', '{b}{/items}'), row('end', 'end')));
    expect(grid(render(file, { items }))).toEqual([
      ['1', '2'],
      ['3', '4'],
      ['end', 'end'],
    ]);
  });

  it('tags in different rows repeat the rows between, and rows of tags alone vanish', () => {
    const file = docx(
      table(
        row('{FOR i IN items}', ''),
        row('{$i.a}', '{$i.b}'),
        row('-', '-'),
        row('{END-FOR i}', ''),
        row('end', 'end'),
      ),
    );
    expect(grid(render(file, { items }))).toEqual([
      ['1', '2'],
      ['-', '-'],
      ['3', '4'],
      ['-', '-'],
      ['end', 'end'],
    ]);
  });

  it('rows that hold more than tags belong to the block', () => {
    const file = docx(table(row('{#items}{a}', 'x'), row('y', '{b}{/items}')));
    expect(grid(render(file, { items }))).toEqual([
      ['1', 'x'],
      ['y', '2'],
      ['3', 'x'],
      ['y', '4'],
    ]);
  });

  it('a condition and its ELSE in rows of their own', () => {
    const file = docx(
      table(row('head'), row('{IF on}'), row('yes'), row('{ELSE}'), row('no'), row('{END-IF}')),
    );
    expect(grid(render(file, { on: true }))).toEqual([['head'], ['yes']]);
    expect(grid(render(file, { on: false }))).toEqual([['head'], ['no']]);
  });

  describe('rows of tags that end one block and begin the next', () => {
    const file = docx(
      table(
        row('{#if a}'),
        row('A'),
        row('{/if}{#if b}'),
        row('B'),
        row('{/if}{SET n = 1}{#each items}'),
        row('{.}{n}'),
        row('{/each}'),
      ),
    );
    it.each([
      [{ a: true, b: true, items: [] }, [['A'], ['B']]],
      [{ a: false, b: true, items: ['x'] }, [['B'], ['x1']]],
      [{ a: true, b: false, items: ['x', 'y'] }, [['A'], ['x1'], ['y1']]],
    ])('%j', (data, rows) => {
      expect(grid(render(file, data))).toEqual(rows);
    });

    it('with the tags in cells of their own, and an ELSE', () => {
      const mixed = docx(
        table(
          row('{IF a}', ''),
          row('A', 'x'),
          row('{ELSE}', ''),
          row('-', '-'),
          row('{END-IF}', '{IF b}'),
          row('B', 'y'),
          row('', '{END-IF}'),
        ),
      );
      expect(grid(render(mixed, { a: false, b: true }))).toEqual([
        ['-', '-'],
        ['B', 'y'],
      ]);
      expect(grid(render(mixed, { a: true, b: false }))).toEqual([['A', 'x']]);
    });

    it('an assignment in such a row is made in the block that it stands in', () => {
      const counted = docx(
        table(
          row('{#items}{SET n = .}'),
          row('{n}'),
          row('{/items}{#items}{SET n = . + "!"}'),
          row('{n}'),
          row('{/items}'),
        ),
      );
      expect(grid(render(counted, { items: ['x', 'y'] }))).toEqual([['x'], ['y'], ['x!'], ['y!']]);
    });

    it('a row that holds more than tags still cannot belong to both', () => {
      expect(
        problemsOf(docx(table(row('{#if a}'), row('A'), row('x{/if}{#if b}'), row('{/if}')))),
      ).toMatchObject([{ code: 'block_crosses' }]);
      const symbol = raw(
        '<w:p><w:r><w:sym w:font="Wingdings" w:char="F0FC"/><w:t>{/if}{#if b}</w:t></w:r></w:p>',
      );
      expect(problemsOf(docx(table(row('{#if a}'), row(cell(symbol)), row('{/if}'))))).toMatchObject([
        { code: 'block_crosses' },
      ]);
    });

    it('cells of tags, likewise', () => {
      const cells = docx(table(row('{IF a}', 'A', '{END-IF}{IF b}', 'B', '{END-IF}', 'z')));
      expect(grid(render(cells, { a: true, b: false }))).toEqual([['A', 'z']]);
      expect(grid(render(cells, { a: false, b: true }))).toEqual([['B', 'z']]);
    });
  });

  it('an ELSE inside a repeated row is an error that says where it belongs', () => {
    const [problem] = problemsOf(docx(table(row('{#if x}a', '{else}b', 'c{/if}'))));
    expect(problem).toMatchObject({ code: 'block_crosses', tag: '{else}', cell: { row: 1, column: 2 } });
    expect(problem?.hint).toContain('row of its own');
  });

  it('a table left without rows vanishes', () => {
    const file = docx(p('before'), table(row('{#items}{a}', '{b}{/items}')), p('after'));
    expect(render(file, { items: [] }).text).toEqual(['before', 'after']);
    expect(render(file, { items: [] }).body).not.toContain('w:tbl');
  });

  it('nested row loops', () => {
    const file = docx(
      table(row('{#groups}{name}', ''), row('{#items}{a}', '{b}{/items}'), row('', '{/groups}')),
    );
    const data = {
      groups: [
        { name: 'G', items },
        { name: 'H', items: [] },
      ],
    };
    expect(grid(render(file, data))).toEqual([
      ['G', ''],
      ['1', '2'],
      ['3', '4'],
      ['H', ''],
    ]);
  });

  it('BY row, [loopOver: "row"] and {-w:tr items} in a single cell repeat its row', () => {
    for (const [open, close] of [
      ['{FOR i IN items BY row}', '{END-FOR}'],
      ['{#items [loopOver: “row”]}', '{/items}'],
      ['{-w:tr items}', '{/items}'],
    ] as const) {
      const name = open.startsWith('{FOR') ? '{$i.a}' : '{a}';
      expect(grid(render(docx(table(row(`${open}${name}${close}`, 'x'))), { items })), open).toEqual([
        ['1', 'x'],
        ['3', 'x'],
      ]);
    }
  });

  it('two blocks that want the same row are an error', () => {
    const problems = problemsOf(docx(table(row('{#a}1', '2{/a}', '{#b}3', '4{/b}'))));
    expect(problems.map(({ code }) => code)).toContain('block_crosses');
  });

  it('a block that leads out of a table is an error that says so', () => {
    const [problem] = problemsOf(docx(p('{#a}'), table(row('x{/a}'))));
    expect(problem).toMatchObject({ code: 'block_crosses' });
    expect(problem?.message).toContain('one stands inside a table');
  });
});

describe('cells', () => {
  it('FOR tags that stand alone in their cells repeat the cells between, and the grid follows', () => {
    const file = docx(
      table(
        row('h', '{FOR c IN columns}', '{$c}', '{END-FOR c}'),
        row('{FOR r IN rows}', '', '', ''),
        row('{$r.name}', '{FOR v IN $r.values}', '{$v}', '{END-FOR v}'),
        row('{END-FOR r}', '', '', ''),
      ),
    );
    const data = {
      columns: ['A', 'B', 'C'],
      rows: [
        { name: 'x', values: [1, 2, 3] },
        { name: 'y', values: [4, 5, 6] },
      ],
    };
    const rendered = render(file, data);
    expect(grid(rendered)).toEqual([
      ['h', 'A', 'B', 'C'],
      ['x', '1', '2', '3'],
      ['y', '4', '5', '6'],
    ]);
    expect(rendered.body.match(/<w:gridCol /g)).toHaveLength(4);
  });

  it('sections in different cells repeat the row, even alone in their cells', () => {
    const file = docx(table(row('{#items}', '{a}', '{/items}')));
    expect(grid(render(file, { items }))).toEqual([
      ['', '1', ''],
      ['', '3', ''],
    ]);
  });
});

describe('columns', () => {
  const file = docx(
    table(
      { widths: [3000, 2000, 1000] },
      row(cell({ span: 3 }, 'title')),
      row('name', '{FOR c IN columns BY column}{$c.head}{END-FOR c}', 'sum'),
      row('x', '{$c.value}', 's'),
    ),
  );

  it('every row grows, spans grow, copies share the width', () => {
    const rendered = render(file, {
      columns: [
        { head: 'A', value: 1 },
        { head: 'B', value: 2 },
      ],
    });
    expect(grid(rendered)).toEqual([['title'], ['name', 'A', 'B', 'sum'], ['x', '1', '2', 's']]);
    expect([...rendered.body.matchAll(/gridCol w:w="(\d+)"/g)].map(([, width]) => width)).toEqual([
      '3000',
      '1000',
      '1000',
      '1000',
    ]);
    expect(rendered.body).toContain('<w:gridSpan w:val="4"/>');
  });

  it('no turns remove the column', () => {
    const rendered = render(file, { columns: [] });
    expect(grid(rendered)).toEqual([['title'], ['name', 'sum'], ['x', 's']]);
    expect(rendered.body).toContain('<w:gridSpan w:val="2"/>');
    expect(rendered.body.match(/<w:gridCol /g)).toHaveLength(2);
  });

  const widthsOf = ({ body }: { body: string }): number[] =>
    [...body.matchAll(/gridCol w:w="(\d+)"/g)].map(([, width]) => Number(width));
  const spansOf = ({ body }: { body: string }): number[] =>
    [...body.matchAll(/gridSpan w:val="(\d+)"/g)].map(([, span]) => Number(span));

  it('see the row that they cross, and rows see them', () => {
    const pivot = docx(
      table(
        { widths: [3000, 3000] },
        row('', '{FOR m IN months BY column}{$m}{END-FOR m}'),
        row('{FOR r IN rows}{$r.name}', '{$r.of[$m]}{END-FOR r}'),
      ),
    );
    const rendered = render(pivot, {
      months: ['jan', 'feb', 'mar'],
      rows: [
        { name: 'x', of: { jan: 1, feb: 2, mar: 3 } },
        { name: 'y', of: { jan: 4, feb: 5, mar: 6 } },
      ],
    });
    expect(grid(rendered)).toEqual([
      ['', 'jan', 'feb', 'mar'],
      ['x', '1', '2', '3'],
      ['y', '4', '5', '6'],
    ]);
    expect(widthsOf(rendered)).toEqual([3000, 1000, 1000, 1000]);
  });

  it('may depend on the row that their tags stand in: the widest decides on the grid', () => {
    const wide = docx(
      table(
        { widths: [3000, 3000] },
        row('{FOR r IN rows}{$r.name}', '{FOR v IN $r.values BY column}{$v}{END-FOR v}{END-FOR r}'),
      ),
    );
    const rendered = render(wide, {
      rows: [
        { name: 'x', values: [1] },
        { name: 'y', values: [2, 3, 4] },
        { name: 'z', values: [] },
      ],
    });
    expect(grid(rendered)).toEqual([['x', '1'], ['y', '2', '3', '4'], ['z']]);
    expect(widthsOf(rendered)).toEqual([3000, 1000, 1000, 1000]);
  });

  describe('inside one another', () => {
    const quarters = docx(
      table(
        { widths: [1200, 1200, 1200] },
        row(cell({ span: 3 }, 'The year')),
        row('', cell({ span: 2 }, '{FOR q IN quarters BY column}{$q.name}{END-FOR q}')),
        row('', '{FOR m IN $q.months BY column}{$m.name}{END-FOR m}', 'sum of {$q.name}'),
        row('sales', '{$m.sales}', '{$q.months | sum:"sales"}'),
      ),
    );
    const month = (name: string, sales: number) => ({ name, sales });

    it('each turn has its own columns, and what spans them grows with that turn', () => {
      const rendered = render(quarters, {
        quarters: [
          { name: 'Q1', months: [month('jan', 1), month('feb', 2), month('mar', 3)] },
          { name: 'Q2', months: [] },
          { name: 'Q3', months: [month('jul', 4)] },
        ],
      });
      expect(grid(rendered)).toEqual([
        ['The year'],
        ['', 'Q1', 'Q2', 'Q3'],
        ['', 'jan', 'feb', 'mar', 'sum of Q1', 'sum of Q2', 'jul', 'sum of Q3'],
        ['sales', '1', '2', '3', '6', '0', '4', '4'],
      ]);
      expect(spansOf(rendered)).toEqual([8, 4, 1, 2]);
      expect(widthsOf(rendered)).toEqual([1200, 300, 300, 300, 400, 400, 300, 400]);
    });

    it('no turns outside remove all of them', () => {
      const rendered = render(quarters, { quarters: [] });
      expect(grid(rendered)).toEqual([['The year'], [''], [''], ['sales']]);
      expect(widthsOf(rendered)).toEqual([1200]);
    });

    it('in the same columns, the tag that comes first stands outside', () => {
      const filtered = docx(
        table(
          row('{FOR c IN list BY column}{IF $c.on BY column}{$c.name}{END-IF}{END-FOR c}'),
          row('{$c.name}'),
        ),
      );
      const list = [
        { name: 'a', on: true },
        { name: 'b', on: false },
        { name: 'c', on: true },
      ];
      const rendered = render(filtered, { list });
      expect(grid(rendered)).toEqual([
        ['a', 'c'],
        ['a', 'c'],
      ]);
      expect(widthsOf(rendered)).toHaveLength(2);
    });

    it('count together towards the limit', () => {
      const months = Array.from({ length: 12 }, () => month('m', 1));
      const failure = failureOf(quarters, {
        quarters: Array.from({ length: 5 }, () => ({ name: 'q', months })),
      });
      expect(failure.message).toContain('66 columns');
    });

    it('that share only some of their columns are an error', () => {
      const crossing = docx(
        table(row('{IF a BY column}1', '2{END-IF}', '3'), row('1', '{IF b BY column}2', '3{END-IF}')),
      );
      expect(problemsOf(crossing)).toMatchObject([{ code: 'block_crosses', tag: '{IF b BY column}' }]);
    });
  });

  it('have no ELSE, and say so', () => {
    const file = docx(table(row('{IF a BY column}1', '{ELSE}2{END-IF}')));
    const [problem] = problemsOf(file);
    expect(problem).toMatchObject({ code: 'block_crosses' });
    expect(problem?.message).toContain('no ELSE');
  });

  it('more than 63 columns are an error of the data', () => {
    const failure = failureOf(file, { columns: Array.from({ length: 62 }, () => ({ head: 'h', value: 1 })) });
    expect(failure.code).toBe('data_invalid');
    expect(failure.message).toContain('64 columns');
    expect(failure.details?.[0]?.tag).toContain('BY column');
  });

  it('a block that cuts a span is an error', () => {
    const cut = docx(table(row(cell({ span: 2 }, 'a'), 'b'), row('1', '{IF x BY column}2', '3{END-IF}')));
    expect(problemsOf(cut)).toMatchObject([{ code: 'bad_column' }]);
  });

  it('DROP column', () => {
    const drop = docx(table(row('a', '{DROP column IF hide}b'), row('1', '2')));
    expect(grid(render(drop, { hide: true }))).toEqual([['a'], ['1']]);
    expect(grid(render(drop, { hide: false }))).toEqual([
      ['a', 'b'],
      ['1', '2'],
    ]);
  });
});
