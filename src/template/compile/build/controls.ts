/**
 * Content controls and form fields that have a state besides the text they show (ECMA-376 §17.5.2, §17.16.17): lists, from
 * which the value chooses, and dates, which are shown as the control says. The text and the state say the same.
 */
import { childOf, descendantsOf, elementsOf, type XmlElement } from '../../../ooxml/xml.ts';
import { isSelfClosed } from '../../../ooxml/xml-markup.ts';
import type { Expression } from '../../expression/tree.ts';
import { spanAt } from '../../lex/source-order.ts';
import type { Tag } from '../../parse/tag.ts';
import type { ChoiceItem, Op, RunRef } from '../../program.ts';
import { addEdit } from '../context.ts';
import type { ControlInput } from './check-boxes.ts';
import { compileFlat } from './flat-text.ts';

const LISTS: ReadonlySet<string> = new Set(['w:dropDownList', 'w:comboBox']);

interface StateControl {
  /** `w:dropDownList`, `w:comboBox`, `w:date`. */
  readonly state: XmlElement;
}

/** The control around an element, where the innermost one has such a state. */
const controlAround = (element: XmlElement): StateControl | undefined => {
  let at: XmlElement | undefined = element;
  while (at !== undefined && at.name !== 'w:sdt') at = at.parent;
  const properties = childOf(at, 'w:sdtPr');
  const state =
    properties === undefined
      ? undefined
      : elementsOf(properties).find(({ name }) => LISTS.has(name) || name === 'w:date');
  return state === undefined ? undefined : { state };
};

const itemsOf = (list: XmlElement): ChoiceItem[] =>
  elementsOf(list, 'w:listItem').flatMap((item) => {
    const text = item.attribute('w:displayText') ?? item.attribute('w:value') ?? '';
    const value = item.attribute('w:value') ?? text;
    // The first item of Word's lists invites to choose one, and has no value.
    return value === '' ? [] : [{ value, text }];
  });

const literal = (value: string): Expression => ({ type: 'literal', value });

/** As the control shows dates: its letters are those of .NET, the formatter's those of Unicode. */
const shownDate = (tree: Expression, date: XmlElement): Expression => {
  if (tree.type === 'pipe') return tree;
  const written = childOf(date, 'w:dateFormat')?.attribute('w:val') ?? 'yyyy-MM-dd';
  const pattern = written
    .replace(/dddd/g, 'EEEE')
    .replace(/ddd/g, 'EEE')
    .replace(/tt?/g, 'a')
    .replace(/(?<![yY])yyy(?!y)/g, 'yyyy');
  const language = childOf(date, 'w:lid')?.attribute('w:val');
  return {
    type: 'pipe',
    input: tree,
    name: 'date',
    args: [literal(pattern), ...(language === undefined ? [] : [literal(language)])],
  };
};

/** What a value in such a control shows; undefined where it stands in none. */
export const shownInControl = (
  run: XmlElement,
  tree: Expression,
  tag: number,
  ref: () => RunRef,
): Op | undefined => {
  const state = controlAround(run)?.state;
  if (state === undefined) return undefined;
  if (state.name === 'w:date') return { op: 'value', e: shownDate(tree, state), tag, run: ref() };
  const isOpen = state.name === 'w:comboBox';
  return { op: 'choice', e: tree, tag, items: itemsOf(state), write: 'text', ...(isOpen && { isOpen }) };
};

/** What a control keeps in the XML part that it is bound to. */
export const boundOp = (control: XmlElement, tree: Expression, tag: number): Op => {
  const properties = childOf(control, 'w:sdtPr');
  if (childOf(properties, 'w14:checkbox') !== undefined)
    return { op: 'if', branches: [{ e: tree, truth: 'js', tag, body: ['true'] }], otherwise: ['false'] };
  const state = controlAround(control)?.state;
  if (state === undefined) return { op: 'value', e: tree, tag, as: 'flat' };
  if (state.name === 'w:date') return { op: 'value', e: isoDate(tree), tag, as: 'flat' };
  const isOpen = state.name === 'w:comboBox';
  return { op: 'choice', e: tree, tag, items: itemsOf(state), write: 'value', ...(isOpen && { isOpen }) };
};

