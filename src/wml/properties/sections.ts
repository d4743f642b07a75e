/**
 * readSection :: w:sectPr → Section (ECMA-376 §17.6). Lengths are in points.
 */
import { childOf, elementsOf, type XmlElement } from '../../ooxml/xml.ts';
import { type Borders, readBorders } from './borders.ts';
import type { PropertyContext } from './run-properties.ts';
import { childValue, isOn, lengthOf, toggleOf, wholeNumber } from './word-values.ts';

export interface Section {
  /** How this section begins, after the one before. */
  readonly type: 'nextPage' | 'continuous' | 'evenPage' | 'oddPage' | 'nextColumn';
  readonly width: number;
  readonly height: number;
  /** Top and bottom may be negative: then the header may not push the body (§17.6.11). */
  readonly margins: {
    readonly top: number;
    readonly bottom: number;
    readonly left: number;
    readonly right: number;
    readonly header: number;
    readonly footer: number;
    readonly gutter: number;
  };
  readonly columns: {
    readonly count: number;
    readonly space: number;
    readonly separator: boolean;
    /** Present where they are not all equal. */
    readonly widths: readonly { readonly width: number; readonly space: number }[];
  };
  /** Columns follow each other from right to left. */
  readonly rightToLeft: boolean;
  readonly titlePage: boolean;
  readonly headers: EdgeParts;
  readonly footers: EdgeParts;
  readonly firstPageNumber: number | undefined;
  readonly pageNumberFormat: string;
  readonly verticalAlignment: 'top' | 'center' | 'both' | 'bottom';
  /** Acts only where a type is set. */
  readonly grid: { readonly type: string; readonly linePitch: number };
  readonly borders:
    | { readonly lines: Borders; readonly fromText: boolean; readonly display: string }
    | undefined;
  /** Undefined where lines have no numbers. */
  readonly lineNumbers: LineNumbering | undefined;
  readonly footnotes: NoteSettings;
  readonly endnotes: NoteSettings;
  /** Its endnotes stand at the end of a later section (§17.6.9). */
  readonly noEndnotes: boolean;
}

/** `w:lnNumType` (§17.6.8). */
export interface LineNumbering {
  /** Each so-manieth line shows its number. */
  readonly every: number;
  /** Of the first line. */
  readonly first: number;
  /** From a number's end to the text; undefined where Word chooses. */
  readonly distance: number | undefined;
  readonly restart: 'newPage' | 'newSection' | 'continuous';
}

/** Relationship ids. */
export interface EdgeParts {
  readonly default?: string;
  readonly first?: string;
  readonly even?: string;
}

export interface NoteSettings {
  readonly position?: string;
  readonly format?: string;
  readonly start?: number;
  readonly restart?: string;
}

/** Word's own paper where a document names none, and its least and largest size. */
const LETTER = { width: 612, height: 792 };
const SMALLEST_PAGE = 7.2;
const LARGEST_PAGE = 1584;
const INCH = 72;
const MOST_COLUMNS = 45;

const KNOWN: ReadonlySet<string> = new Set([
  'w:headerReference',
  'w:footerReference',
  'w:footnotePr',
  'w:endnotePr',
  'w:type',
  'w:pgSz',
  'w:pgMar',
  'w:paperSrc',
  'w:pgBorders',
  'w:pgNumType',
  'w:cols',
  'w:lnNumType',
  'w:formProt',
  'w:vAlign',
  'w:noEndnote',
  'w:titlePg',
  'w:docGrid',
  'w:sectPrChange',
  'w:printerSettings',
  'w:rtlGutter',
  'w:bidi',
]);

const TYPES: Readonly<Record<string, Section['type']>> = {
  nextPage: 'nextPage',
  continuous: 'continuous',
  evenPage: 'evenPage',
  oddPage: 'oddPage',
  nextColumn: 'nextColumn',
};

export const readSection = (
  element: XmlElement | undefined,
  context: PropertyContext,
  gutterAtTop = false,
): Section => {
  for (const child of element === undefined ? [] : elementsOf(element)) {
    if (child.name === 'w:textDirection') {
      const value = child.attribute('w:val');
      if (value !== 'lrTb' && value !== 'tb') context.findings.note('vertical-text', context.part, child);
    } else if (!KNOWN.has(child.name)) context.findings.unknown(context.part, child);
  }
  const size = childOf(element, 'w:pgSz');
  const numbers = childOf(element, 'w:pgNumType');
  const vertical = childValue(element, 'w:vAlign');
  const grid = childOf(element, 'w:docGrid');
  if (grid !== undefined && hasCharacterGrid(grid))
    context.findings.note('script:east-asian', context.part, grid);
  return {
    type: TYPES[childValue(element, 'w:type') ?? 'nextPage'] ?? 'nextPage',
    width: pageSide(lengthOf(size?.attribute('w:w')), LETTER.width),
    height: pageSide(lengthOf(size?.attribute('w:h')), LETTER.height),
    margins: readMargins(childOf(element, 'w:pgMar'), gutterAtTop),
    columns: readColumns(childOf(element, 'w:cols')),
    rightToLeft: toggleOf(element, 'w:bidi') ?? false,
    titlePage: toggleOf(element, 'w:titlePg') ?? false,
    headers: readEdges(element, 'w:headerReference'),
    footers: readEdges(element, 'w:footerReference'),
    firstPageNumber: wholeNumber(numbers?.attribute('w:start')),
    pageNumberFormat: numbers?.attribute('w:fmt') ?? 'decimal',
    verticalAlignment:
      vertical === 'center' || vertical === 'both' || vertical === 'bottom' ? vertical : 'top',
    grid: {
      type: grid?.attribute('w:type') ?? 'default',
      linePitch: lengthOf(grid?.attribute('w:linePitch')) ?? 0,
    },
    borders: readPageBorders(childOf(element, 'w:pgBorders'), context),
    lineNumbers: readLineNumbers(childOf(element, 'w:lnNumType')),
    footnotes: readNoteSettings(childOf(element, 'w:footnotePr')),
    endnotes: readNoteSettings(childOf(element, 'w:endnotePr')),
    noEndnotes: toggleOf(element, 'w:noEndnote') ?? false,
  };
};

