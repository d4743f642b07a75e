import { describe, expect, it } from 'vitest';
import { references } from '../../../src/template/expression/references/references.ts';
import type { Shape } from '../../../src/template/expression/shapes.ts';
import { parsed } from './evaluate.ts';

/** `items[].price:number?` — the path, the kind where there is one, a question mark where the data may lack it. */
const readsOf = (source: string): string[] =>
  references(parsed(source, 'statements')).reads.map(({ origin, kind, optional, examples }) => {
    const path = origin.path.map((key) => (key === '[]' ? '[]' : `.${key}`)).join('');
    const shown = kind === 'unknown' ? '' : `:${kind}`;
    const samples = examples.length === 0 ? '' : `=${examples.join('|')}`;
    return `${'../'.repeat(origin.levels)}${origin.name}${path}${shown}${optional ? '?' : ''}${samples}`;
  });

describe('references', () => {
  it.each<[string, string[]]>([
    ['customer.name', ['customer.name']],
    ['../rate', ['../rate']],
    ['items[0].name', ['items:sequence', 'items[].name']],
    ['items.0.name', ['items:sequence', 'items[].name']],
    ['productNames[$index]', ['productNames:sequence', 'productNames[]']],
    ['customer[key]', ['key?', 'customer:object', 'customer[]']],
    ['items.length', ['items:sequence']],
    ['@root.name', ['@root.name']],
    ['@index + $idx + $number', []],
    ['$now', []],
    // Operators
    ['price * qty', ['price:number', 'qty:number']],
    ['-a', ['a:number']],
    ['a + 1', ['a:number']],
    ['a + b', ['a', 'b']],
    ['a + b * 2', ['a:number', 'b:number']],
    ['"Dear " + name', ['name']],
    [`\`\${a} \${b.c}\``, ['a', 'b.c']],
    ['a == "x"', ['a:text?=x']],
    ['a > 3 && b', ['a:number?=3', 'b?']],
    ['paid === true', ['paid:boolean?=true']],
    ['due < $now', ['due:date?']],
    ['due < new Date(start)', ['due:date?', 'start:date?']],
    ['!a', ['a:boolean?=false']],
    ['a ?? b', ['a?', 'b?']],
    ['a ?? "-"', ['a:text?']],
    ['a?.b', ['a.b?']],
    ['a ? b : c', ['a:boolean?', 'b?', 'c?']],
    ['a in b', ['a?', 'b:sequence?']],
    ['list contains x', ['list:sequence?', 'x?']],
    ['[a, ...b]', ['a', 'b:list']],
    ['({ url: u, ...rest })', ['u', 'rest:object?']],
    // Formatters
    ['total | currency:"EUR"', ['total:number']],
    ['total | currency:code', ['total:number', 'code:text']],
    ['issued | date:"long"', ['issued:date']],
    ['issued | addDays:terms | date', ['issued:date', 'terms:number']],
    ['due | diff:issued', ['due:date', 'issued:date']],
    ['paid | yesno', ['paid:boolean']],
    ['name | upper', ['name:text']],
    ['name | default:"x"', ['name?']],
    ['name | upper | default:"x"', ['name:text?']],
    ['status | map:"o":"Open":"c":"Closed"', ['status=o|c']],
    ['items | sum:"price"', ['items:list', 'items[].price:number']],
    ['items | sum:"product.price"', ['items:list', 'items[].product.price:number']],
    ['numbers | sum', ['numbers:list', 'numbers[]:number']],
    ['tags | join', ['tags:list', 'tags[]:text']],
    ['items | where:"status":"open" | count', ['items:list', 'items[].status:text?=open']],
    ['items | where:"price":">":10 | count', ['items:list', 'items[].price:number?=10']],
    ['items | pluck:"name" | join', ['items:list', 'items[].name:text']],
    ['(contacts | first).name', ['contacts:list', 'contacts[]:object', 'contacts[].name']],
    ['logo | image:"4cm"', ['logo:image']],
    ['body | html', ['body:html']],
    ['url | link', ['url:link']],
    ['url | qr', ['url:text']],
    // Functions: what their parameters stand for is known, and the parameters are no fields.
    ['items.map(x => x.price * x.qty)', ['items:list', 'items[].price:number', 'items[].qty:number']],
    ['items.map(item => item.name).join()', ['items:list', 'items[].name:text']],
    ['items.filter(i => i.ok && i.n > 3)', ['items:list', 'items[].ok:boolean?', 'items[].n:number?=3']],
    ['items.reduce((s, i) => s + i.price, 0)', ['items:list', 'items[].price:number']],
    ['items.sort((a, b) => a.rank - b.rank)', ['items:list', 'items[].rank:number']],
    [
      'orders.flatMap(o => o.lines).map(l => l.sku)',
      ['orders:list', 'orders[].lines', 'orders[].lines[].sku'],
    ],
    [
      'items.find(i => i.main).name',
      ['items:list', 'items[].main:boolean?', 'items[]:object?', 'items[].name'],
    ],
    ['xs.map(x => x + y)', ['xs:list', 'xs[]', 'y']],
    ['xs.map(xs => xs)', ['xs:list', 'xs[]']],
    ['name.toUpperCase()', ['name:text']],
    ['n.toFixed(2)', ['n:number']],
    ['d.getFullYear()', ['d:date']],
    ['x.includes("a")', ['x:sequence=a']],
    ['Math.max(a, ...b)', ['a:number', 'b:list', 'b[]:number']],
    ['Object.values(o).map(v => v.n)', ['o:object', 'o[].n']],
    ['Object.keys(o)', ['o:object']],
    ['Array.from(list).length', ['list:list']],
    ['double(x)', ['x']],
    // Statements
    ['vat = total * 0.19', ['total:number?']],
    ['const net = total; net | currency', ['total:number']],
  ])('%s', (source, expected) => {
    expect(readsOf(source)).toEqual(expected);
  });

  const origin = (name: string, ...path: string[]): Shape => ({
    type: 'origin',
    origin: { levels: 0, name, path },
  });

  it.each<[string, Shape]>([
    ['items', origin('items')],
    ['items | sortBy:"a" | limit:3', origin('items')],
    ['items.filter(i => i.ok)', origin('items')],
    ['items | first', origin('items', '[]')],
    ['items | pluck:"name"', { type: 'list', of: origin('items', '[]', 'name') }],
    ['items | chunk:3', { type: 'list', of: { type: 'list', of: origin('items', '[]') } }],
    ['orders | pluck:"lines" | flatten', { type: 'list', of: origin('orders', '[]', 'lines', '[]') }],
    ['items.map(i => i.tag)', { type: 'list', of: origin('items', '[]', 'tag') }],
    ['a ?? b', { type: 'either', of: [origin('a'), origin('b')] }],
    ['(items | sum:"p")', { type: 'made', kind: 'number' }],
    [
      'items | groupBy:"kind"',
      {
        type: 'list',
        of: {
          type: 'object',
          entries: { key: origin('items', '[]', 'kind'), items: { type: 'list', of: origin('items', '[]') } },
        },
      },
    ],
  ])('the result of %s is known', (source, shape) => {
    expect(references(parsed(source)).result).toEqual(shape);
  });

  it('asks what a name stands for', () => {
    const groups = references(parsed('items | groupBy:"kind"')).result;
    const group: Shape = groups.type === 'list' ? groups.of : { type: 'unknown' };
    const { reads } = references(parsed('$group.items | sum:"price"'), (_levels, name) =>
      name === '$group' ? group : undefined,
    );
    expect(reads.map(({ origin: { name, path }, kind }) => [name, ...path, kind])).toEqual([
      ['items', '[]', 'price', 'number'],
    ]);
  });

  it('is told what the tag makes of the result', () => {
    const { reads } = references(parsed('order.lines'), undefined, { kind: 'list', optional: true });
    expect(reads).toMatchObject([{ kind: 'list', optional: true }]);
  });
});
