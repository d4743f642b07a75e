/** Which paths a template reads, of which kind, and whether the data may lack them: `items[].price:number?`. */
import { describe, expect, it } from 'vitest';
import { compileTemplate } from '../../../src/template/index.ts';
import { cell, docx, footnote, header, hyperlink, p, picture, row, table } from '../../support/build.ts';

const inspect = (...pieces: Parameters<typeof docx>) =>
  compileTemplate(docx(...pieces), { delimiter: 'BRACES' }).inspection;

const fieldsOf = (...pieces: Parameters<typeof docx>): string =>
  inspect(...pieces)
    .fields.map(({ path, kind, optional }) => `${path}:${kind}${optional ? '?' : ''}`)
    .join(' ');

type Row = readonly [template: string, fields: string];

describe('loops', () => {
  it.each<Row>([
    ['{FOR i IN items}{$i.a} {i.b} {name}{END-FOR}', 'items:list items[].a:text items[].b:text name:text'],
    ['{FOR i IN items}{$index} {$number} {@first}{END-FOR}', 'items:list'],
    [
      '{FOR i IN items}{FOR l IN $i.lines}{$l.x}{$i.y}{END-FOR}{END-FOR}',
      'items:list items[].lines:list items[].lines[].x:text items[].y:text',
    ],
    ['{FOR t IN tags}{$t}{END-FOR}', 'tags:list tags[]:text'],
    [
      '{FOR i IN items | sortBy:"rank" | limit:3}{$i.a}{END-FOR}',
      'items:list items[].rank:text items[].a:text',
    ],
    ['{FOR i IN items | where:"kind":"x"}{$i.a}{END-FOR}', 'items:list items[].kind:text? items[].a:text'],
    [
      '{FOR g IN items | groupBy:"kind"}{$g.key} {FOR i IN $g.items}{$i.a}{END-FOR}{END-FOR}',
      'items:list items[].kind:text items[].a:text',
    ],
    ['{FOR r IN items | chunk:2}{FOR i IN $r}{$i.a}{END-FOR}{END-FOR}', 'items:list items[].a:text'],
    [
      '{FOR i IN items.filter(x => x.ok).map(x => x.inner)}{$i.a}{END-FOR}',
      'items:list items[].ok:boolean? items[].inner:object items[].inner.a:text',
    ],
    ['{FOR i IN items.slice(1)}{$i.a}{END-FOR}', 'items:list items[].a:text'],
    ['{FOR i IN [...a, ...b]}{$i.x}{END-FOR}', 'a:list a[].x:text b:list b[].x:text'],
    ['{FOR i IN a.concat(b)}{$i.x}{END-FOR}', 'a:list a[].x:text b:list? b[].x:text'],
    ['{FOR i IN [a, b]}{$i.x}{END-FOR}', 'a:object a.x:text b:object b.x:text'],
    ['{FOR i IN x ?? y}{$i.a}{END-FOR}', 'x:list? x[].a:text y:list? y[].a:text'],
    ['{FOR e IN Object.entries(o)}{$e[0]} {$e[1].x}{END-FOR}', 'o:object o[].x:text'],
    ['{FOR k IN Object.keys(o)}{$k}{END-FOR}', 'o:object'],
    ['{FOR e IN o}{$e.key} {$e.value | currency}{END-FOR}', 'o:object o[].key:text o[].value:number'],
    ['{FOR col IN cols}{row[$col]}{END-FOR}', 'cols:list cols[]:text row:object row[]:text'],
    ['{#each items as |it i|}{it.a} {i} {b}{/each}', 'items:list items[].a:text items[].b:text'],
    ['{#each map}{@key} {a}{/each}', 'map:object map[].a:text'],
  ])('%s', (template, expected) => {
    expect(fieldsOf(p(template))).toBe(expected);
  });
});

