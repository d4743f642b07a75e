/** Sample data: they fill the template, look like data, and show the branches behind conditions. */
import { describe, expect, it } from 'vitest';
import { barcodeSamples } from '../../../src/template/content/barcode-samples.ts';
import { drawSymbol, symbolType } from '../../../src/template/content/barcode-symbol.ts';
import { compileTemplate, type JsonObject } from '../../../src/template/index.ts';
import { docx, p } from '../../support/build.ts';
import { render } from '../engine.ts';

/** Renders with nothing missing, or the test fails. */
const sampleOf = (template: string): Record<string, unknown> => {
  const file = docx(...template.split('\n').map((text) => p(text)));
  const { sample } = compileTemplate(file, { delimiter: 'BRACES' }).inspection;
  expect(render(file, sample as JsonObject).report.missing).toEqual([]);
  return sample;
};

describe('values that conditions ask for', () => {
  it.each<[string, Record<string, unknown>]>([
    ['{IF status == "open"}{status}{END-IF}', { status: 'open' }],
    ['{IF total > 1000}x{END-IF}', { total: 1001 }],
    ['{IF total >= 1000 && total < 1002}x{END-IF}', { total: 1000 }],
    ['{IF 5 < n}x{END-IF}', { n: 12 }],
    ['{IF n <= 3}x{END-IF}', { n: 3 }],
    ['{IF n != 12}x{END-IF}', { n: 13 }],
    ['{IF due < "2020-01-01"}{due | date}{END-IF}', { due: '2019-12-31' }],
    ['{IF paid}x{END-IF}', { paid: true }],
    ['{IF !paid}x{END-IF}', { paid: false }],
    ['{#unless paid}x{/unless}', { paid: false }],
    ['{IF code contains "A1"}x{END-IF}', { code: 'A1' }],
    ['{IF tags.includes("new")}{tags | join}{END-IF}', { tags: ['new', 'Tag 2', 'Tag 3'] }],
    ['{status | map:"o":"Open":"c":"Closed"}', { status: 'o' }],
    // What a literal would break is left alone.
    ['{IF n == "none"}x{END-IF}{n | currency}', { n: 12 }],
    ['{IF "x" in o}{o.x}{END-IF}', { o: { x: 'X' } }],
  ])('%s', (template, expected) => {
    expect(sampleOf(template)).toEqual(expected);
  });

  it('items of a list show one branch each', () => {
    const sample = sampleOf(
      '{FOR i IN items}{IF $i.s == "a"}1{ELSE-IF $i.s == "b"}2{ELSE-IF $i.s == "c"}3{ELSE-IF $i.s == "d"}4{END-IF}{END-FOR}',
    );
    expect(sample).toEqual({ items: [{ s: 'a' }, { s: 'b' }, { s: 'c' }, { s: 'd' }] });
  });
});

