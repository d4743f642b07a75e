/**
 * The documents of the PDF bench, as DOCX: rendered from `examples/` and from the invoice that the render bench has, so
 * that both engines get what the product makes. New data for every number: nothing can be remembered between two.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileTemplate, linkTemplate, renderDocx } from '../src/template/index.ts';
import { invoiceData, invoiceTemplate, packageOf, paragraph } from './documents.ts';

const EXAMPLES = join(import.meta.dirname, '../examples');

/** Template and options → (data → DOCX). */
const rendering = (template: Uint8Array, options: object = {}): ((data: unknown) => Uint8Array) => {
  const linked = linkTemplate(compileTemplate(template, { delimiter: 'BRACES' }).program, template);
  return (data) => {
    const chunks: Uint8Array[] = [];
    renderDocx(
      linked,
      data as never,
      { now: Date.UTC(2026, 10, 15), ...options },
      {
        write: (chunk) => void chunks.push(chunk),
      },
    );
    return Buffer.concat(chunks);
  };
};

const readJson = (...path: string[]): Record<string, unknown> =>
  JSON.parse(readFileSync(join(EXAMPLES, ...path), 'utf8')) as Record<string, unknown>;

const exampleRendering = (key: string): ((data: unknown) => Uint8Array) => {
  const { options } = readJson(key, 'example.json') as { options?: object };
  return rendering(readFileSync(join(EXAMPLES, key, 'template.docx')), options);
};

/** Every example with its own data. */
export const examples = (): readonly { readonly key: string; readonly docx: Uint8Array }[] =>
  readdirSync(EXAMPLES)
    .filter((key) => key !== 'build')
    .sort()
    .map((key) => ({ key, docx: exampleRendering(key)(readJson(key, 'data.json')) }));

const GOODS = ['Design', 'Photography', 'Image licences', 'Proof copies, bound', 'Courier', 'Print run'];
const PLACES = ['the autumn catalogue', 'two days in the studio', 'Galway', 'the second delivery'];

const items = (seed: number, count: number): readonly object[] =>
  Array.from({ length: count }, (_, index) => ({
    name: `${GOODS[(seed + index) % GOODS.length]}, ${PLACES[(seed * 3 + index) % PLACES.length]} ${index + 1}`,
    quantity: ((seed * 7 + index * 3) % 20) + 1,
    unit: 'pcs',
    price: (((seed * 31 + index * 17) % 9973) + 100) / 4,
    vatRate: index % 3 === 0 ? 0.135 : 0.23,
  }));

/** The example's invoice, with a logo, a code to pay by and a styled table: 30 items fill two pages. */
export const exampleInvoices = (count: number): ((seed: number) => Uint8Array) => {
  const render = exampleRendering('invoice');
  const data = readJson('invoice', 'data.json');
  return (seed) => render({ ...data, number: `2026-${seed}`, items: items(seed, count) });
};

const PLATEN = {
  field: (name: string) => (name === 'total' ? '{total | number:"0,0.00"}' : `{${name}}`),
  row: {
    open: '{#items}',
    cells: ['{name}', '{quantity}', '{price | number:"0,0.00"}', '{amount | number:"0,0.00"}'],
    close: '{/items}',
  },
} as const;

/** The render bench's invoice: a plain table of four columns. */
export const plainInvoices = (rows: number): ((seed: number) => Uint8Array) => {
  const render = rendering(invoiceTemplate(PLATEN));
  return (seed) => render(invoiceData(seed, rows));
};

const WORDS =
  'the parties agree that obligations set out in this clause survive the end of their agreement and neither may assign them without consent in writing a failure to insist on performance is not waiver of any right or remedy which law provides'.split(
    ' ',
  );

/** Plain text of about so many pages: paragraphs of some lines, a heading now and then. */
export const plainText = (pages: number): Uint8Array => {
  let state = 1;
  const random = (below: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (state >> 8) % below;
  };
  const text = (words: number): string =>
    Array.from({ length: words }, () => WORDS[random(WORDS.length)] ?? '').join(' ');
  const body: string[] = [];
  for (let page = 0; page < pages; page += 1) {
    body.push(paragraph(`Article ${page + 1}`, 'Heading1'));
    for (let index = 0; index < PARAGRAPHS_PER_PAGE; index += 1) body.push(paragraph(`${text(90)}.`));
  }
  return packageOf(body.join(''));
};

const PARAGRAPHS_PER_PAGE = 11;
