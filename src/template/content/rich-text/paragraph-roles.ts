/**
 * roleOf :: what a paragraph is → how the template shows it
 *
 * Its own style where it has one (by the built-in name, which is English in every language of Word), else direct
 * formatting that looks like what everybody expects.
 */
import { escapeAttribute } from '../../../ooxml/xml.ts';
import { type Style, styleByName } from '../../../wml/styles.ts';
import { type DialectNames, namesOf } from '../dialect.ts';
import type { PartContext } from '../part-context.ts';
import { combine, NO_PROPERTIES, type Properties, parseProperties, pick } from '../word-properties.ts';
import type { Role } from './blocks.ts';
import type { Property } from './paragraph-layout.ts';

/** The paragraph and run that the tag stands in. */
export interface TagPlace {
  readonly context: PartContext;
  readonly names: DialectNames;
  readonly paragraph: Properties;
  readonly run: Properties;
  /** Twips that the tag's paragraph is set in by. */
  readonly indent: number;
}

export const tagPlace = (context: PartContext): TagPlace => {
  const paragraph = parseProperties(context.paragraphProperties);
  const indent = /w:(?:left|start)="(-?\d+)"/.exec(paragraph.get('w:ind') ?? '')?.[1];
  return {
    context,
    names: namesOf(context.dialect),
    paragraph,
    run: parseProperties(context.runProperties),
    indent: Math.max(0, Number(indent ?? 0)),
  };
};

interface Shown {
  readonly paragraph: Properties;
  readonly run: Properties;
  /** Twips that `paragraph` is set in by itself. */
  readonly indent: number;
}

export const paragraphStyle = ({ context }: TagPlace, ...names: readonly string[]): Style | undefined =>
  names.map((name) => styleByName(context.styles, 'paragraph', name)).find((style) => style !== undefined);

export const styled = (style: Style): Property => [
  'w:pStyle',
  `<w:pStyle w:val="${escapeAttribute(style.id)}"/>`,
];

/** What of the tag's paragraph makes sense whatever the style. */
const SHARED = ['w:bidi', 'w:jc'];

/** What stands for one paragraph alone and is not repeated on the next. */
const ONCE: readonly Property[] = [
  ['w:numPr', ''],
  ['w:pageBreakBefore', ''],
  ['w:outlineLvl', ''],
  ['w:framePr', ''],
];

/** Half-points, and twips above, of h1 to h6. */
const HEADINGS = [
  { size: 32, before: 360 },
  { size: 28, before: 320 },
  { size: 26, before: 280 },
  { size: 24, before: 240 },
  { size: 22, before: 240 },
  { size: 22, before: 240 },
] as const;

const ITALIC: readonly Property[] = [
  ['w:i', '<w:i/>'],
  ['w:iCs', '<w:iCs/>'],
];

const sized = (halfPoints: number): readonly Property[] => [
  ['w:sz', `<w:sz w:val="${halfPoints}"/>`],
  ['w:szCs', `<w:szCs w:val="${halfPoints}"/>`],
];

/** The tag's own paragraph; in a cell without the air that paragraphs of the body keep around them. */
const body = (place: TagPlace, isFirst: boolean, isCell: boolean): Shown => {
  if (isCell) {
    const spacing: Property = ['w:spacing', '<w:spacing w:before="40" w:after="40"/>'];
    return {
      paragraph: combine(pick(place.paragraph, ['w:pStyle', ...SHARED]), [spacing]),
      run: place.run,
      indent: 0,
    };
  }
  const paragraph = isFirst ? place.paragraph : combine(place.paragraph, ONCE);
  return { paragraph, run: place.run, indent: place.indent };
};

const heading = (place: TagPlace, level: number): Shown => {
  const style = paragraphStyle(place, `heading ${level}`);
  if (style !== undefined) {
    // The style decides about font and size: what the tag's run says directly would win over it.
    const run = pick(place.run, ['w:lang', 'w:rtl', 'w:noProof']);
    return { paragraph: combine(pick(place.paragraph, SHARED), [styled(style)]), run, indent: 0 };
  }
  const { size, before } = HEADINGS[level - 1] ?? HEADINGS[5];
  return {
    paragraph: combine(pick(place.paragraph, [...SHARED, 'w:pStyle']), [
      ['w:keepNext', '<w:keepNext/>'],
      ['w:keepLines', '<w:keepLines/>'],
      ['w:spacing', `<w:spacing w:before="${before}" w:after="80"/>`],
      ['w:outlineLvl', `<w:outlineLvl w:val="${level - 1}"/>`],
    ]),
    run: combine(place.run, [
      ['w:b', '<w:b/>'],
      ['w:bCs', '<w:bCs/>'],
      ...(level === 6 ? ITALIC : []),
      ...sized(size),
    ]),
    indent: 0,
  };
};

const code = (place: TagPlace): Shown => {
  const style = paragraphStyle(
    place,
    'HTML Preformatted',
    'Source Code',
    'Code',
    'Plain Text',
    'Preformatted Text',
  );
  if (style !== undefined) {
    return {
      paragraph: combine(pick(place.paragraph, ['w:bidi']), [styled(style)]),
      run: NO_PROPERTIES,
      indent: 0,
    };
  }
  const font =
    '<w:rFonts w:ascii="Courier New" w:hAnsi="Courier New" w:eastAsia="Courier New" w:cs="Courier New"/>';
  return {
    paragraph: combine(pick(place.paragraph, ['w:pStyle', 'w:bidi']), [
      ['w:shd', '<w:shd w:val="clear" w:color="auto" w:fill="F5F5F5"/>'],
      ['w:jc', `<w:jc w:val="${place.names.left}"/>`],
    ]),
    run: combine(place.run, [['w:rFonts', font], ['w:noProof', '<w:noProof/>'], ...sized(19)]),
    indent: 0,
  };
};

const rule = (place: TagPlace): Shown => ({
  paragraph: combine(pick(place.paragraph, ['w:bidi']), [
    ['w:pBdr', '<w:pBdr><w:bottom w:val="single" w:sz="6" w:space="1" w:color="A6A6A6"/></w:pBdr>'],
    ['w:spacing', '<w:spacing w:before="60" w:after="180" w:line="240" w:lineRule="auto"/>'],
  ]),
  run: NO_PROPERTIES,
  indent: 0,
});

const caption = (place: TagPlace, isFirst: boolean): Shown => {
  const style = paragraphStyle(place, 'caption');
  if (style === undefined) {
    const plain = body(place, isFirst, false);
    return { ...plain, run: combine(plain.run, ITALIC) };
  }
  return {
    paragraph: combine(pick(place.paragraph, SHARED), [styled(style)]),
    run: NO_PROPERTIES,
    indent: 0,
  };
};

export const roleOf = (
  role: Role,
  place: TagPlace,
  { isFirst, isCell }: { readonly isFirst: boolean; readonly isCell: boolean },
): Shown => {
  switch (role) {
    case 'body':
      return body(place, isFirst, isCell);
    case 'code':
      return code(place);
    case 'rule':
      return rule(place);
    case 'caption':
      return caption(place, isFirst);
    default:
      return heading(place, Number(role.slice('heading'.length)));
  }
};
