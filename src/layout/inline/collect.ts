/**
 * collectAtoms :: Inline[] → Atom[]
 */
import type { ResolvedParagraph } from '../../wml/cascade.ts';
import type { Inline, Link } from '../../wml/model.ts';
import { spansWithin } from '../../wml/origin-spans.ts';
import type { RunProperties } from '../../wml/properties/run-properties.ts';
import { isEastAsian } from '../text/scripts.ts';
import type { TextFormat } from '../text/text-format.ts';
import type { Atom, WordAtom } from './atoms.ts';

/** What inlines are resolved with. */
export interface Collecting {
  readonly formatOf: (run: RunProperties, paragraph: ResolvedParagraph) => TextFormat;
  readonly fieldText: (field: Extract<Inline, { kind: 'field' }>) => string;
  readonly noteText: (note: Extract<Inline, { kind: 'note' }>) => {
    readonly key: string;
    readonly text: string;
  };
  readonly noteMark: () => string;
  readonly mathAtoms: (
    math: Extract<Inline, { kind: 'math' }>,
    paragraph: ResolvedParagraph,
  ) => readonly Atom[];
}

/** Adds to `out`, where a number may stand already. */
export const collectAtoms = (
  inlines: readonly Inline[],
  paragraph: ResolvedParagraph,
  how: Collecting,
  out: Atom[],
): void => {
  for (const inline of inlines) {
    const format = how.formatOf(inline.run, paragraph);
    const hidden = format.properties.vanish === true;
    if (hidden && inline.kind !== 'bookmark') continue;
    const before = out.length;
    if (inline.kind === 'math') out.push(...how.mathAtoms(inline, paragraph));
    else addInline(inline, format, how, out);
    if (inline.origins !== undefined) markOrigins(inline, out, before);
  }
};

/** From `from` on; atoms of plain text are shared, so those that are marked are others. */
const markOrigins = ({ kind, origins = [] }: Inline, out: Atom[], from: number): void => {
  let at = 0;
  for (let index = from; index < out.length; index++) {
    const atom = out[index] as Atom;
    if (kind !== 'text') {
      out[index] = { ...atom, origins };
      continue;
    }
    const length = atom.kind === 'word' || atom.kind === 'space' ? atom.text.length : 0;
    const own = spansWithin(origins, at, at + length);
    if (own !== undefined) out[index] = { ...atom, origins: own };
    at += length;
  }
};

const addInline = (
  inline: Exclude<Inline, { kind: 'math' }>,
  format: TextFormat,
  how: Collecting,
  out: Atom[],
): void => {
  const { link } = inline;
  switch (inline.kind) {
    case 'text':
      addText(inline.text, format, link, out);
      return;
    case 'field':
      addText(how.fieldText(inline), format, link, out);
      return;
    case 'note': {
      const { key, text } = how.noteText(inline);
      const word = format.measureWord(inline.custom ? '' : text);
      out.push(wordAtom({ text, word, format, link, note: inline.note === 'footnote' ? key : undefined }));
      return;
    }
    case 'note-mark':
      addText(how.noteMark(), format, link, out);
      return;
    case 'symbol': {
      const word = format.symbol(inline.font, inline.codePoint);
      out.push(wordAtom({ text: String.fromCodePoint(inline.codePoint), word, format, link }));
      return;
    }
    case 'tab':
    case 'position-tab':
      out.push({
        kind: 'tab',
        width: 0,
        ascent: format.ascent,
        descent: format.descent,
        format,
        link,
        breakAfter: true,
        position: inline.kind === 'tab' ? undefined : { alignment: inline.alignment, leader: inline.leader },
        ofNumber: false,
      });
      return;
    case 'break':
      out.push({
        kind: 'break',
        type: inline.type,
        width: 0,
        ascent: format.ascent,
        descent: format.descent,
        format,
        link,
        breakAfter: true,
      });
      return;
    case 'drawing': {
      const { drawing } = inline;
      if (drawing.anchor !== undefined) {
        out.push(markAtom(format, undefined, drawing));
        return;
      }
      const { extent } = drawing;
      if (drawing.content.kind === 'shape' && drawing.content.geometry === 'horizontalRule') {
        // A rule across the text stands in a line of its own, as high as one of text.
        const { ascent, descent } = format;
        const { width, height } = drawing;
        out.push({ kind: 'object', drawing, width, height, ascent, descent, format, link, breakAfter: true });
        return;
      }
      const height = drawing.height + extent.top + extent.bottom;
      out.push({
        kind: 'object',
        drawing,
        width: drawing.width + extent.left + extent.right,
        height,
        ascent: Math.max(0, height + (format.properties.position ?? 0)),
        descent: Math.max(0, -(format.properties.position ?? 0)),
        format,
        link: drawing.link ?? link,
        breakAfter: true,
      });
      return;
    }
    case 'bookmark':
      out.push(markAtom(format, inline.name, undefined));
  }
};

