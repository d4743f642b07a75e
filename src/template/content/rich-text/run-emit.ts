/** emitInlines :: inlines → runs and hyperlinks */
import { PlatenError } from '../../../errors.ts';
import { escapeAttribute } from '../../../ooxml/xml.ts';
import { type Emu, emu } from '../../../units.ts';
import { styleByName } from '../../../wml/styles.ts';
import { imageRuns } from '../image-emit.ts';
import { readImageValue } from '../image-value.ts';
import { hyperlink, hyperlinkProperties, type LinkTarget } from '../link-emit.ts';
import { type PartContext, within } from '../part-context.ts';
import { runContent } from '../run-text.ts';
import { combine, type Properties, writeProperties } from '../word-properties.ts';
import type { ImageRequest, Inline } from './blocks.ts';
import { readCssLength } from './css.ts';
import type { Format } from './format.ts';

const EMU_PER_TWIP = 635;
const CODE_FONT = 'Courier New';
const CODE_BACKGROUND = 'F2F2F2';

const toggle = (name: string, value: boolean | undefined): readonly (readonly [string, string])[] =>
  value === undefined ? [] : [[`w:${name}`, value ? `<w:${name}/>` : `<w:${name} w:val="0"/>`]];

const fontProperty = (font: string): readonly [string, string] => {
  const name = escapeAttribute(font);
  return ['w:rFonts', `<w:rFonts w:ascii="${name}" w:hAnsi="${name}" w:eastAsia="${name}" w:cs="${name}"/>`];
};

const shading = (color: string): string => `<w:shd w:val="clear" w:color="auto" w:fill="${color}"/>`;

/** The template's style for code in text where it has one, else what everybody takes for it. */
const codeProperties = (context: PartContext): readonly (readonly [string, string])[] => {
  const style = ['HTML Code', 'Code', 'Verbatim Char', 'Source Text']
    .map((name) => styleByName(context.styles, 'character', name))
    .find((found) => found !== undefined);
  if (style !== undefined) return [['w:rStyle', `<w:rStyle w:val="${escapeAttribute(style.id)}"/>`]];
  return [fontProperty(CODE_FONT), ['w:shd', shading(CODE_BACKGROUND)]];
};

const CAPS = {
  all: [...toggle('caps', true), ...toggle('smallCaps', false)],
  small: [...toggle('smallCaps', true), ...toggle('caps', false)],
  none: [...toggle('caps', false), ...toggle('smallCaps', false)],
} as const;

/** What a format adds to a run, later entries winning over earlier ones. */
const formatProperties = (format: Format, context: PartContext): readonly (readonly [string, string])[] => [
  ...(format.code === true ? codeProperties(context) : []),
  ...(format.link !== undefined && context.allowsHyperlinks ? hyperlinkProperties(context) : []),
  ...toggle('b', format.bold),
  ...toggle('bCs', format.bold),
  ...toggle('i', format.italic),
  ...toggle('iCs', format.italic),
  ...toggle('strike', format.strike),
  ...(format.caps === undefined ? [] : CAPS[format.caps]),
  ...(format.underline === undefined ? [] : [['w:u', `<w:u w:val="${format.underline}"/>`] as const]),
  ...(format.color === undefined ? [] : [['w:color', `<w:color w:val="${format.color}"/>`] as const]),
  ...(format.font === undefined ? [] : [fontProperty(format.font)]),
  ...(format.spacing === undefined ? [] : [['w:spacing', `<w:spacing w:val="${format.spacing}"/>`] as const]),
  ...(format.size === undefined
    ? []
    : [
        ['w:sz', `<w:sz w:val="${format.size}"/>`] as const,
        ['w:szCs', `<w:szCs w:val="${format.size}"/>`] as const,
      ]),
  ...(format.highlight === true ? [['w:highlight', '<w:highlight w:val="yellow"/>'] as const] : []),
  ...(format.background === undefined ? [] : [['w:shd', shading(format.background)] as const]),
  ...(format.vertical === undefined
    ? []
    : [['w:vertAlign', `<w:vertAlign w:val="${format.vertical}"/>`] as const]),
  ...toggle('rtl', format.rightToLeft),
];

/** One a rich text: run properties are worked out once for each format. */
export class RunEmitter {
  readonly #context: PartContext;
  readonly #written = new Map<Properties, Map<Format, string>>();

  constructor(context: PartContext) {
    this.#context = context;
  }

  #properties(base: Properties, format: Format): string {
    const formats = this.#written.get(base) ?? new Map<Format, string>();
    this.#written.set(base, formats);
    const known = formats.get(format);
    if (known !== undefined) return known;
    const written = writeProperties('w:rPr', combine(base, formatProperties(format, this.#context)));
    formats.set(format, written);
    return written;
  }

  /** `width` is the room for pictures, in twips. */
  emit(inlines: readonly Inline[], base: Properties, width: number): string {
    let xml = '';
    for (let at = 0; at < inlines.length; ) {
      const link = inlines[at]?.format.link;
      let runs = '';
      // All that has the same target is one link, whatever its formats.
      for (; at < inlines.length && sameTarget(inlines[at]?.format.link, link); at++) {
        const inline = inlines[at];
        if (inline !== undefined) runs += this.#run(inline, base, width);
      }
      xml += link === undefined ? runs : hyperlink(link, runs, this.#context);
    }
    return xml;
  }

  #run(inline: Inline, base: Properties, width: number): string {
    const properties = this.#properties(base, inline.format);
    switch (inline.kind) {
      case 'text': {
        const text = runContent(inline.text);
        return text === '' ? '' : `<w:r>${properties}${text}</w:r>`;
      }
      case 'break':
        return `<w:r>${properties}<w:br/></w:r>`;
      case 'image':
        return this.#image(inline.image, properties, width);
    }
  }

  /** A picture that can't be shown leaves its alternative text, and a warning; the rest of the text still counts. */
  #image(image: ImageRequest, properties: string, width: number): string {
    const room = emu(width * EMU_PER_TWIP);
    const context = within(this.#context, { columnWidth: room, runProperties: properties });
    try {
      const value = readImageValue(image.source, context);
      return value === undefined ? '' : imageRuns(value, { ...sizes(image, width), alt: image.alt }, context);
    } catch (error) {
      if (!(error instanceof PlatenError)) throw error;
      this.#context.warn(`A picture in rich text was left out. ${error.message}`);
      const text = runContent(image.alt);
      return text === '' ? '' : `<w:r>${properties}${text}</w:r>`;
    }
  }
}

const sameTarget = (a: LinkTarget | undefined, b: LinkTarget | undefined): boolean =>
  a === b || (a !== undefined && b !== undefined && JSON.stringify(a) === JSON.stringify(b));

/** Pixels and styles; a picture wider than its room is brought down to it, as browsers with any style sheet do. */
const sizes = (
  image: ImageRequest,
  width: number,
): { width?: Emu; height?: Emu; fit: 'contain' | 'stretch' } => {
  const across = readCssLength(image.width, 240, width);
  const down = readCssLength(image.height, 240);
  const [x, y] = [
    across !== undefined && across > 0 ? across : undefined,
    down !== undefined && down > 0 ? down : undefined,
  ];
  if (x === undefined && y === undefined) return { fit: 'contain' };
  const shrink = x !== undefined && x > width ? width / x : 1;
  return {
    ...(x !== undefined && { width: emu(Math.round(x * shrink * EMU_PER_TWIP)) }),
    ...(y !== undefined && { height: emu(Math.round(y * shrink * EMU_PER_TWIP)) }),
    fit: 'stretch',
  };
};
