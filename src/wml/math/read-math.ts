/**
 * readMath :: m:oMath → MathNode (ECMA-376 §22.1)
 *
 * An allow-list, as every reader: what is not known is a finding, and its text stands in its place.
 */
import { withoutOrigins } from '../../ooxml/origin-marks.ts';
import { childOf, elementsOf, textContent, type XmlElement } from '../../ooxml/xml.ts';
import { alternative } from '../alternatives.ts';
import { CHANGE_MARKS, DELETED, RANGE_MARKS, RUN_MARKS, TRANSPARENT } from '../elements.ts';
import type { RunProperties } from '../properties/run-properties.ts';
import { wholeNumber } from '../properties/word-values.ts';
import type { StoryContext } from '../story-context.ts';
import type { MathArray, MathNode, MathText } from './model.ts';

/** Deeper formulas are malice. */
const DEEPEST = 60;

/** Elements around others whose content counts as if they were not there. */
const SEEN_THROUGH: ReadonlySet<string> = new Set([...TRANSPARENT, 'w:smartTag', 'w:hyperlink', 'm:oMath']);
const SILENT: ReadonlySet<string> = new Set([
  ...RANGE_MARKS,
  ...RUN_MARKS,
  ...CHANGE_MARKS,
  ...DELETED,
  'w:bookmarkStart',
  'w:sdtPr',
  'w:rPr',
  'm:rPr',
  'm:ctrlPr',
  'm:argPr',
  'w:sectPr',
]);

export const readMath = (element: XmlElement, context: StoryContext): MathNode =>
  new MathReader(context).row(element, 0);

const value = (properties: XmlElement | undefined, name: string): string | undefined =>
  childOf(properties, name)?.attribute('m:val') ?? childOf(properties, name)?.attribute('val');

/** §22.1: an element without a value is on. */
const isSet = (properties: XmlElement | undefined, name: string, otherwise = false): boolean => {
  const element = childOf(properties, name);
  if (element === undefined) return otherwise;
  const text = element.attribute('m:val') ?? element.attribute('val') ?? '1';
  return text === '1' || text === 'on' || text === 'true';
};

class MathReader {
  readonly #context: StoryContext;

  constructor(context: StoryContext) {
    this.#context = context;
  }

  row(element: XmlElement | undefined, depth: number): MathNode {
    const children: MathNode[] = [];
    if (element !== undefined && depth > DEEPEST) this.#unknown(element);
    else if (element !== undefined) this.#children(element, depth, children);
    const [only] = children;
    return children.length === 1 && only !== undefined ? only : { kind: 'row', children };
  }