const markAtom = (
  format: TextFormat,
  bookmark: string | undefined,
  anchored: Extract<Atom, { kind: 'mark' }>['anchored'],
): Atom => ({
  kind: 'mark',
  width: 0,
  ascent: 0,
  descent: 0,
  format,
  link: undefined,
  breakAfter: false,
  bookmark,
  anchored,
});

const wordAtom = (atom: {
  readonly text: string;
  readonly word: WordAtom['word'];
  readonly format: TextFormat;
  readonly link: Link | undefined;
  readonly breakAfter?: boolean;
  readonly softHyphen?: boolean;
  readonly note?: string | undefined;
  readonly eastAsian?: boolean;
}): WordAtom => ({
  kind: 'word',
  text: atom.text,
  word: atom.word,
  width: atom.word.width,
  ascent: atom.word.ascent,
  descent: atom.word.descent,
  format: atom.format,
  link: atom.link,
  breakAfter: atom.breakAfter ?? false,
  softHyphen: atom.softHyphen ?? false,
  note: atom.note,
  ...(atom.eastAsian === true && { eastAsian: true }),
});

/** Blanks that lines break at; others (no-break space among them) are letters to the breaker. */
const isBlank = (unit: number): boolean =>
  unit === 0x20 || (unit >= 0x2000 && unit <= 0x200a && unit !== 0x2007) || unit === 0x3000;

const isDigit = (unit: number): boolean => unit >= 0x30 && unit <= 0x39;

/** Words of plain text in one format: the same word is the same atom. */
const sharedAtoms = (): Map<string, Atom> => new Map();
/** As many as a document has words; beyond, each is made anew. */
const MOST_SHARED = 20_000;

export const addText = (text: string, format: TextFormat, link: Link | undefined, out: Atom[]): void => {
  const plain = link === undefined ? format.kept.of(sharedAtoms) : undefined;
  for (let start = 0; start < text.length; ) {
    const first = text.charCodeAt(start);
    const blank = isBlank(first);
    let end = start + 1;
    while (end < text.length && isBlank(text.charCodeAt(end)) === blank) end += 1;
    const token = text.slice(start, end);
    start = end;
    // Amounts and numbers are of many kinds: keeping them would cost more than making them again.
    const shared = isDigit(first) ? undefined : plain;
    const known = shared?.get(token);
    if (known !== undefined) {
      out.push(known);
      continue;
    }
    const before = out.length;
    addToken(token, format, link, out);
    const only = out[before];
    if (shared !== undefined && only !== undefined && out.length === before + 1 && shared.size < MOST_SHARED)
      shared.set(token, only);
  }
};

/** A word longer than any line is cut into pieces that hold together: measuring it whole for each line would never end. */
const LONGEST_TOKEN = 200;

