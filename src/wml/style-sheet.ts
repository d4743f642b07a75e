/**
 * readStyleSheet :: styles.xml → StyleSheet
 *
 * Styles with the properties they set (ECMA-376 §17.7); `styles.ts` knows what a style is, this what it does.
 */
import { childOf, elementsOf, type XmlElement } from '../ooxml/xml.ts';
import { type ParagraphProperties, readParagraphProperties } from './properties/paragraph-properties.ts';
import { type PropertyContext, type RunProperties, readRunProperties } from './properties/run-properties.ts';
import {
  type CellProperties,
  type RowProperties,
  readCellProperties,
  readRowProperties,
  readTableProperties,
  type TableProperties,
} from './properties/table-properties.ts';
import { childValue, isOn } from './properties/word-values.ts';

export interface StyleRules {
  readonly id: string;
  readonly name: string;
  readonly kind: string;
  readonly basedOn: string | undefined;
  readonly paragraph: ParagraphProperties;
  readonly run: RunProperties;
  readonly table: TableRules | undefined;
}

export interface TableRules {
  readonly table: TableProperties;
  readonly row: RowProperties;
  readonly cell: CellProperties;
  /** `w:tblStylePr` by its type: firstRow, band1Horz, … */
  readonly conditions: ReadonlyMap<string, ConditionRules>;
}

interface ConditionRules {
  readonly row: RowProperties;
  readonly paragraph: ParagraphProperties;
  readonly run: RunProperties;
  readonly table: TableProperties;
  readonly cell: CellProperties;
}

export interface StyleSheet {
  readonly defaults: { readonly paragraph: ParagraphProperties; readonly run: RunProperties };
  readonly byId: ReadonlyMap<string, StyleRules>;
  readonly defaultParagraph: string | undefined;
  readonly defaultTable: string | undefined;
}

export const NO_STYLE_SHEET: StyleSheet = {
  defaults: { paragraph: {}, run: {} },
  byId: new Map(),
  defaultParagraph: undefined,
  defaultTable: undefined,
};

export const readStyleSheet = (root: XmlElement, context: PropertyContext): StyleSheet => {
  const defaults = childOf(root, 'w:docDefaults');
  const byId = new Map<string, StyleRules>();
  let defaultParagraph: string | undefined;
  let defaultTable: string | undefined;
  for (const element of elementsOf(root, 'w:style')) {
    const id = element.attribute('w:styleId');
    if (id === undefined) continue;
    const style = readStyle(id, element, context);
    byId.set(id, style);
    if (!isOn(element.attribute('w:default'))) continue;
    // Where several say so, Word takes the last.
    if (style.kind === 'paragraph') defaultParagraph = id;
    if (style.kind === 'table') defaultTable = id;
  }
  return {
    defaults: {
      paragraph: paragraphOf(childOf(defaults, 'w:pPrDefault'), context),
      run: runOf(childOf(defaults, 'w:rPrDefault'), context),
    },
    byId,
    defaultParagraph,
    defaultTable,
  };
};

const paragraphOf = (parent: XmlElement | undefined, context: PropertyContext): ParagraphProperties => {
  const element = childOf(parent, 'w:pPr');
  return element === undefined ? {} : readParagraphProperties(element, context);
};

const runOf = (parent: XmlElement | undefined, context: PropertyContext): RunProperties => {
  const element = childOf(parent, 'w:rPr');
  return element === undefined ? {} : readRunProperties(element, context);
};

const readStyle = (id: string, element: XmlElement, context: PropertyContext): StyleRules => {
  const kind = element.attribute('w:type') ?? 'paragraph';
  return {
    id,
    name: childValue(element, 'w:name') ?? id,
    kind,
    basedOn: childValue(element, 'w:basedOn'),
    paragraph: paragraphOf(element, context),
    run: runOf(element, context),
    table: kind === 'table' ? readTableRules(element, context) : undefined,
  };
};

const readTableRules = (element: XmlElement, context: PropertyContext): TableRules => ({
  table: readTableProperties(childOf(element, 'w:tblPr'), context),
  row: readRowProperties(element, context),
  cell: readCellProperties(childOf(element, 'w:tcPr'), context),
  conditions: new Map(
    elementsOf(element, 'w:tblStylePr').map((condition) => [
      condition.attribute('w:type') ?? '',
      {
        row: readRowProperties(condition, context),
        paragraph: paragraphOf(condition, context),
        run: runOf(condition, context),
        table: readTableProperties(childOf(condition, 'w:tblPr'), context),
        cell: readCellProperties(childOf(condition, 'w:tcPr'), context),
      },
    ]),
  ),
});

/** No document has longer chains; a longer one is a circle. */
const LONGEST_CHAIN = 64;

/** From the ancestor to the style itself; circles end where they close. */
export const styleChain = (sheet: StyleSheet, id: string | undefined): readonly StyleRules[] => {
  const chain: StyleRules[] = [];
  const seen = new Set<string>();
  for (let at = id; at !== undefined && !seen.has(at) && chain.length < LONGEST_CHAIN; ) {
    seen.add(at);
    const style = sheet.byId.get(at);
    if (style === undefined) break;
    chain.unshift(style);
    at = ancestorOf(sheet, style);
  }
  return chain;
};

/** A style of another kind is no ancestor (§17.7.4.3): a paragraph's style then has the default one's, in Word. */
const ancestorOf = (sheet: StyleSheet, { kind, basedOn }: StyleRules): string | undefined => {
  const parent = basedOn === undefined ? undefined : sheet.byId.get(basedOn);
  if (parent === undefined || parent.kind === kind) return basedOn;
  return kind === 'paragraph' ? sheet.defaultParagraph : undefined;
};