  #unknown(element: XmlElement): void {
    this.#context.findings.note('math', this.#context.part, element);
  }

  #children(parent: XmlElement, depth: number, out: MathNode[]): void {
    for (const element of elementsOf(parent)) this.#child(element, depth, out);
  }

  #child(element: XmlElement, depth: number, out: MathNode[]): void {
    const { name } = element;
    if (name === 'm:r') this.#run(element, out);
    else if (SEEN_THROUGH.has(name)) this.#children(element, depth, out);
    else if (name === 'w:sdt') {
      const content = childOf(element, 'w:sdtContent');
      if (content !== undefined) this.#children(content, depth, out);
    } else if (name === 'mc:AlternateContent') {
      for (const child of alternative(element)) this.#child(child, depth, out);
    } else if (name === 'w:r') this.#words(element, out);
    else if (SILENT.has(name)) {
      if (name === 'm:argPr' && childOf(element, 'm:argSz') !== undefined) this.#unknown(element);
    } else {
      const node = this.#object(element, depth + 1);
      if (node === undefined) {
        this.#unknown(element);
        out.push(this.#literal(textContent(element), {}));
      } else out.push(node);
    }
  }

  #literal(text: string, run: RunProperties): MathText {
    return { kind: 'text', text, style: 'i', script: 'roman', normal: false, aligns: false, run };
  }

  #textOf(element: XmlElement): string {
    const text = textContent(element);
    return this.#context.charts === undefined ? text : withoutOrigins(text);
  }

  /** Words of a document between those of a formula. */
  #words(element: XmlElement, out: MathNode[]): void {
    const run = this.#context.runProperties(childOf(element, 'w:rPr'));
    for (const child of elementsOf(element)) {
      if (child.name === 'w:t') out.push({ ...this.#literal(this.#textOf(child), run), normal: true });
      else if (child.name === 'w:br') out.push({ kind: 'break', run });
      else if (!SILENT.has(child.name)) this.#unknown(child);
    }
  }

  #run(element: XmlElement, out: MathNode[]): void {
    const properties = childOf(element, 'm:rPr');
    const run = this.#context.runProperties(childOf(element, 'w:rPr'));
    const style = value(properties, 'm:sty') ?? 'i';
    const broken = childOf(properties, 'm:brk');
    if (broken !== undefined) {
      // Where Word aligns what follows a break by hand is not known.
      this.#unknown(broken);
      out.push({ kind: 'break', run });
    }
    for (const child of elementsOf(element)) {
      switch (child.name) {
        case 'm:t':
        case 'w:t':
          out.push({
            kind: 'text',
            text: this.#textOf(child),
            style: style === 'p' || style === 'b' || style === 'bi' ? style : 'i',
            script: value(properties, 'm:scr') ?? 'roman',
            normal: isSet(properties, 'm:nor'),
            aligns: isSet(properties, 'm:aln'),
            run,
          });
          break;
        case 'w:br':
        case 'w:cr':
          out.push({ kind: 'break', run });
          break;
        default:
          if (!SILENT.has(child.name)) this.#unknown(child);
      }
    }
  }

  #object(element: XmlElement, depth: number): MathNode | undefined {
    const properties = childOf(element, `${element.name}Pr`);
    const run = this.#context.runProperties(childOf(childOf(properties, 'm:ctrlPr'), 'w:rPr'));
    const part = (name: string): MathNode => this.row(childOf(element, name), depth);
    const shown = (name: string, hide: string): MathNode | undefined =>
      isSet(properties, hide) ? undefined : part(name);
    const body = (): MathNode => part('m:e');
    switch (element.name) {
      case 'm:f': {
        const type = value(properties, 'm:type');
        return {
          kind: 'fraction',
          type: type === 'lin' || type === 'noBar' || type === 'skw' ? type : 'bar',
          numerator: part('m:num'),
          denominator: part('m:den'),
          run,
        };
      }
      case 'm:sSub':
        return { kind: 'scripts', base: body(), sub: part('m:sub'), sup: undefined, before: false, run };
      case 'm:sSup':
        return { kind: 'scripts', base: body(), sub: undefined, sup: part('m:sup'), before: false, run };
      case 'm:sSubSup':
        return { kind: 'scripts', base: body(), sub: part('m:sub'), sup: part('m:sup'), before: false, run };
      case 'm:sPre':
        return { kind: 'scripts', base: body(), sub: part('m:sub'), sup: part('m:sup'), before: true, run };
      case 'm:rad':
        return { kind: 'radical', degree: shown('m:deg', 'm:degHide'), body: body(), run };
      case 'm:nary': {
        const place = value(properties, 'm:limLoc');
        return {
          kind: 'nary',
          character: value(properties, 'm:chr') ?? '\u222b',
          stacked: place === undefined ? undefined : place === 'undOvr',
          sub: shown('m:sub', 'm:subHide'),
          sup: shown('m:sup', 'm:supHide'),
          body: body(),
          run,
        };
      }
      case 'm:d':
        return {
          kind: 'delimiters',
          begin: value(properties, 'm:begChr') ?? '(',
          end: value(properties, 'm:endChr') ?? ')',
          separator: value(properties, 'm:sepChr') ?? '|',
          grows: isSet(properties, 'm:grow', true),
          items: elementsOf(element, 'm:e').map((item) => this.row(item, depth)),
          run,
        };
      case 'm:m':
        return {
          kind: 'matrix',
          rows: elementsOf(element, 'm:mr').map((row) =>
            elementsOf(row, 'm:e').map((item) => this.row(item, depth)),
          ),
          alignment: columnAlignment(properties),
          run,
        };
      case 'm:eqArr': {
        const rows = elementsOf(element, 'm:e').map((item) => this.row(item, depth));
        const [only] = rows;
        const numbered = isSet(properties, 'm:maxDist') && only !== undefined ? splitNumber(only) : undefined;
        if (numbered !== undefined && rows.length > 1) this.#unknown(element);
        return {
          kind: 'array',
          rows: numbered === undefined || rows.length > 1 ? rows : [numbered.formula],
          number: rows.length > 1 ? undefined : numbered?.number,
          spacing: rowSpacing(value(properties, 'm:rSpRule'), wholeNumber(value(properties, 'm:rSp')) ?? 0),
          run,
        };
      }
      case 'm:acc':
        return { kind: 'accent', character: value(properties, 'm:chr') ?? '\u0302', body: body(), run };
      case 'm:bar':
        return { kind: 'bar', above: value(properties, 'm:pos') === 'top', body: body(), run };
      case 'm:groupChr':
        return {
          kind: 'group',
          character: value(properties, 'm:chr') ?? '\u23df',
          above: value(properties, 'm:pos') === 'top',
          body: body(),
          run,
        };
      case 'm:limLow':
      case 'm:limUpp':
        return {
          kind: 'limit',
          above: element.name === 'm:limUpp',
          body: body(),
          limit: part('m:lim'),
          run,
        };
      case 'm:func':
        return { kind: 'function', name: part('m:fName'), body: body(), run };
      case 'm:box':
        return body();
      case 'm:phant':
        return {
          kind: 'phantom',
          shown: isSet(properties, 'm:show', true),
          width: !isSet(properties, 'm:zeroWid'),
          ascent: !isSet(properties, 'm:zeroAsc'),
          descent: !isSet(properties, 'm:zeroDesc'),
          body: body(),
          run,
        };
      case 'm:borderBox': {
        for (const strike of ['m:strikeH', 'm:strikeV', 'm:strikeBLTR', 'm:strikeTLBR'])
          if (isSet(properties, strike)) this.#unknown(element);
        return {
          kind: 'border',
          sides: {
            left: !isSet(properties, 'm:hideLeft'),
            top: !isSet(properties, 'm:hideTop'),
            right: !isSet(properties, 'm:hideRight'),
            bottom: !isSet(properties, 'm:hideBot'),
          },
          body: body(),
          run,
        };
      }
      default:
        return undefined;
    }
  }
}

