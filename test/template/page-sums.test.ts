/** PAGETOTAL and CARRY: sums over the rows of a page, where layout ends the pages. */
import { describe, expect, it } from 'vitest';
import { RenderedLayout } from '../../src/convert/native/rendered-layout.ts';
import { openDocx } from '../../src/ooxml/docx.ts';
import type { JsonObject } from '../../src/template/index.ts';
import {
  compileTemplate,
  linkTemplate,
  paged,
  renderParts,
  writeFinished,
} from '../../src/template/index.ts';
import { cell, docx, p, row, section, table } from '../support/build.ts';
import { checkDocx } from '../support/docx-validity.ts';
import { noPoppler, pdfText } from '../support/pdf.ts';
import { failureOf, problemsOf, render } from './engine.ts';

const layout = new RenderedLayout({});
const MS = 60_000;

const collected = () => {
  const chunks: Uint8Array[] = [];
  return {
    write: (chunk: Uint8Array) => void chunks.push(Buffer.from(chunk)),
    bytes: () => new Uint8Array(Buffer.concat(chunks)),
  };
};

interface Made {
  /** Lines of each page. */
  readonly pages: readonly (readonly string[])[];
  readonly warnings: readonly string[];
  readonly elsewhere: readonly string[];
}

const linkedOf = (file: Uint8Array) =>
  linkTemplate(compileTemplate(file, { delimiter: 'BRACES' }).program, file);

const pdfOf = async (file: Uint8Array, data: JsonObject): Promise<Made> => {
  const linked = linkedOf(file);
  const { parts, warnings, elsewhere } = await paged(linked, renderParts(linked, data, { now: 0 }), (some) =>
    layout.pagesOf(some, MS),
  );
  const sink = collected();
  await layout.lay(parts, { use: 'always', milliseconds: MS }, sink);
  const pages = pdfText(sink.bytes()).split('\f').slice(0, -1);
  return {
    pages: pages.map((page) =>
      page
        .split('\n')
        .map((line) => line.trim())
        .filter((line) => line !== ''),
    ),
    warnings,
    elsewhere,
  };
};

const docxOf = async (file: Uint8Array, data: JsonObject) => {
  const linked = linkedOf(file);
  const sink = collected();
  const rendered = renderParts(linked, data, { now: 0, isLaidOut: true });
  const pagesOf = (some: typeof rendered.parts) => layout.pagesOf(some, MS);
  const said = await writeFinished(linked, rendered, {}, { pagesOf, sink });
  const bytes = sink.bytes();
  return { bytes, said, xml: openDocx(bytes).text('word/document.xml') };
};

const two = (a: string, b: string) => row(cell(p(a)), cell(p(b)));
const HEAD = row({ header: true }, cell(p('Item')), cell(p('Amount')));
const CARRY = two('carried', '{CARRY amount | number:2}');
const ITEM = two('{#items}{name}', '{amount | number:2}{/items}');
const TOTAL = two('page', '{PAGETOTAL amount | number:2}');
const INVOICE = docx(
  p('Invoice'),
  table(HEAD, CARRY, ITEM, TOTAL, two('Total', '{items|sum:"amount"|number:2}')),
);

/** The same numbers on each run. */
const randomBy = (seed: number) => {
  let state = seed;
  return (below: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
};

const itemsOf = (count: number, seed: number) => {
  const random = randomBy(seed);
  return Array.from({ length: count }, (_, index) => ({
    name: `row${index}${' words'.repeat(random(4) === 0 ? random(60) : 1)}`,
    amount: (random(2_000_000) - 200_000) / 100,
  }));
};

const cents = (text: string): number => Math.round(Number(text.replaceAll(',', '')) * 100);
const numberIn = (line: string): number => cents(/(-?[\d,]+\.\d\d)$/.exec(line)?.[1] ?? '0');
const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0);

