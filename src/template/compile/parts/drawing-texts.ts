/**
 * compileDrawingTexts :: part of a chart or a diagram → PartProgram
 *
 * Titles and labels are paragraphs of DrawingML (`a:p`), whose runs may cut a tag; names of series and categories are
 * plain texts beside the addresses of the cells they come from (`c:v`, ECMA-376 §21.2.2).
 */
import type { XmlElement, XmlNode, XmlText } from '../../../ooxml/xml.ts';
import { descendantsOf } from '../../../ooxml/xml.ts';
import { DELIMITERS } from '../../delimiters.ts';
import { scan } from '../../lex/scan.ts';
import type { Reader } from '../../parse/read-tag.ts';
import type { Tag } from '../../parse/tag.ts';
import type { Op, PartProgram } from '../../program.ts';
import { compileFlat, NOT_TEXT, warnOfContent } from '../build/flat-text.ts';
import { flatten } from '../build/flatten.ts';
import type { TemplateBuild } from '../context.ts';

interface DrawingTextsInput {
  readonly name: string;
  readonly label: string;
  readonly source: string;
  readonly root: XmlElement;
  readonly reader: Reader;
  readonly template: TemplateBuild;
  /** What its cells said last is made anew with them. */
  readonly leavesCells?: boolean;
}

export interface DrawingTexts {
  /** Undefined where the part is made anew for each use, with what is seen there. */
  readonly program?: PartProgram;
  readonly tags: readonly Tag[];
  /** Those whose text comes from a cell of the workbook behind the chart. */
  readonly fromCells: readonly Tag[];
}

/** The text nodes that a tag or a block joins are written as one, where the first of them stands. */
interface Piece {
  readonly nodes: readonly XmlText[];
  readonly ops: readonly Op[];
}

export const compileDrawingTexts = (input: DrawingTextsInput): DrawingTexts | undefined => {
  const { source, root, reader } = input;
  // The second brace of two may stand in a run of its own.
  const [mark = ''] = DELIMITERS[reader.delimiter].open;
  if (!source.includes(mark) && !source.includes('&#')) return undefined;
  const pieces: Piece[] = [];
  const tags: Tag[] = [];
  const fromCells: Tag[] = [];
  for (const element of descendantsOf(root)) {
    if (input.leavesCells === true && isFromCell(element)) continue;
    for (const line of linesOf(element)) {
      for (const nodes of joined(line, reader)) {
        const flat = compileFlat({
          text: textOf(nodes),
          as: 'flat',
          where: { part: input.label },
          reader,
          template: input.template,
          isLate: true,
          takesOnly: true,
        });
        if (flat === undefined || !flat.isChanged) continue;
        // A chart may say in its title what it is made of.
        const { only } = flat;
        if (only !== undefined && only.command.type !== 'chart' && NOT_TEXT.has(only.command.type))
          warnOfContent(reader, only);
        pieces.push({ nodes, ops: flat.ops });
        tags.push(...flat.tags);
        if (isFromCell(element)) fromCells.push(...flat.tags);
      }
    }
  }
  if (pieces.length === 0) return undefined;
  const ops = rewritten(source, pieces);
  return { program: { name: input.name, role: 'flat', ops: flatten(ops), runs: [] }, tags, fromCells };
};

const NUMBERS: ReadonlySet<string> = new Set(['c:numCache', 'c:numLit']);

/** Where an element holds text: the runs of a paragraph between its line breaks, or a value by itself. */
const linesOf = (element: XmlElement): XmlText[][] => {
  if (element.name === 'a:p') return runsOf(element);
  const isValue = element.name === 'c:v' && !NUMBERS.has(element.parent?.parent?.name ?? '');
  const isExtended = element.name === 'cx:v' || (element.name === 'cx:pt' && isInTexts(element));
  return isValue || isExtended ? [textNodes(element.children)] : [];
};

export const isDrawingText = (element: XmlElement): boolean => linesOf(element).length > 0;

const isInTexts = (point: XmlElement): boolean => point.parent?.parent?.name === 'cx:strDim';

const runsOf = (paragraph: XmlElement): XmlText[][] => {
  const lines: XmlText[][] = [[]];
  for (const child of paragraph.children) {
    if (child.kind !== 'element') continue;
    if (child.name !== 'a:r') lines.push([]);
    else
      for (const text of child.children)
        if (text.kind === 'element' && text.name === 'a:t') lines.at(-1)?.push(...textNodes(text.children));
  }
  return lines.filter((line) => line.length > 0);
};

const textNodes = (nodes: readonly XmlNode[]): XmlText[] =>
  nodes.filter((node): node is XmlText => node.kind === 'text');

const textOf = (nodes: readonly XmlText[]): string => nodes.map(({ text }) => text).join('');

/** Runs that nothing joins stay runs of their own, with their formatting. A block joins all from its first tag to its last. */
const joined = (line: readonly XmlText[], reader: Reader): XmlText[][] => {
  const text = textOf(line);
  const found = scan(text, DELIMITERS[reader.delimiter]).filter(({ kind }) => kind === 'tag');
  if (found.length === 0) return line.map((node) => [node]);
  const controls = found.filter(({ from, to }) => isControl(text.slice(from, to)));
  const block = { from: controls[0]?.from ?? 0, to: controls.at(-1)?.to ?? 0 };
  const groups: XmlText[][] = [[]];
  let border = 0;
  let next = 0;
  for (const node of line) {
    groups.at(-1)?.push(node);
    border += node.text.length;
    while (next < found.length && (found[next]?.to ?? 0) <= border) next++;
    const isInside = [block, found[next]].some(
      (span) => span !== undefined && span.from < border && border < span.to,
    );
    if (!isInside) groups.push([]);
  }
  return groups.filter((group) => group.length > 0);
};

/** Opens, continues or ends a block, in any spelling. Too many are harmless: they join runs. */
const isControl = (tag: string): boolean =>
  /^\W*[#/^]|^\W*(?:for|if|else|elseif|end|endfor|endif|unless|each)\b/i.test(tag);

const rewritten = (source: string, pieces: readonly Piece[]): Op[] => {
  const ops: Op[] = [];
  let at = 0;
  for (const { nodes, ops: text } of pieces) {
    for (const [index, node] of nodes.entries()) {
      ops.push(source.slice(at, node.start), ...(index === 0 ? text : []));
      at = node.end;
    }
  }
  ops.push(source.slice(at));
  return ops;
};

/** `c:strRef` has the address of its cells beside what they said last. */
const isFromCell = (element: XmlElement): boolean => {
  for (let at = element.parent; at !== undefined; at = at.parent)
    if (at.name === 'c:strRef' || at.name === 'c:multiLvlStrRef') return true;
  return false;
};
