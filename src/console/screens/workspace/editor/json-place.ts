/** placeAt :: syntax tree, position → where in the data it is, and whether a name or a value is being written there. */
import { syntaxTree } from '@codemirror/language';
import type { EditorState } from '@codemirror/state';
import type { SyntaxNode } from '@lezer/common';
import { EACH, type Step } from '../../../../data-check/paths.ts';

export interface TypingPlace {
  readonly role: 'name' | 'value';
  /** Of the object whose name is written, or of the value; EACH for items. */
  readonly steps: readonly Step[];
  /** Names that the object has already, without the one being written. */
  readonly present: ReadonlySet<string>;
  /** What is replaced: the name or value begun, with its quotes. */
  readonly from: number;
  readonly to: number;
  /** Something stands behind it that a comma has to separate. */
  readonly hasMore: boolean;
  /** A value follows already, so that only the name is wanted. */
  readonly hasValue: boolean;
}

/** Characters that are looked at on either side of a position. */
const NEAR = 200;

const nameOf = (state: EditorState, property: SyntaxNode): string | undefined => {
  const name = property.getChild('PropertyName');
  if (name === null) return undefined;
  try {
    return String(JSON.parse(state.sliceDoc(name.from, name.to)));
  } catch {
    return undefined;
  }
};

const isValue = ({ name }: SyntaxNode): boolean =>
  ['String', 'Number', 'True', 'False', 'Null', 'Object', 'Array'].includes(name);

/** From the inside out, through the objects and lists around a node. */
const stepsTo = (state: EditorState, container: SyntaxNode): Step[] | undefined => {
  const steps: Step[] = [];
  for (let at: SyntaxNode | null = container; at !== null; at = at.parent) {
    const { parent }: SyntaxNode = at;
    if (parent?.name === 'Property' && isValue(at)) {
      const name = nameOf(state, parent);
      if (name === undefined) return undefined;
      steps.push(name);
    } else if (parent?.name === 'Array' && isValue(at)) steps.push(EACH);
  }
  return steps.reverse();
};

export const placeAt = (state: EditorState, position: number): TypingPlace | undefined => {
  const node = syntaxTree(state).resolveInner(position, -1);
  const word = wordAround(state, position);
  const outer = containerOf(node, position);
  if (outer === undefined) return undefined;
  const { container, property } = outer;
  const steps = stepsTo(state, container);
  if (steps === undefined) return undefined;
  const isName = container.name === 'Object' && !isBehindColon(state, property, position);
  if (isName) {
    const present = new Set<string>();
    for (const one of container.getChildren('Property')) {
      const name =
        one.from <= position && position <= (one.getChild('PropertyName')?.to ?? -1)
          ? undefined
          : nameOf(state, one);
      if (name !== undefined) present.add(name);
    }
    return { role: 'name', steps, present, ...word, ...following(state, word.to) };
  }
  const own =
    container.name === 'Array' ? EACH : property === undefined ? undefined : nameOf(state, property);
  if (own === undefined) return undefined;
  return { role: 'value', steps: [...steps, own], present: new Set(), ...word, ...following(state, word.to) };
};

/** The object or list around, and the property of it that the position is in. */
const containerOf = (node: SyntaxNode, position: number) => {
  let property: SyntaxNode | undefined;
  for (let at: SyntaxNode | null = node; at !== null; at = at.parent) {
    if (at.name === 'Property' && property === undefined) property = at;
    const isInside =
      at.from < position && (at.to > position || at.lastChild?.name === '⚠' || at.to === position);
    const isClosed = at.to === position && ['}', ']'].includes(at.lastChild?.name ?? '');
    if ((at.name === 'Object' || at.name === 'Array') && isInside && !isClosed) {
      const own =
        property ?? (at.childBefore(position)?.name === 'Property' ? at.childBefore(position) : null);
      return { container: at, property: own ?? undefined };
    }
  }
  return undefined;
};

const isBehindColon = (state: EditorState, property: SyntaxNode | undefined, position: number): boolean => {
  if (property === undefined) return false;
  const name = property.getChild('PropertyName');
  if (name === null || position <= name.to) return false;
  const hasColon = /^\s*:/.test(state.sliceDoc(name.to, Math.min(position, name.to + NEAR)));
  // The last characters say it: what a broken list has before them may be megabytes.
  const between = state.sliceDoc(Math.max(name.to, position - NEAR), position);
  const value = property.lastChild;
  const isPast = value !== null && isValue(value) && position > value.to;
  return hasColon && !isPast && !/,\s*"?[^"]*$/.test(value === null || !isValue(value) ? between : '');
};

/** The word or quoted text that is being written at a position. */
const wordAround = (state: EditorState, position: number): { from: number; to: number } => {
  const line = state.doc.lineAt(position);
  const before = state.sliceDoc(Math.max(line.from, position - NEAR), position);
  const after = state.sliceDoc(position, Math.min(line.to, position + NEAR));
  const begun =
    /"(?:[^"\\]|\\.)*$/.exec(evenQuotes(before) ? '' : before)?.[0] ?? /[\w$.+-]*$/.exec(before)?.[0] ?? '';
  const isQuoted = begun.startsWith('"');
  const rest = (isQuoted ? /^[^"\s,:{}[\]]*"/ : /^[\w$.+-]*/).exec(after)?.[0] ?? '';
  return { from: position - begun.length, to: position + rest.length };
};

const evenQuotes = (text: string): boolean => (text.match(/(?<!\\)"/g)?.length ?? 0) % 2 === 0;

const following = (state: EditorState, to: number): { hasMore: boolean; hasValue: boolean } => {
  const text = state.sliceDoc(to, to + NEAR);
  return { hasValue: /^\s*:/.test(text), hasMore: /^\s*["[{\d]/.test(text) };
};
