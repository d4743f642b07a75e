/**
 * readContentsRule :: text of a field → which headings it lists; undefined where it is no table of contents, or one of
 * something else
 *
 * ECMA-376 §17.16.5.68. Tables of marked entries (`\f`, `\l`) and of a part of the document (`\b`) stay as the template has
 * them.
 */
export interface ContentsRule {
  /** Levels of the built-in heading styles (`\o`). */
  readonly headings: Levels | undefined;
  /** Paragraphs by their outline level as well (`\u`). */
  readonly outline: Levels | undefined;
  /** Other styles, by their names in lower case (`\t`). */
  readonly styles: ReadonlyMap<string, number>;
  /** Entries are links (`\h`). */
  readonly links: boolean;
  /** Levels without a page number (`\n`). */
  readonly unnumbered: Levels | undefined;
  /** The captions of this sequence instead of headings, in lower case (`\c`). */
  readonly sequence: string | undefined;
}

interface Levels {
  readonly from: number;
  readonly to: number;
}

const ALL: Levels = { from: 1, to: 9 };
/** How it looks on screen (`\z`, `\w`, `\x`), and that its formatting stays (`\*`), change nothing here. */
const UNDERSTOOD = new Set(['o', 'u', 't', 'h', 'n', 'z', 'w', 'x', 'c', '*']);

export const readContentsRule = (instruction: string): ContentsRule | undefined => {
  const switches = /^\s*TOC(?=[\s\\]|$)(.*)$/is.exec(instruction)?.[1];
  if (switches === undefined) return undefined;
  const found = new Map<string, string>();
  for (const [, name = '', quoted, bare] of switches.matchAll(/\\(\S)\s*(?:"([^"]*)"|([^\s\\"]+))?/g)) {
    found.set(name.toLowerCase(), quoted ?? bare ?? '');
  }
  if ([...found.keys()].some((name) => !UNDERSTOOD.has(name))) return undefined;
  const sequence = found.get('c')?.toLowerCase();
  // Captions and headings in one list are Word's to sort.
  if (sequence === '' || (sequence !== undefined && ['o', 'u', 't'].some((name) => found.has(name))))
    return undefined;
  const headings = found.get('o');
  const styles = stylesOf(found.get('t') ?? '');
  const outline = found.has('u') ? levelsOf(headings ?? '') : undefined;
  const listsNothing =
    sequence === undefined && headings === undefined && outline === undefined && styles.size === 0;
  return {
    headings: headings === undefined && !listsNothing ? undefined : levelsOf(headings ?? ''),
    outline,
    styles,
    links: found.has('h'),
    sequence,
    unnumbered: found.has('n') ? levelsOf(found.get('n') ?? '') : undefined,
  };
};

export const isWithin = (level: number, levels: Levels | undefined): boolean =>
  levels !== undefined && level >= levels.from && level <= levels.to;

const levelsOf = (text: string): Levels => {
  const [, from, to] = /^\s*(\d)\s*-\s*(\d)\s*$/.exec(text) ?? [];
  return from === undefined ? ALL : { from: Number(from), to: Number(to) };
};

/** `Chapter,1,Annex,2`, with semicolons where the author's Windows lists things so. */
const stylesOf = (text: string): ReadonlyMap<string, number> => {
  const pieces = text.split(/[,;]/).map((piece) => piece.trim());
  const styles = new Map<string, number>();
  for (let at = 0; at + 1 < pieces.length; at += 2) {
    const level = Number(pieces[at + 1]);
    if (level >= 1 && level <= 9) styles.set((pieces[at] ?? '').toLowerCase(), level);
  }
  return styles;
};
