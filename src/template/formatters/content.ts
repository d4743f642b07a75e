/** Formatters that yield content (rich text, pictures, links, codes): tagged values that the engine hands to emitters. */
import { type ContentKind, content, isObject, type Value } from '../expression/values.ts';
import { type Formatter, type InputKind, isEmpty } from './formatter.ts';
import { anyParam, choiceParam, optional, type Param, textParam } from './params.ts';

/** The first argument may be an object with all options: `image:{ width: "4cm", alt: "Logo" }`. */
const orOptions = (first: Param): Param => ({
  ...first,
  expected: `${first.expected}, or an object with options`,
  accepts: (value) => isObject(value) || first.accepts(value),
});

interface ContentSpec {
  readonly kind: ContentKind;
  readonly input: InputKind;
  readonly params: readonly Param[];
  readonly summary: string;
  readonly example: string;
}

const size = (name: string): Param => textParam(name);

const SPECS: readonly ContentSpec[] = [
  {
    kind: 'html',
    input: 'html',
    params: [choiceParam('as', ['inline', 'blocks'])],
    summary: 'HTML as Word content.',
    example: '{description | html}',
  },
  {
    kind: 'markdown',
    input: 'markdown',
    params: [choiceParam('as', ['inline', 'blocks'])],
    summary: 'Markdown as Word content.',
    example: '{notes | markdown}',
  },
  {
    kind: 'image',
    input: 'image',
    params: [
      size('width'),
      size('height'),
      choiceParam('fit', ['contain', 'cover', 'fill', 'none']),
      textParam('alt'),
    ],
    summary: 'A picture; width and height with a unit.',
    example: '{logo | image:"4cm"}',
  },
  {
    kind: 'link',
    input: 'link',
    params: [anyParam('label')],
    summary: 'A link; the label is the address unless given.',
    example: '{url | link:"Our site"}',
  },
  {
    kind: 'qr',
    input: 'text',
    params: [size('size'), choiceParam('level', ['L', 'M', 'Q', 'H'])],
    summary: 'A QR code.',
    example: '{url | qr:"3cm"}',
  },
  {
    kind: 'barcode',
    input: 'text',
    params: [textParam('type'), size('width'), size('height')],
    summary: 'A bar code: code128, ean13 and others.',
    example: '{sku | barcode:"code128"}',
  },
];

const optionsOf = (params: readonly Param[], args: readonly Value[]): Record<string, Value> => {
  const options: Record<string, Value> = Object.create(null);
  const [first] = args;
  if (isObject(first)) Object.assign(options, first);
  args.forEach((value, index) => {
    const name = params[index]?.name;
    if (name !== undefined && value !== undefined && !isObject(value)) options[name] = value;
  });
  return options;
};

export const contentFormatters: readonly Formatter[] = SPECS.map(
  ({ kind, input, params, summary, example }) => ({
    name: kind,
    family: 'content',
    params: params.map((param, index) => optional(index === 0 ? orOptions(param) : param)),
    input,
    result: 'value',
    summary,
    example,
    bind: (args) => {
      const options = optionsOf(params, args);
      return (value) => (isEmpty(value) ? value : content(kind, value, options));
    },
  }),
);
