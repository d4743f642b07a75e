/** Random templates whose tags agree on what each name is, so that data exist that fill them. */
import fc from 'fast-check';

/** What a name holds; an object of names, a list of them, or something that shows. */
type Shape =
  | 'text'
  | 'hyphenated'
  | 'number'
  | 'date'
  | 'flag'
  | 'html'
  | 'image'
  | 'link'
  | Names
  | readonly [Shape];
interface Names {
  readonly [name: string]: Shape;
}

const LINE: Names = { sku: 'text', price: 'number', amount: 'number', name: 'text' };
const ITEM: Names = {
  name: 'text',
  price: 'number',
  quantity: 'number',
  due: 'date',
  isOpen: 'flag',
  lines: [LINE],
  labels: ['text'],
  'short-name': 'hyphenated',
  owner: { email: 'text', name: 'text' },
};
const DATA: Names = {
  title: 'text',
  name: 'text',
  'first-name': 'hyphenated',
  total: 'number',
  issued: 'date',
  isPaid: 'flag',
  body: 'html',
  logo: 'image',
  website: 'link',
  customer: { name: 'text', 'e-mail': 'hyphenated', address: { city: 'text', zip: 'text' }, since: 'date' },
  items: [ITEM],
  orders: [{ number: 'text', lines: [LINE], total: 'number' }],
  tags: ['text'],
};

/** Where a tag stands: how each name is written there, with what it holds. */
interface Place {
  readonly reads: readonly (readonly [path: string, shape: Shape])[];
  readonly depth: number;
}

const isNames = (shape: Shape): shape is Names => typeof shape === 'object' && !Array.isArray(shape);

const readsOf = (names: Names, prefix: string): (readonly [string, Shape])[] =>
  Object.entries(names).flatMap(([name, shape]) => {
    const path = prefix === '' ? name : `${prefix}.${name}`;
    return [[path, shape] as const, ...(isNames(shape) ? readsOf(shape, path) : [])];
  });

const ofShape = (place: Place, ...shapes: readonly Shape[]): string[] =>
  place.reads.filter(([, shape]) => shapes.includes(shape)).map(([path]) => path);

const pathOf = (place: Place, ...shapes: readonly Shape[]): fc.Arbitrary<string> =>
  fc.constantFrom(...ofShape(place, ...shapes));

const value = (place: Place): fc.Arbitrary<string> => {
  const options: fc.Arbitrary<string>[] = [];
  if (ofShape(place, 'text').length > 0) {
    const text = pathOf(place, 'text');
    options.push(
      text,
      text.map((path) => `${path} | upper | truncate:20`),
      text.map((path) => `${path} ?? "none"`),
      text.map((path) => `"a " + ${path}`),
      text.map((path) => `${path}.toUpperCase().slice(0, 3)`),
      text.map((path) => `${path} == "open" ? ${path} : "-"`),
      fc.tuple(text, text).map(([a, b]) => `\`\${${a}} and \${${b}}\``),
    );
  }
  if (ofShape(place, 'hyphenated').length > 0) {
    const name = pathOf(place, 'hyphenated');
    options.push(
      name,
      name.map((path) => `${path} | upper`),
      name.map((path) => `${path} ?? "none"`),
      name.map((path) => `\`<\${${path}}>\``),
    );
  }
  if (ofShape(place, 'number').length > 0) {
    const number = pathOf(place, 'number');
    options.push(
      number,
      number.map((path) => `${path} | currency:"EUR"`),
      number.map((path) => `${path} | percent:1`),
      number.map((path) => `(${path} | round:2) * 2`),
      number.map((path) => `Math.max(${path}, 3)`),
      fc.tuple(number, number).map(([a, b]) => `${a} * ${b} - 1`),
      number.map((path) => `${path} > 100 ? "many" : "few"`),
    );
  }
  if (ofShape(place, 'date').length > 0) {
    const date = pathOf(place, 'date');
    options.push(
      date.map((path) => `${path} | date:"dd MMM yyyy"`),
      date.map((path) => `${path} | addDays:14 | date:"long"`),
      fc.tuple(date, date).map(([a, b]) => `${a} | diff:${b}:"days"`),
    );
  }
  if (ofShape(place, 'flag').length > 0) {
    options.push(pathOf(place, 'flag').map((path) => `${path} | yesno`));
  }
  return fc.oneof(...options).map((expression) => `{${expression}} `);
};

const listValue = (place: Place): fc.Arbitrary<string> => {
  const lists = place.reads.filter(([, shape]) => Array.isArray(shape));
  if (lists.length === 0) return value(place);
  return fc.constantFrom(...lists).chain(([path, shape]) => {
    const item = (shape as readonly [Shape])[0];
    const plain = [`{${path} | count} `, `{${path}.length} `];
    if (!isNames(item)) return fc.constantFrom(...plain, `{${path} | join:", "} `, `{${path}[0]} `);
    const [text] = Object.entries(item).find(([, one]) => one === 'text') ?? ['name'];
    const [number] = Object.entries(item).find(([, one]) => one === 'number') ?? ['price'];
    return fc.constantFrom(
      ...plain,
      `{${path} | sum:"${number}" | currency} `,
      `{${path} | max:"${number}" | number:2} `,
      `{(${path} | sortBy:"${number}":"desc" | first).${text}} `,
      `{${path}.map(x => x.${number} * 2).join("; ")} `,
      `{${path}.filter(x => x.${number} > 5).length} `,
      `{${path}.reduce((s, x) => s + x.${number}, 0) | currency} `,
      `{${path} | where:"${text}":"open" | count} `,
      `{${path}[1].${text}} `,
    );
  });
};