describe('sections and the names in them', () => {
  it.each<Row>([
    ['{#items}{a} {this.b}{/items}', 'items:list? items[].a:text items[].b:text'],
    ['{#items}{.}{/items}', 'items:list? items[]:text'],
    // Known outside: the outer one must be there, the item may have one of its own.
    [
      '{currency}{#items}{price} {currency}{/items}',
      'currency:text items:list? items[].price:text items[].currency:text?',
    ],
    // Named as the item's: it is the item's.
    ['{name}{#items}{name}{this.name}{/items}', 'name:text items:list? items[].name:text'],
    ['{price}{items | sum:"price"}{#items}{price}{/items}', 'price:text items:list items[].price:number'],
    // An object that is known outside is not looked for in the item.
    ['{company.logo}{#items}{company.name}{/items}', 'company.logo:text company.name:text items:list?'],
    // What a block goes through is the item's, whoever else has one.
    [
      '{#children}{name}{#children}{age}{/children}{/children}',
      'children:list? children[].name:text children[].children:list? children[].children[].age:text',
    ],
    ['{SET rate = 2}{#items}{price * rate}{/items}', 'items:list? items[].price:number'],
    [
      '{FOR o IN orders}{#items}{sku} {o.number}{/items}{END-FOR}',
      'orders:list orders[].number:text items:list? items[].sku:text',
    ],
    ['{#items}{../rate} {$parent.x}{/items}', 'items:list? rate:text x:text'],
    [
      '{#orders}{#lines}{sku} {../number} {../../title}{/lines}{/orders}',
      'orders:list? orders[].lines:list? orders[].lines[].sku:text orders[].number:text title:text',
    ],
    ['{#items}{IF a}{../b}{END-IF}{@root.c}{/items}', 'items:list? items[].a:boolean? b:text? c:text'],
    ['{#with customer}{name} {../title}{/with}', 'customer:object? customer.name:text title:text'],
    [
      '{#customer}{name}{/customer}{customer.email}',
      'customer:object customer.name:text customer.email:text',
    ],
    ['{#note}Note: {note}{/note}', 'note:text?'],
    ['{total | currency}{#total}{vat}{/total}', 'total:number vat:text?'],
    ['{#isPaid}{date}{/isPaid}', 'isPaid:boolean? date:text?'],
    ['{#paid}PAID{/paid}{^paid}open{/paid}', 'paid:boolean?'],
    ['{name}{#vip}Dear {name}{/vip}', 'name:text vip:boolean?'],
    ['{#total > 3}{x}{/}', 'total:number? x:text?'],
    ['{#row}{../x}{/row}', 'row:list? x:text'],
  ])('%s', (template, expected) => {
    expect(fieldsOf(p(template))).toBe(expected);
  });
});

describe('what is no data', () => {
  it.each<Row>([
    ['{SET x = a * 2}{x}', 'a:number'],
    ['{SET x = a.b}{x.c}', 'a.b:object a.b.c:text'],
    ['{SET x = a * 2}{x | default:0}', 'a:number?'],
    ['{SET net = items.reduce((s, i) => s + i.price, 0)}{net | currency}', 'items:list items[].price:number'],
    [
      '{SET open = items.filter(i => i.open)}{FOR o IN open}{$o.a}{END-FOR}',
      'items:list items[].open:boolean? items[].a:text',
    ],
    ['{EXEC f = (p) => p.name}{f(customer)}', 'customer:object customer.name:text'],
    ['{x}{SET x = 1}{x}', 'x:text'],
    ['{ALIAS n INS a.b}{*n}', 'a.b:text'],
    ['{INS const t = a.b; t.c}', 'a.b:object a.b.c:text'],
    ['{items.map(x => x.a + y).join()}', 'items:list items[].a:text y:text'],
    ['{$now | date} {@root.a} {// b} {COMMENT c}', 'a:text'],
  ])('%s', (template, expected) => {
    expect(fieldsOf(p(template))).toBe(expected);
  });
});

describe('what the data may lack', () => {
  it.each<Row>([
    ['{a ?? "x"} {b | default:"y"} {c?.d}', 'a:text? b:text? c.d:text?'],
    ['{a ? b : c} {d && e}', 'a:boolean? b:text? c:text? d:boolean? e:text?'],
    ['{IF a}x{END-IF}{a}', 'a:text'],
    ['{IF a}{a}{END-IF}', 'a:text?'],
    ['{IF a}{b}{END-IF}', 'a:boolean? b:text?'],
    ['{IF a}{b}{c}{ELSE}{b}{END-IF}', 'a:boolean? b:text c:text?'],
    [
      '{IF a}{b}{ELSE-IF c}{b}{ELSE}{IF d}{b}{ELSE}{b}{END-IF}{END-IF}',
      'a:boolean? b:text c:boolean? d:boolean?',
    ],
    ['{IF a}{b}{ELSE-IF c}{b}{END-IF}', 'a:boolean? b:text? c:boolean?'],
    ['{#unless a}{a}{b}{/unless}', 'a:text? b:text?'],
    // Where the condition asks for an object, it is there, and must be complete.
    ['{IF a.b}{a.c}{a.b.d}{END-IF}', 'a.b:object? a.b.d:text a.c:text'],
    ['{IF a && b > 3}{a.x} {b}{END-IF}', 'a:object? a.x:text b:number?'],
    ['{IF a != null}{a.x}{END-IF}{IF b != "x"}{b.y}{END-IF}', 'a:object? a.x:text b:object? b.y:text?'],
    ['{IF a}{FOR i IN items}{$i.x}{END-FOR}{END-IF}', 'a:boolean? items:list? items[].x:text'],
  ])('%s', (template, expected) => {
    expect(fieldsOf(p(template))).toBe(expected);
  });
});