const pageSide = (length: number | undefined, otherwise: number): number =>
  length === undefined || length <= 0 ? otherwise : Math.max(SMALLEST_PAGE, Math.min(LARGEST_PAGE, length));

const readMargins = (element: XmlElement | undefined, gutterAtTop: boolean): Section['margins'] => {
  const length = (name: string, otherwise: number): number => lengthOf(element?.attribute(name)) ?? otherwise;
  const gutter = Math.max(0, length('w:gutter', 0));
  const top = length('w:top', INCH);
  const above = gutterAtTop ? gutter : 0;
  return {
    top: top < 0 ? top - above : top + above,
    bottom: length('w:bottom', INCH),
    left: Math.max(0, length('w:left', INCH)),
    right: Math.max(0, length('w:right', INCH)),
    header: Math.max(0, length('w:header', INCH / 2)),
    footer: Math.max(0, length('w:footer', INCH / 2)),
    gutter: gutter - above,
  };
};

const readColumns = (element: XmlElement | undefined): Section['columns'] => {
  const columns = element === undefined ? [] : elementsOf(element, 'w:col');
  const equal = element?.attribute('w:equalWidth');
  const space = lengthOf(element?.attribute('w:space')) ?? INCH / 2;
  const uneven = equal !== undefined && !isOn(equal) && columns.length > 0;
  const count = uneven ? columns.length : (wholeNumber(element?.attribute('w:num')) ?? 1);
  return {
    count: Math.max(1, Math.min(MOST_COLUMNS, count)),
    space: Math.max(0, space),
    separator: isOn(element?.attribute('w:sep')),
    widths: uneven
      ? columns.slice(0, MOST_COLUMNS).map((column) => ({
          width: Math.max(0, lengthOf(column.attribute('w:w')) ?? 0),
          space: Math.max(0, lengthOf(column.attribute('w:space')) ?? 0),
        }))
      : [],
  };
};

/** Characters in cells of their own. Without a pitch, `linesAndChars` leaves them as wide as they are. */
const hasCharacterGrid = (grid: XmlElement): boolean => {
  const type = grid.attribute('w:type');
  if (type === 'snapToChars') return true;
  return type === 'linesAndChars' && (wholeNumber(grid.attribute('w:charSpace')) ?? 0) !== 0;
};

const readEdges = (element: XmlElement | undefined, name: string): EdgeParts => {
  const out: { default?: string; first?: string; even?: string } = {};
  for (const reference of element === undefined ? [] : elementsOf(element, name)) {
    const type = reference.attribute('w:type') ?? 'default';
    const id = reference.attribute('r:id');
    if (id !== undefined && (type === 'default' || type === 'first' || type === 'even')) out[type] = id;
  }
  return out;
};

const readPageBorders = (element: XmlElement | undefined, context: PropertyContext): Section['borders'] =>
  element && {
    lines: readBorders(element, context.theme),
    fromText: element.attribute('w:offsetFrom') !== 'page',
    display: element.attribute('w:display') ?? 'allPages',
  };

/** Without `w:countBy` there are none; `w:start` is one less than the number that is shown, as Word writes it. */
const readLineNumbers = (element: XmlElement | undefined): LineNumbering | undefined => {
  const every = wholeNumber(element?.attribute('w:countBy'));
  if (every === undefined || every < 1) return undefined;
  const restart = element?.attribute('w:restart');
  const distance = lengthOf(element?.attribute('w:distance')) ?? 0;
  return {
    every,
    first: Math.max(0, wholeNumber(element?.attribute('w:start')) ?? 0) + 1,
    distance: distance > 0 ? distance : undefined,
    restart: restart === 'newSection' || restart === 'continuous' ? restart : 'newPage',
  };
};

export const readNoteSettings = (element: XmlElement | undefined): NoteSettings => {
  const position = childValue(element, 'w:pos');
  const format = childValue(element, 'w:numFmt');
  const start = wholeNumber(childValue(element, 'w:numStart'));
  const restart = childValue(element, 'w:numRestart');
  return {
    ...(position !== undefined && { position }),
    ...(format !== undefined && { format }),
    ...(start !== undefined && { start }),
    ...(restart !== undefined && { restart }),
  };
};