/** `reads` inside a block that binds `variable` to the item. */
const bound = (place: Place, variable: string, item: Shape): Place => ({
  depth: place.depth + 1,
  reads: [...place.reads, [`$${variable}`, item], ...(isNames(item) ? readsOf(item, `$${variable}`) : [])],
});

/** `reads` inside a block that enters the item: its names hide those outside. */
const entered = (place: Place, item: Shape): Place => {
  if (!isNames(item))
    return {
      depth: place.depth + 1,
      reads: [...place.reads.filter(([path]) => path.startsWith('$')), ['this', item]],
    };
  const hidden = new Set(Object.keys(item));
  const outside = place.reads.filter(([path]) => !hidden.has(path.split(/[.[]/)[0] ?? ''));
  return {
    depth: place.depth + 1,
    reads: [...outside.filter(([path]) => path !== 'this'), ...readsOf(item, ''), ...readsOf(item, 'this')],
  };
};

const block = (place: Place): fc.Arbitrary<string> => {
  const lists = place.reads.filter(([, shape]) => Array.isArray(shape));
  const objects = place.reads.filter(([path, shape]) => isNames(shape) && path !== 'this');
  const options: fc.Arbitrary<string>[] = [condition(place)];
  if (lists.length > 0) {
    options.push(
      fc.constantFrom(...lists).chain(([path, shape]) => {
        const item = (shape as readonly [Shape])[0];
        const [number] = isNames(item)
          ? (Object.entries(item).find(([, one]) => one === 'number') ?? [])
          : [];
        const variable = `v${place.depth}`;
        const sources = [path, `${path} | limit:2`, `${path}.slice(0, 2)`, `[...${path}]`];
        if (number !== undefined)
          sources.push(`${path} | sortBy:"${number}"`, `${path}.filter(x => x.${number} > 1)`);
        return fc.oneof(
          fc
            .tuple(fc.constantFrom(...sources), body(bound(place, variable, item)))
            .map(([source, inner]) => `{FOR ${variable} IN ${source}}${inner}{END-FOR ${variable}}`),
          body(entered(place, item)).map((inner) => `{#each ${path}}{@index}${inner}{/each}`),
          body(entered(place, item)).map((inner) => `{#${path}}${inner}{/${path}}`),
        );
      }),
    );
  }
  if (objects.length > 0) {
    options.push(
      fc
        .constantFrom(...objects)
        .chain(([path, shape]) =>
          body(entered(place, shape)).map((inner) => `{#with ${path}}${inner}{/with}`),
        ),
    );
  }
  return fc.oneof(...options);
};

const condition = (place: Place): fc.Arbitrary<string> => {
  const tests: string[] = [
    ...ofShape(place, 'flag').flatMap((path) => [path, `!${path}`]),
    ...ofShape(place, 'text').flatMap((path) => [
      path,
      `${path} == "open"`,
      `${path} != ""`,
      `${path}.length > 2`,
    ]),
    ...ofShape(place, 'hyphenated').flatMap((path) => [path, `not ${path}`, `${path} == "open"`]),
    ...ofShape(place, 'number').flatMap((path) => [
      `${path} > 10`,
      `${path} >= 3 && ${path} < 80`,
      `${path} == 7`,
    ]),
    ...ofShape(place, 'date').flatMap((path) => [path, `${path} < $now`]),
  ];
  return fc
    .tuple(fc.constantFrom(...(tests.length > 0 ? tests : ['true'])), body(place), body(place))
    .map(([test, yes, no]) => `{IF ${test}}${yes}{ELSE}${no}{END-IF}`);
};

const body = (place: Place): fc.Arbitrary<string> => {
  const leaves = [value(place), listValue(place)];
  const shown = fc.oneof(...leaves);
  if (place.depth >= 3) return shown;
  return fc
    .array(
      fc.oneof(
        { weight: 3, arbitrary: shown },
        { weight: 2, arbitrary: fc.constant(0).chain(() => block({ ...place, depth: place.depth + 1 })) },
      ),
      {
        minLength: 1,
        maxLength: 3,
      },
    )
    .map((parts) => parts.join(''));
};

const ROOT: Place = { reads: readsOf(DATA, ''), depth: 0 };

const CONTENT = [
  '{HTML body}',
  '{IMAGE logo width=2cm}',
  '{LINK website "Site"}',
  '{body | html}',
  '{QR website}',
  '{BARCODE code type=ean13}',
];

/** One paragraph each. */
export const templates: fc.Arbitrary<string[]> = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: body(ROOT) },
    { weight: 1, arbitrary: fc.constantFrom(...CONTENT) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(fc.constantFrom('a', 'b'), pathOf(ROOT, 'number'))
        .map(([name, path]) => `{SET ${name} = ${path} * 1.19}{${name} | currency}`),
    },
  ),
  { minLength: 1, maxLength: 4 },
);
