/**
 * Ids that must be unique, and ids that must lead somewhere.
 */
import { descendantsOf, elementsOf, type XmlElement } from '../../../src/ooxml/xml.ts';
import { type CheckedPackage, type CheckedPart, problemAt, withoutFallbacks } from './report.ts';

interface UniqueId {
  readonly what: string;
  readonly element: string;
  readonly attribute: string;
  /** Unique in its part, or in all the parts together. */
  readonly scope: 'part' | 'package';
  /** Only inside of this element. */
  readonly parent?: string;
}

const UNIQUE: readonly UniqueId[] = [
  { what: 'bookmark id', element: 'w:bookmarkStart', attribute: 'w:id', scope: 'package' },
  { what: 'bookmark name', element: 'w:bookmarkStart', attribute: 'w:name', scope: 'package' },
  { what: 'drawing id', element: 'wp:docPr', attribute: 'id', scope: 'package' },
  { what: 'paragraph id', element: 'w:p', attribute: 'w14:paraId', scope: 'package' },
  { what: 'content control id', element: 'w:id', attribute: 'w:val', scope: 'package', parent: 'w:sdtPr' },
  { what: 'footnote id', element: 'w:footnote', attribute: 'w:id', scope: 'part' },
  { what: 'endnote id', element: 'w:endnote', attribute: 'w:id', scope: 'part' },
  { what: 'comment id', element: 'w:comment', attribute: 'w:id', scope: 'part' },
  { what: 'list id', element: 'w:num', attribute: 'w:numId', scope: 'part' },
  { what: 'list definition id', element: 'w:abstractNum', attribute: 'w:abstractNumId', scope: 'part' },
  { what: 'style id', element: 'w:style', attribute: 'w:styleId', scope: 'part' },
];

export const checkUnique = (parts: readonly CheckedPart[]): string[] => {
  const problems: string[] = [];
  const seen = new Map<string, Set<string>>();
  const byElement = Map.groupBy(UNIQUE, ({ element }) => element);
  for (const { name, root } of parts) {
    for (const element of withoutFallbacks(root)) {
      for (const rule of byElement.get(element.name) ?? []) {
        const value = element.attribute(rule.attribute);
        if (value === undefined || (rule.parent !== undefined && element.parent?.name !== rule.parent))
          continue;
        // The glossary is a document of its own.
        const scope = `${rule.what} ${rule.scope === 'part' ? name : name.includes('/glossary/')}`;
        const values = seen.get(scope) ?? new Set();
        seen.set(scope, values);
        if (values.has(value))
          problems.push(problemAt(name, element, `the ${rule.what} "${value}" is taken`));
        values.add(value);
      }
    }
  }
  return problems;
};

/** Marks that come in pairs with one id, the second after the first. */
const PAIRS: readonly (readonly [string, string])[] = [
  ['w:bookmarkStart', 'w:bookmarkEnd'],
  ['w:commentRangeStart', 'w:commentRangeEnd'],
  ['w:permStart', 'w:permEnd'],
  ['w:moveFromRangeStart', 'w:moveFromRangeEnd'],
  ['w:moveToRangeStart', 'w:moveToRangeEnd'],
];

export const checkPairs = ({ name, root }: CheckedPart): string[] => {
  const problems: string[] = [];
  for (const [first, second] of PAIRS) {
    const open = new Map<string, XmlElement>();
    for (const element of withoutFallbacks(root)) {
      const id = element.attribute('w:id') ?? '';
      if (element.name === first) open.set(id, element);
      if (element.name === second && !open.delete(id)) {
        problems.push(problemAt(name, element, `<${second}> "${id}" without its <${first}>`));
      }
    }
    for (const [id, element] of open)
      problems.push(problemAt(name, element, `<${first}> "${id}" without its <${second}>`));
  }
  return problems;
};

/** begin … separate … end, nested, within one story. */
export const checkFields = ({ name, root }: CheckedPart): string[] => {
  const open: { readonly element: XmlElement; separated: boolean }[] = [];
  const problems: string[] = [];
  for (const element of withoutFallbacks(root)) {
    if (element.name !== 'w:fldChar') continue;
    const type = element.attribute('w:fldCharType');
    const innermost = open.at(-1);
    if (type === 'begin') open.push({ element, separated: false });
    else if (innermost === undefined)
      problems.push(problemAt(name, element, `a field's "${type}" without its begin`));
    else if (type === 'end') open.pop();
    else if (innermost.separated) problems.push(problemAt(name, element, 'a field with two separators'));
    else innermost.separated = true;
  }
  return [...problems, ...open.map(({ element }) => problemAt(name, element, 'a field that never ends'))];
};

interface Reference {
  readonly element: string;
  readonly attribute: string;
  readonly parent?: string;
  /** What it leads to. */
  readonly kind: 'footnotes' | 'endnotes' | 'comments' | 'numbering';
  readonly target: string;
  readonly targetAttribute: string;
  /** A value that means "none". */
  readonly none?: string;
}

const REFERENCES: readonly Reference[] = [
  {
    element: 'w:footnoteReference',
    attribute: 'w:id',
    kind: 'footnotes',
    target: 'w:footnote',
    targetAttribute: 'w:id',
  },
  {
    element: 'w:endnoteReference',
    attribute: 'w:id',
    kind: 'endnotes',
    target: 'w:endnote',
    targetAttribute: 'w:id',
  },
  {
    element: 'w:commentReference',
    attribute: 'w:id',
    kind: 'comments',
    target: 'w:comment',
    targetAttribute: 'w:id',
  },
  {
    element: 'w:numId',
    attribute: 'w:val',
    parent: 'w:numPr',
    kind: 'numbering',
    target: 'w:num',
    targetAttribute: 'w:numId',
    none: '0',
  },
  {
    element: 'w:abstractNumId',
    attribute: 'w:val',
    parent: 'w:num',
    kind: 'numbering',
    target: 'w:abstractNum',
    targetAttribute: 'w:abstractNumId',
  },
];

export const checkReferences = ({ docx, parts }: CheckedPackage): string[] => {
  const problems: string[] = [];
  for (const reference of REFERENCES) {
    const targets = new Set(
      docx
        .partsOf(reference.kind)
        .flatMap((part) => elementsOf(docx.xml(part), reference.target))
        .map((target) => target.attribute(reference.targetAttribute)),
    );
    for (const { name, root } of parts) {
      // Styles may name lists of the template they came from; Word ignores those.
      if (name === docx.partsOf('styles')[0]) continue;
      for (const element of descendantsOf(root)) {
        if (element.name !== reference.element) continue;
        if (reference.parent !== undefined && element.parent?.name !== reference.parent) continue;
        const value = element.attribute(reference.attribute);
        if (value === reference.none || targets.has(value)) continue;
        problems.push(problemAt(name, element, `<${element.name}> "${value}" leads nowhere`));
      }
    }
  }
  return problems;
};
