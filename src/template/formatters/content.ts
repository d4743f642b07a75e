/** Formatters that yield content (rich text, pictures, links, codes): tagged values that the engine hands to emitters. */
import { barcodeSamples } from '../content/barcode-samples.ts';
import { checkOption, isTextOption } from '../content/content-options.ts';
import type { ReferenceKind } from '../expression/shapes.ts';
import { type ContentKind, content, isObject, type Value } from '../expression/values/values.ts';
import { type Formatter, isEmpty, type SampleRules } from './formatter.ts';
import type { Param } from './params.ts';

/** An option by its place; what it may be is the emitters' table, so that tag and formatter agree. */
const optionParam = (kind: ContentKind, name: string, isFirst: boolean): Param => ({
  name,
  optional: true,
  kind: 'text',
  bare: isTextOption(kind, name) ? 'text' : 'word',
  expected: isFirst ? `the option ${name}, or an object with options` : `the option ${name}`,
  accepts: (value) => {
    if (isObject(value)) return isFirst;
    if (typeof value === 'object') return false;
    const problem = checkOption(kind, name, String(value));
    return problem === undefined ? true : `is wrong. ${problem.hint}`;
  },
});

interface ContentSpec {
  readonly kind: ContentKind;
  readonly input: ReferenceKind;
  /** Options that can be given by place; all others in an object: `image:{ align: "center" }`. */
  readonly places: readonly string[];
  readonly sample?: SampleRules;
  readonly summary: string;
  readonly example: string;
}

const SPECS: readonly ContentSpec[] = [
  {
    kind: 'html',
    input: 'html',
    places: [],
    summary: 'HTML as Word content.',
    example: '{description | html}',
  },
  {
    kind: 'markdown',
    input: 'markdown',
    places: [],
    summary: 'Markdown as Word content.',
    example: '{notes | markdown}',
  },
  {
    kind: 'image',
    input: 'image',
    places: ['width', 'height', 'fit', 'alt'],
    summary: 'A picture; width and height with a unit.',
    example: '{logo | image:"4cm"}',
  },
  {
    kind: 'link',
    input: 'link',
    places: ['label', 'tooltip'],
    summary: 'A link; the label is the address unless given.',
    example: '{url | link:"Our site"}',
  },
  {
    kind: 'qr',
    input: 'text',
    places: ['size', 'ecc'],
    summary: 'A QR code.',
    example: '{url | qr:"3cm"}',
  },
  {
    kind: 'barcode',
    input: 'text',
    places: ['type', 'width', 'height'],
    sample: { inputs: ([type]) => barcodeSamples(typeof type === 'string' ? type : 'code128') },
    summary: 'A bar code: code128, ean13 and others.',
    example: '{sku | barcode:"code128"}',
  },
];

const optionsOf = (places: readonly string[], args: readonly Value[]): Record<string, Value> => {
  const options: Record<string, Value> = Object.create(null);
  args.forEach((value, index) => {
    const name = places[index];
    if (isObject(value)) Object.assign(options, value);
    else if (name !== undefined && value !== undefined) options[name] = value;
  });
  return options;
};

export const contentFormatters: readonly Formatter[] = SPECS.map(
  ({ kind, input, places, sample, summary, example }) => ({
    name: kind,
    family: 'content',
    params: places.map((name, index) => optionParam(kind, name, index === 0)),
    input,
    result: 'value',
    output: input,
    ...(sample !== undefined && { sample }),
    summary,
    example,
    bind: (args) => {
      const options = optionsOf(places, args);
      return (value) => (isEmpty(value) ? value : content(kind, value, options));
    },
  }),
);