describe('what only some values will do for', () => {
  it.each<string>([
    '{BARCODE a type=ean13}{b | barcode:"upca"}{BARCODE c type=(kind)}',
    '{a | currency:code:loc}{b | round:digits}{c | date:pattern}{d | number:format}',
    '{a | roman}{b | ordinal}{c | percent}{d | words}',
    '{IMAGE logo width=(w) fit=(f) rotation=(r)}{QR text size=(s) ecc=(e)}',
    '{LINK ({url: u, label: l})}{LINK mail "write"}{LINK phone}{LINK ({target: t})}',
    '{IMAGE ({data: pic.data, extension: ".png", width: pic.w, height: pic.h})}{IMAGE photo}{photo.caption}',
    '{"x".repeat(n)}{a.toFixed(d)}{name.padStart(w, "0")}',
    '{HTML a}{MARKDOWN b}\n{HTML c}\n{MARKDOWN d}',
    '{rows[4].name} {matrix[1][2]} {FOR i IN items}{names[$index]} {rows[$number].name}{END-FOR}',
    '{items.find(i => i.id == chosen.id).name} {FOR o IN orders}{items.filter(i => i.order === $o.id)[0].name}{END-FOR}',
    '{FOR r IN rows}{FOR c IN columns}{$r[$c]} {END-FOR}{END-FOR}{prices[sku] | currency}',
    '{(items | offset:3 | first).name} {items.at(-1).name} {(items | last).name}',
    '{new Date(a) > new Date(b) ? "x" : "y"} {a | diff:b} {$now > c ? c : "later"}',
    '{JSON.stringify(o)} {typeof t} {parseInt(n) + Number(m)} {String(s).length} {isNaN(q)}',
    '{a.b.c.d.e} {this.x} {@root.y} {box.length} {length}',
    '{#each map}{@key}: {price | currency}{/each}{FOR e IN totals}{$e.key}: {$e.value | currency}{END-FOR}',
    '{SET f = (o) => o.first + " " + o.last}{f(person)}{SET n = 0}{FOR i IN items}{SET n = n + $i.price}{END-FOR}{n | currency}',
    '{[a, b, ...c].join(", ")} {({ x: d }).x} {{...e, y: 1}.y}',
  ])('%s', (template) => {
    expect(Object.keys(sampleOf(template)).length).toBeGreaterThan(0);
  });

  it.each([
    ...[
      'code128',
      'code39',
      'code93',
      'ean13',
      'ean8',
      'ean5',
      'ean2',
      'upca',
      'upce',
      'isbn',
      'issn',
      'ismn',
    ],
    ...[
      'itf14',
      'itf',
      'interleaved2of5',
      'codabar',
      'gs1-128',
      'gs1datamatrix',
      'ean14',
      'sscc18',
      'postnet',
    ],
    ...[
      'qrcode',
      'datamatrix',
      'pdf417',
      'azteccode',
      'msi',
      'code11',
      'plessey',
      'pharmacode',
      'pzn',
      'code32',
    ],
    ...['upc', 'ean', 'code2of5', 'databaromni', 'gs1qrcode'],
  ])('bar codes of type %s can be drawn', (name) => {
    const type = symbolType(name);
    for (const text of barcodeSamples(name)) {
      expect(
        drawSymbol({
          type: type ?? '',
          text,
          scale: 1,
          withText: true,
          margin: { horizontal: 0, vertical: 0 },
        }).width,
      ).toBeGreaterThan(0);
    }
  });
});

describe('looks', () => {
  it('follows the names of fields', () => {
    expect(
      sampleOf(
        '{customer.name} {customer.email} {customer.address.city} {company} {invoiceNumber} {invoice_date} {price} {qty} {website} {vatId} {dueDate | date} {zip} {foo}',
      ),
    ).toMatchObject({
      customer: { name: 'Maria Keller', email: 'maria.keller@example.com', address: { city: 'Berlin' } },
      company: 'Northwind Trading Ltd',
      invoiceNumber: '2026-0042',
      invoice_date: '2026-03-16',
      price: 149.9,
      qty: 2,
      website: 'https://example.com/a',
      vatId: 'DE123456788',
      dueDate: '2026-03-30',
      zip: '10115',
      foo: 'Foo',
    });
  });

  it('gives lists two or three items that differ', () => {
    const { items } = sampleOf(
      '{FOR i IN items}{$i.name} {$i.price} {FOR t IN $i.tags}{$t}{END-FOR}{IMAGE $i.photo}{END-FOR}',
    ) as { items: { name: string; price: number; tags: string[]; photo: string }[] };
    expect(items.map(({ name, price }) => `${name} ${price}`)).toEqual([
      'Desk lamp 149.9',
      'Office chair 24.5',
      'Notebook A5 89',
    ]);
    for (const { tags } of items) expect(new Set(tags).size).toBe(2);
    expect(new Set(items.map(({ photo }) => photo)).size).toBe(3);
    expect(items[0]?.photo).toMatch(/^data:image\/png;base64,/);
  });

  it('is the same each time', () => {
    const template = '{a}{FOR i IN items}{$i.x | date}{END-FOR}{#people}{name}{/people}';
    expect(sampleOf(template)).toEqual(sampleOf(template));
  });
});

describe('size', () => {
  it('stays small where loops nest, and where one element is far away', () => {
    const depth = 60;
    const open = Array.from({ length: depth }, (_, at) => `{#l${at}s}{v${at}}`).join('');
    const close = Array.from({ length: depth }, (_, at) => `{/l${depth - 1 - at}s}`).join('');
    expect(JSON.stringify(sampleOf(open + close)).length).toBeLessThan(100_000);
    const file = docx(p('{a[99].b[99].c[99].d} {x[123456789]}'));
    const { sample } = compileTemplate(file, { delimiter: 'BRACES' }).inspection;
    expect(JSON.stringify(sample).length).toBeLessThan(1_000_000);
  });
});