describe('kinds', () => {
  it.each<Row>([
    [
      '{a | currency}{b | upper}{c | date}{d | yesno}{e | join}',
      'a:number b:text c:date d:boolean e:list e[]:text',
    ],
    ['{a * 2}{b - c}{d + 1}{e + "x"}', 'a:number b:number c:number d:number e:text'],
    ['{IF a > 3}x{END-IF}{IF b == "y"}x{END-IF}{IF c === true}x{END-IF}', 'a:number? b:text? c:boolean?'],
    [
      '{HTML a}{MARKDOWN b}{IMAGE c}{LINK d}{~e}{%f}{QR g}',
      'a:html b:markdown c:image d:link e:html f:image g:text',
    ],
    ['{a | html}{b | image}{c | link}', 'a:html b:image c:link'],
    ['{IMAGE ({data: a.data, extension: ".png", width: a.w})}', 'a.data:image a.w:number'],
    ['{LINK ({url: a, label: b})}{LINK c "x"}', 'a:link b:text c:link'],
    ['{IMAGE a width=(b) alt=(c)}', 'a:image b:text? c:text?'],
    ['{name.toUpperCase()}{n.toFixed(2)}', 'name:text n:number'],
    // Several places agree on the more telling kind.
    ['{a}{a * 2}', 'a:number'],
    ['{IF a}x{END-IF}{a}', 'a:text'],
    ['{a | date}{a - 5}', 'a:date'],
    ['{a | max:"price" | currency}', 'a:list a[].price:number'],
    // A length, or an element, is of a text or of a list.
    ['{a.length}{a}', 'a:text'],
    ['{a.length}{FOR i IN a}{$i.b}{END-FOR}', 'a:list a[].b:text'],
    ['{a.length}{a.width}', 'a:object a.width:text a.length:number'],
    ['{names.length}{name.length}', 'names:list name:text'],
    ['{a[0]}{a}', 'a:text'],
    ['{a[2].b}', 'a:list a[].b:text'],
    ['{a["b c"]} {this.if}', 'a["b c"]:text if:text'],
  ])('%s', (template, expected) => {
    expect(fieldsOf(p(template))).toBe(expected);
  });
});

describe('places', () => {
  it('are in every part of a document, in the words of an author', () => {
    const { fields } = inspect(
      header(p('{a}')),
      p('x'),
      p('{a} and {a | upper}', footnote('{b}')),
      table(row(cell('{c}'))),
      p(picture({ alt: '{IMAGE d}' }), hyperlink('https://example.com/{e}', 'link')),
    );
    const places = (path: string) => fields.find((field) => field.path === path)?.usedIn;
    expect(places('a')).toEqual([
      { part: 'document', paragraph: 2, tag: '{a}' },
      { part: 'document', paragraph: 2, tag: '{a | upper}' },
      { part: 'header 1', paragraph: 1, tag: '{a}' },
    ]);
    expect(places('b')).toMatchObject([{ part: 'footnotes', tag: '{b}' }]);
    expect(fields.map(({ path, kind }) => `${path}:${kind}`)).toEqual([
      'a:text',
      'c:text',
      'd:image',
      'e:text',
      'b:text',
    ]);
  });

  it('of a footnote in a loop see the loop', () => {
    expect(fieldsOf(p('{#items}x', footnote('{name} {this.b}'), '{/items}'))).toBe(
      'items:list? items[].name:text items[].b:text',
    );
  });

  it('a link that begins with a value needs an address', () => {
    expect(fieldsOf(p(hyperlink('{a}', 'x'), hyperlink('mailto:{b}', 'y')))).toBe('a:link b:text');
  });
});
