/** The parts that may hold tags, and what they are called in words. */
import type { DocxPackage } from '../../../ooxml/docx.ts';
import type { PartRole } from '../../program.ts';

export interface StoryPart {
  readonly name: string;
  readonly label: string;
  readonly role: PartRole;
}

/** In the order of evaluation. */
export const storyParts = (docx: DocxPackage): StoryPart[] => {
  const numbered = (kind: 'header' | 'footer'): StoryPart[] =>
    docx.partsOf(kind).map((name, index) => ({ name, label: `${kind} ${index + 1}`, role: kind }));
  const notes = (kind: 'footnotes' | 'endnotes'): StoryPart[] =>
    docx.partsOf(kind).map((name) => ({ name, label: kind, role: 'note' as const }));
  return [
    { name: docx.mainPart, label: 'document', role: 'document' },
    ...notes('footnotes'),
    ...notes('endnotes'),
    ...numbered('header'),
    ...numbered('footer'),
  ];
};

export const propertyParts = (docx: DocxPackage): string[] => [
  ...docx.partsOf('core-properties'),
  ...docx.partsOf('extended-properties'),
  ...docx.partsOf('custom-properties'),
];

/** A part whose texts a drawing shows. */
export interface DrawingPart {
  readonly name: string;
  /** `chart 2`; the parts of one diagram are called the same. */
  readonly label: string;
  /** Where it is drawn: a story part, and the id of the relationship. */
  readonly uses: readonly { readonly part: string; readonly id: string }[];
}

const DRAWN: Readonly<Record<string, string>> = {
  chart: 'chart',
  chartEx: 'chart',
  diagramData: 'diagram',
  diagramDrawing: 'diagram',
};

/** `chart10.xml` after `chart9.xml`. */
const byNumber = new Intl.Collator('en', { numeric: true });

export const drawingParts = (docx: DocxPackage): DrawingPart[] => {
  const uses = new Map<string, { kind: string; uses: { part: string; id: string }[] }>();
  for (const { name: part } of storyParts(docx))
    for (const { id, kind, part: target } of docx.relationshipsOf(part)) {
      if (DRAWN[kind] === undefined || target === undefined || !docx.has(target)) continue;
      const known = uses.get(target) ?? { kind, uses: [] };
      uses.set(target, known);
      known.uses.push({ part, id });
    }
  const counts = new Map<string, number>();
  const parts: DrawingPart[] = [];
  for (const [name, use] of [...uses].sort(([a], [b]) => byNumber.compare(a, b))) {
    // The data of a diagram and its drawing are counted each for themselves, and so go together.
    const group = use.kind === 'chartEx' ? 'chart' : use.kind;
    const count = (counts.get(group) ?? 0) + 1;
    counts.set(group, count);
    const label = `${DRAWN[use.kind]} ${count}`;
    parts.push({ name, label, uses: use.uses });
    for (const { kind, part } of docx.relationshipsOf(name))
      if (kind === 'chartUserShapes' && part !== undefined && docx.has(part))
        parts.push({ name: part, label, uses: use.uses });
  }
  return parts;
};

const KINDS: Readonly<Record<string, string>> = {
  comments: 'comments',
  styles: 'styles',
  numbering: 'numbering',
  settings: 'settings',
  fontTable: 'fonts',
  theme: 'theme',
  glossaryDocument: 'building blocks',
  'core-properties': 'document properties',
  'extended-properties': 'document properties',
  'custom-properties': 'document properties',
};

/** What each part is called in words; one that has no name of its own goes by its file. */
export const partLabels = (docx: DocxPackage): ((part: string) => string) => {
  const labels = new Map<string, string>();
  for (const { name, kind } of docx.parts) if (KINDS[kind] !== undefined) labels.set(name, KINDS[kind]);
  for (const { name, label } of [...storyParts(docx), ...drawingParts(docx)]) labels.set(name, label);
  return (part) => {
    const known = labels.get(part);
    if (known !== undefined) return known;
    const owner = /^(.*\/)?_rels\/([^/]+)\.rels$/.exec(part);
    if (owner !== null && owner[2] !== '') return labels.get(`${owner[1] ?? ''}${owner[2]}`) ?? part;
    if (/^customXml\//i.test(part)) return 'custom XML';
    return /(^|\/)glossary\//i.test(part) ? 'building blocks' : part;
  };
};