describe.skipIf(noPoppler)('on pages', () => {
  it.each([1, 2, 3, 4, 5, 6])('adds up, whatever the rows are (%i)', async (seed) => {
    const items = itemsOf(30 + seed * 37, seed);
    const { pages, warnings } = await pdfOf(INVOICE, { items });
    expect(warnings).toEqual([]);
    expect(pages.length).toBeGreaterThan(1);
    let before = 0;
    const seen: string[] = [];
    for (const [index, lines] of pages.entries()) {
      const rows = lines.filter((line) => /^row\d/.test(line));
      const own = sumOf(rows.map(numberIn));
      const totals = lines.filter((line) => line.startsWith('page '));
      const carried = lines.filter((line) => line.startsWith('carried'));
      expect(totals.map(numberIn)).toEqual([own]);
      expect(carried.map(numberIn)).toEqual(index === 0 ? [] : [before]);
      expect(lines.indexOf(totals[0] ?? '')).toBeGreaterThan(lines.indexOf(rows.at(-1) ?? ''));
      if (index > 0) expect(lines.slice(0, 2)).toEqual([expect.stringMatching(/^Item/), carried[0]]);
      if (index < pages.length - 1) expect(lines.at(-1)).toBe(totals[0]);
      before += own;
      seen.push(...rows.map((line) => line.split(' ', 1)[0] ?? ''));
    }
    expect(seen).toEqual(items.map(({ name }) => name.split(' ', 1)[0]));
    expect(before).toBe(sumOf(items.map(({ amount }) => Math.round(amount * 100))));
    expect(numberIn(pages.at(-1)?.find((line) => line.startsWith('Total')) ?? '')).toBe(before);
  });

  it('a row of CARRY alone at the end says what goes over, and is not on the last page', async () => {
    const file = docx(table(HEAD, CARRY, ITEM, two('over', '{CARRY amount | number:2}')));
    const { pages } = await pdfOf(file, { items: itemsOf(90, 7) });
    const at = (word: string) =>
      pages.map((lines) => lines.filter((line) => line.startsWith(word)).map(numberIn));
    expect(at('over').slice(0, -1)).toEqual(at('carried').slice(1));
    expect([at('over').at(-1), at('carried')[0]]).toEqual([[], []]);
  });

  it('takes the rows of the loop that is named, in groups, and several sums', async () => {
    const file = docx(
      table(
        HEAD,
        two('{FOR g IN groups}', ''),
        two('{g.title}', ''),
        two('{FOR i IN g.items}{i.name}', '{i.amount | number:2}'),
        two('more of {i.name}{END-FOR}', ''),
        two('{END-FOR}', ''),
        two('page {PAGETOTAL i.count}', '{PAGETOTAL i.amount * 2 | number:2}'),
      ),
    );
    const items = itemsOf(60, 8).map((item) => ({
      ...item,
      name: item.name.split(' ', 1)[0] ?? '',
      count: 1,
    }));
    const { pages } = await pdfOf(file, {
      groups: [
        { title: 'A', items: items.slice(0, 25) },
        { title: 'B', items: items.slice(25) },
      ],
    });
    const counted = pages.map((lines) => {
      const rows = lines.filter((line) => /^row\d/.test(line));
      const total = lines.find((line) => line.startsWith('page')) ?? '';
      expect(numberIn(total)).toBe(2 * sumOf(rows.map(numberIn)));
      expect(Number(/^page (\d+)/.exec(total)?.[1])).toBe(rows.length);
      return rows.length;
    });
    expect(counted.length).toBeGreaterThan(2);
    expect(sumOf(counted)).toBe(60);
  });

  it('each table for itself, with the names of the loop around it, on paper of any size', async () => {
    const money = (word: string) => `{${word} amount | currency:code}`;
    const file = docx(
      p('{#orders}'),
      p('{SET code = currency}Order {currency}'),
      table(HEAD, two('carried', money('CARRY')), ITEM, two('page', money('PAGETOTAL'))),
      p('{/orders}'),
      section({ landscape: true }),
    );
    const { pages } = await pdfOf(file, {
      orders: [
        { currency: 'EUR', items: itemsOf(40, 9) },
        { currency: 'USD', items: itemsOf(50, 10) },
      ],
    });
    const sums = pages.flatMap((lines) => lines.filter((line) => line.startsWith('page')));
    const signs = sums.map((line) => /[€$]/.exec(line)?.[0]);
    expect(signs.join('')).toMatch(/^€{2,}\${2,}$/);
  });

  it('a table on one page has its total; without rows it is nothing', async () => {
    const three = await pdfOf(INVOICE, { items: [1, 2, 3.5].map((amount) => ({ name: 'row', amount })) });
    expect(three.pages[0]?.slice(-2).map(numberIn)).toEqual([650, 650]);
    expect(three.pages[0]?.join(' ')).not.toContain('carried');
    const none = await pdfOf(INVOICE, { items: [] });
    expect(none.pages[0]?.map((line) => line.split(/\s+/)[0])).toEqual(['Invoice', 'Item', 'page', 'Total']);
    expect([three.elsewhere, none.elsewhere]).toEqual([[], []]);
  });

  it('says that a row is higher than a page, and counts it once', async () => {
    const items = [
      ...itemsOf(10, 1),
      { name: `high ${'words '.repeat(3000)}`, amount: 7 },
      ...itemsOf(60, 2),
    ];
    const { pages, warnings } = await pdfOf(INVOICE, { items });
    expect(warnings).toEqual([expect.stringMatching(/^\{PAGETOTAL .*: a row is higher than a page/)]);
    const totals = pages.flatMap((lines) => lines.filter((line) => line.startsWith('page ')));
    expect(sumOf(totals.map(numberIn))).toBe(sumOf(items.map(({ amount }) => Math.round(amount * 100))));
  });

  const line = (side: string, size: number) => `<w:${side} w:val="double" w:sz="${size}"/>`;
  const LINES = `<w:tcBorders>${line('top', 24)}${line('bottom', 24)}</w:tcBorders>`;
  it.each([
    ['thick lines', [ITEM, row(cell({ xml: LINES }, p('page')), cell(p('{PAGETOTAL amount | number:2}')))]],
    [
      'cells over two rows',
      [
        row(cell({ merge: 'restart' }, p('{#items}{name}')), cell(p('{amount | number:2}'))),
        row(cell({ merge: 'continue' }, p('')), cell(p('x{/items}'))),
        TOTAL,
      ],
    ],
  ])('leaves more room where rows need it: %s', async (_, rows) => {
    const { pages, warnings } = await pdfOf(docx(table(HEAD, CARRY, ...rows)), { items: itemsOf(130, 7) });
    expect(warnings).toEqual([]);
    for (const lines of pages) expect(lines.filter((one) => one.startsWith('page ')).length).toBe(1);
  });

  it('has one sum where pages have several columns, and says so', async () => {
    const file = docx(table(HEAD, ITEM, TOTAL), section({ columns: 2 }));
    const { pages, warnings } = await pdfOf(file, { items: itemsOf(200, 3) });
    expect(warnings).toEqual([expect.stringContaining('in columns')]);
    expect(pages.flat().filter((line) => line.includes('page ')).length).toBe(1);
  });

  it('fits on fewer pages with FIT, sums and all', async () => {
    const file = docx(p('{FIT pages=2 min=60%}'), table(HEAD, CARRY, ITEM, TOTAL));
    const items = itemsOf(130, 4).map((item) => ({ ...item, name: 'row1' }));
    const { pages, warnings } = await pdfOf(file, { items });
    expect([pages.length, warnings]).toEqual([2, []]);
    for (const lines of pages)
      expect(numberIn(lines.find((line) => line.startsWith('page')) ?? '')).toBe(
        sumOf(lines.filter((line) => line.startsWith('row')).map(numberIn)),
      );
  });
});

describe('in a DOCX', () => {
  it('each page ends with a break, nothing of how it was made is left, and it is said whose pages they are', async () => {
    const { bytes, said, xml } = await docxOf(INVOICE, { items: itemsOf(120, 5) });
    expect(checkDocx(bytes)).toEqual([]);
    expect(xml).not.toContain('platen');
    const breaks = xml.match(/<w:pageBreakBefore\/>/g)?.length ?? 0;
    expect(breaks).toBeGreaterThan(1);
    expect(xml.match(/>carried</g)?.length).toBe(breaks);
    expect(xml.match(/>page</g)?.length).toBe(breaks + 1);
    expect(said).toEqual({
      warnings: [],
      elsewhere: [expect.stringMatching(/^\{PAGETOTAL .*: pages end where Platen’s layout ended them/)],
    });
  });

  it('without layout there is one sum, and that is said', () => {
    const { text, report, body } = render(INVOICE, { items: itemsOf(120, 5) });
    expect(text.filter((one) => one === 'page' || one === 'carried')).toEqual(['page']);
    expect(body).not.toContain('platen');
    expect(report.warnings).toEqual([expect.stringContaining('could not be found out')]);
  });

  it('a template without such tags is rendered as it was', () => {
    const { report } = render(docx(table(HEAD, ITEM)), { items: itemsOf(3, 1) });
    expect(report.warnings).toEqual([]);
  });
});

describe('what is wrong', () => {
  const messages = (...rows: (typeof TOTAL)[]) =>
    problemsOf(docx(p('x'), table(...rows))).map(({ code, message, tag }) => `${code} ${tag}: ${message}`);

  it.each([
    ['stands in no row of a table', docx('{PAGETOTAL amount}')],
    ['without rows of a loop', docx(table(HEAD, TOTAL))],
    ['stands in the rows that', docx(table(HEAD, two('{#items}{name}', '{PAGETOTAL amount}{/items}')))],
    ['stands above the rows', docx(table(HEAD, two('x', '{PAGETOTAL amount}'), ITEM))],
    ['between two loops', docx(table(HEAD, ITEM, TOTAL, two('{#more}{name}', '{amount}{/more}')))],
    ['no heading row', docx(table(two('Item', 'Amount'), CARRY, ITEM))],
    ['stands in a heading row', docx(table(row({ header: true }, cell(p('{CARRY amount}'))), ITEM))],
    ['inside another table', docx(table(row(cell(table(HEAD, ITEM, TOTAL), p('x')))))],
    ['adds up nothing', docx(table(HEAD, two('{FOR i IN items}{i.name}', '{END-FOR}'), TOTAL))],
  ])('is said at upload: %s', (words, file) => {
    expect(problemsOf(file)).toMatchObject([
      { message: expect.stringContaining(words), hint: expect.any(String), paragraph: expect.anything() },
    ]);
  });

  it('all at once', () => {
    expect(messages(TOTAL, two('x', '{CARRY amount}'))).toHaveLength(2);
  });

  it('a text where a number belongs is an error of the data, with its place', () => {
    const error = failureOf(INVOICE, { items: [{ name: 'a', amount: 'much' }] });
    expect(error.code).toBe('data_invalid');
    expect(JSON.stringify([error.message, error.details])).toContain('items[].amount');
  });

  it('and the schema knows that it is one', () => {
    const file = docx(
      table(HEAD, two('{FOR i IN items}{i.name}', '{END-FOR}'), two('', '{PAGETOTAL i.net | currency:code}')),
    );
    const { inspection } = compileTemplate(file, { delimiter: 'BRACES' });
    expect(JSON.stringify(inspection.schema)).toMatch(/"net":\{[^}]*number/);
    expect(JSON.stringify(inspection.fields)).toContain('"code"');
    expect(inspection.warnings).toEqual([]);
  });
});
