/**
 * referencesOf :: part → its fields that repeat what a bookmark in it says: `REF _Ref12 \h`
 *
 * ECMA-376 §17.16.5.51. Word repeats it when its fields are updated, which nobody does before printing or making a PDF; a
 * caption's number, a chapter's title or a tag in them may have become something else by then.
 */
import { descendantsOf, textContent, type XmlElement } from '../../ooxml/xml.ts';
import { type Field, fieldsOf } from '../word/field-marks.ts';
import type { Change } from './changes.ts';
import { resultChanges } from './field-result.ts';
import type { ListPlaces } from './labels.ts';

interface Reference {
  readonly field: Field;
  /** Its number instead of its text (`\n`, `\r`, `\w`). */
  readonly isNumber: boolean;
  readonly target: Target;
}

interface Target {
  readonly paragraph: XmlElement;
  readonly from: number;
  readonly to: number;
}

/** Those that can be told here: a bookmark within one paragraph, shown as it is. */
export const referencesOf = (root: XmlElement): Reference[] => {
  const asked = fieldsOf(root).flatMap((field) => {
    const found = field.isNested ? undefined : readReference(field.instruction);
    return found === undefined ? [] : [{ field, ...found }];
  });
  if (asked.length === 0) return [];
  const targets = targetsIn(root, new Set(asked.map(({ bookmark }) => bookmark)));
  return asked.flatMap(({ field, bookmark, isNumber }) => {
    const target = targets.get(bookmark);
    const isOfItself =
      target !== undefined && field.begin.start > target.from && field.begin.start < target.to;
    return target === undefined || isOfItself ? [] : [{ field, isNumber, target }];
  });
};

/** What they show now. Those whose number nobody can tell stay as they are. */
export const referenceChanges = (
  root: XmlElement,
  labels: ReadonlyMap<XmlElement, string>,
  places: ListPlaces,
): Change[] =>
  referencesOf(root).flatMap(({ field, isNumber, target }) => {
    const value = isNumber ? numberOf(target, labels, places) : textOf(target);
    return (value === undefined ? undefined : resultChanges(field, value)) ?? [];
  });

const READ = /^\s*REF\s+"?([^\s"\\]+)"?(.*)$/is;
const FORMATS: ReadonlySet<string> = new Set(['mergeformat', 'charformat']);

const readReference = (
  instruction: string,
): { readonly bookmark: string; readonly isNumber: boolean } | undefined => {
  const [, bookmark, rest = ''] = READ.exec(instruction) ?? [];
  if (bookmark === undefined) return undefined;
  let isNumber = false;
  const words = rest.trim() === '' ? [] : rest.trim().split(/\s+/);
  for (let at = 0; at < words.length; at++) {
    const word = (words[at] ?? '').toLowerCase();
    if (word === '\\n' || word === '\\r' || word === '\\w') isNumber = true;
    else if (word === '\\*') {
      if (!FORMATS.has((words[++at] ?? '').toLowerCase())) return undefined;
    } else if (word !== '\\h') return undefined;
  }
  return { bookmark, isNumber };
};

const targetsIn = (root: XmlElement, names: ReadonlySet<string>): Map<string, Target> => {
  const found = new Map<string, Target>();
  const open = new Map<string, XmlElement>();
  for (const element of descendantsOf(root)) {
    const id = element.attribute('w:id') ?? '';
    if (element.name === 'w:bookmarkStart') {
      if (names.has(element.attribute('w:name') ?? '')) open.set(id, element);
    } else if (element.name === 'w:bookmarkEnd') {
      const start = open.get(id);
      const paragraph = start && paragraphOf(start);
      const name = start?.attribute('w:name') ?? '';
      if (start === undefined || paragraph === undefined || found.has(name)) continue;
      if (paragraphOf(element) === paragraph)
        found.set(name, { paragraph, from: start.end, to: element.start });
      open.delete(id);
    }
  }
  return found;
};

const paragraphOf = (element: XmlElement): XmlElement | undefined => {
  let at: XmlElement | undefined = element;
  while (at !== undefined && at.name !== 'w:p') at = at.parent;
  return at;
};

const GONE: ReadonlySet<string> = new Set(['w:del', 'w:moveFrom', 'mc:Fallback', 'w:txbxContent']);

const textOf = ({ paragraph, from, to }: Target): string => {
  let text = '';
  const visit = (parent: XmlElement): void => {
    for (const child of parent.children) {
      if (child.kind !== 'element' || child.end <= from || child.start >= to || GONE.has(child.name))
        continue;
      if (child.name === 'w:t' || child.name === 'm:t') text += textContent(child);
      else if (child.name === 'w:tab') text += '\t';
      else if (child.name === 'w:noBreakHyphen') text += '\u2011';
      else visit(child);
    }
  };
  visit(paragraph);
  return text;
};

/** As its list writes it; what a reference would have to put before it, where that lacks the levels above, is Word's to tell. */
const numberOf = (
  { paragraph }: Target,
  labels: ReadonlyMap<XmlElement, string>,
  places: ListPlaces,
): string | undefined => {
  const label = labels.get(paragraph);
  const level = places.of(paragraph)?.level;
  if (label === undefined || level === undefined || !places.isTold(paragraph)) return undefined;
  const isWhole = level.level === 0 || level.text.includes('%1');
  return isWhole ? label.trim().replace(/\.+$/, '') : undefined;
};