const isoDate = (tree: Expression): Expression => {
  const input = tree.type === 'pipe' && tree.name === 'date' ? tree.input : tree;
  return { type: 'pipe', input, name: 'date', args: [literal("yyyy-MM-dd'T'HH:mm:ss'Z'")] };
};

/** Edits of the states of controls with tags, and of form fields whose status line is one; the tags of the latter. */
export const findControls = (input: ControlInput): readonly Tag[] => {
  const told = new Set<XmlElement>();
  for (const { command, tree, token, where } of input.tags) {
    const run = command.type !== 'value' || token === undefined ? undefined : spanAt(token.start)?.run;
    const state = run === undefined ? undefined : controlAround(run)?.state;
    if (state === undefined || tree === undefined || told.has(state)) continue;
    told.add(state);
    writeState(input, state, tree, input.template.tagRef(where));
  }
  const found: Tag[] = [];
  for (const data of descendantsOf(input.root)) {
    if (data.name !== 'w:ffData') continue;
    const tag = formField(input, data);
    if (tag !== undefined) found.push(tag);
  }
  return found;
};

const writeState = (
  { source, edits }: ControlInput,
  state: XmlElement,
  tree: Expression,
  tag: number,
): void => {
  const [name, old] =
    state.name === 'w:date'
      ? ['w:fullDate', /\s[\w.-]+:fullDate="[^"]*"/]
      : ['w:lastValue', /\s[\w.-]+:lastValue="[^"]*"/];
  const open = source
    .slice(state.start, state.openEnd)
    .replace(old, '')
    .replace(/\s*\/?>$/, '');
  const input = tree.type === 'pipe' && tree.name === 'date' ? tree.input : tree;
  const value: Op =
    state.name === 'w:date'
      ? { op: 'value', e: isoDate(tree), tag, as: 'attribute' }
      : {
          op: 'choice',
          e: tree,
          tag,
          items: itemsOf(state),
          write: 'value',
          ...(state.name === 'w:comboBox' && { isOpen: true }),
        };
  const attribute: Op = {
    op: 'if',
    branches: [{ e: input, truth: 'js', tag, body: [` ${name}="`, value, '"'] }],
  };
  const rest = isSelfClosed(state) ? `></${state.rawName}>` : `>${source.slice(state.openEnd, state.end)}`;
  addEdit(edits, state, { whole: [open, attribute, rest] });
};

const formField = (input: ControlInput, data: XmlElement): Tag | undefined => {
  const { source, edits, template, reader } = input;
  const status = childOf(data, 'w:statusText');
  const state = childOf(data, 'w:checkBox') ?? childOf(data, 'w:ddList');
  const text = status?.attribute('w:val');
  if (status === undefined || state === undefined || text === undefined) return undefined;
  const flat = compileFlat({ text, as: 'flat', where: input.where(data), reader, template });
  const tag = flat?.only;
  if (tag?.command.type !== 'value' || tag.tree === undefined) return undefined;
  const ref = template.tagRef(tag.where);
  const isBox = state.name === 'w:checkBox';
  const items = elementsOf(state, 'w:listEntry').map((entry) => {
    const value = entry.attribute('w:val') ?? '';
    return { value, text: value };
  });
  const op: Op = isBox
    ? { op: 'check', e: tag.tree, tag: ref, slot: template.slot() }
    : { op: 'choice', e: tag.tree, tag: ref, items, write: 'number' };
  const name = isBox ? 'w:checked' : 'w:result';
  const others = elementsOf(state).filter((child) => child.name !== name);
  const markup = (elements: readonly XmlElement[]): string =>
    elements.map(({ start, end }) => source.slice(start, end)).join('');
  const own: Op[] = [`<${name} w:val="`, op, '"/>'];
  // The schema has the box's state last and the list's first.
  const inner: Op[] = isBox ? [markup(others), ...own] : [...own, markup(others)];
  addEdit(edits, state, { whole: [`<${state.rawName}>`, ...inner, `</${state.rawName}>`] });
  addEdit(edits, status, { whole: [] });
  return tag;
};