/** `x = y#(1)`: Word writes a formula and its number as one row. */
const splitNumber = (
  row: MathNode,
): { readonly formula: MathNode; readonly number: MathNode } | undefined => {
  const children = row.kind === 'row' ? row.children : [row];
  const at = children.findIndex((child) => child.kind === 'text' && child.text.includes('#'));
  const child = children[at];
  if (child?.kind !== 'text') return undefined;
  const cut = child.text.indexOf('#');
  const part = (text: string): readonly MathNode[] => (text === '' ? [] : [{ ...child, text }]);
  return {
    formula: { kind: 'row', children: [...children.slice(0, at), ...part(child.text.slice(0, cut))] },
    number: { kind: 'row', children: [...part(child.text.slice(cut + 1)), ...children.slice(at + 1)] },
  };
};

/** Formulas below each other, as one. */
export const readMathLines = (formulas: readonly XmlElement[], context: StoryContext): MathNode => {
  const nodes = formulas.map((formula) => readMath(formula, context));
  const [only] = nodes;
  if (nodes.length === 1 && only !== undefined) return only;
  const children = nodes.flatMap((node, index): readonly MathNode[] => {
    const before = nodes[index - 1];
    return before === undefined || endsInBreak(before) ? [node] : [{ kind: 'break', run: {} }, node];
  });
  return { kind: 'row', children };
};

export const endsInBreak = (node: MathNode): boolean => {
  const last = node.kind === 'row' ? node.children.at(-1) : node;
  return last !== undefined && (last.kind === 'break' || (last.kind === 'row' && endsInBreak(last)));
};

/** §22.1.2.95: single, one and a half, double, exactly (twips), as many half lines as said. */
const rowSpacing = (rule: string | undefined, amount: number): MathArray['spacing'] => {
  if (rule === '3') return { points: Math.max(0, Math.min(amount / 20, 1584)) };
  if (rule === '4') return { lines: Math.max(1, Math.min(amount / 2, 20)) };
  return { lines: rule === '1' ? 1.5 : rule === '2' ? 2 : 1 };
};

const MOST_COLUMNS = 64;

const columnAlignment = (properties: XmlElement | undefined): readonly string[] => {
  const columns = childOf(properties, 'm:mcs');
  return (columns === undefined ? [] : elementsOf(columns, 'm:mc')).flatMap((column) => {
    const said = childOf(column, 'm:mcPr');
    const count = Math.min(MOST_COLUMNS, Math.max(1, wholeNumber(value(said, 'm:count')) ?? 1));
    return Array.from({ length: count }, () => value(said, 'm:mcJc') ?? 'center');
  });
};