const addToken = (whole: string, format: TextFormat, link: Link | undefined, out: Atom[]): void => {
  if (whole.length <= LONGEST_TOKEN) {
    addPiece(whole, format, link, out);
    return;
  }
  for (let start = 0; start < whole.length; ) {
    const end = start + LONGEST_TOKEN;
    // Not between the halves of a character.
    const low = whole.charCodeAt(end);
    const stop = low >= 0xdc00 && low < 0xe000 ? end + 1 : end;
    addPiece(whole.slice(start, stop), format, link, out);
    start = stop;
  }
};

const addPiece = (token: string, format: TextFormat, link: Link | undefined, out: Atom[]): void => {
  if (!isBlank(token.charCodeAt(0))) {
    addLetters(token, format, link, out);
    return;
  }
  const word = format.measureWord(token);
  out.push({
    kind: 'space',
    text: token,
    word,
    width: word.width,
    ascent: word.ascent,
    descent: word.descent,
    format,
    link,
    breakAfter: true,
  });
};

/** Characters after which a line may end inside a word: hyphens and dashes, zero-width space, soft hyphens. */
const isInner = (codePoint: number): boolean =>
  codePoint === 0x2d ||
  codePoint === SOFT_HYPHEN ||
  codePoint === 0x2010 ||
  (codePoint >= 0x2012 && codePoint <= 0x2014) ||
  codePoint === 0x200b;
const SOFT_HYPHEN = 0xad;
/** Variation selectors and voicing marks belong to the character before them. */
const isJoined = (codePoint: number): boolean =>
  codePoint === 0x3099 ||
  codePoint === 0x309a ||
  (codePoint >= 0xfe00 && codePoint <= 0xfe0f) ||
  (codePoint >= 0xe0100 && codePoint <= 0xe01ef);
const UNSEEN = /[\u00ad\u200b]/g;
const PLAIN = /^[\u0021-\u002c\u002e-\u007e\u00a0-\u00ac\u00ae-\u024f]*$/;

/** Quotes that the run's hint gives to its East Asian font are characters of that font like others. */
const isSquare = (codePoint: number, { properties }: TextFormat): boolean =>
  isEastAsian(codePoint) ||
  (properties.eastAsiaHint === true && codePoint >= 0x2018 && codePoint <= 0x201d && codePoint !== 0x201a);

const addLetters = (token: string, format: TextFormat, link: Link | undefined, out: Atom[]): void => {
  if (PLAIN.test(token)) {
    out.push(wordAtom({ text: token, word: format.measureWord(token), format, link }));
    return;
  }
  let start = 0;
  const unseen = token.search(UNSEEN) >= 0;
  const cut = (end: number, breakAfter: boolean, softHyphen = false): void => {
    const piece = token.slice(start, end);
    const text = unseen ? piece.replace(UNSEEN, '') : piece;
    start = end;
    if (text === '' && !softHyphen) {
      const last = out.at(-1);
      if (breakAfter && last?.kind === 'word') out[out.length - 1] = { ...last, breakAfter: true };
      return;
    }
    const eastAsian = isSquare(text.codePointAt(0) ?? 0, format);
    out.push(
      wordAtom({ text, word: format.measureWord(text), format, link, breakAfter, softHyphen, eastAsian }),
    );
  };
  for (let at = 0; at < token.length; ) {
    const first = at === 0;
    const codePoint = token.codePointAt(at) ?? 0;
    at += codePoint > 0xffff ? 2 : 1;
    const next = token.codePointAt(at);
    if (isInner(codePoint)) {
      // A hyphen that begins a word is a sign.
      const isSign = first && codePoint === 0x2d;
      if (next !== undefined && !isSign && !isInner(next)) cut(at, true, codePoint === SOFT_HYPHEN);
      else if (next === undefined && !first) cut(at, true, codePoint === SOFT_HYPHEN);
    } else if (next !== undefined && (isSquare(codePoint, format) || isSquare(next, format))) {
      // Whether a line may end here is for `eastAsianAtoms` to say.
      if (!isJoined(next)) cut(at, false);
    }
  }
  if (start < token.length) cut(token.length, false);
};
