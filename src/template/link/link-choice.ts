/** What a value chooses from the list of a control: by the item's value, or by the text that it shows. */
import { dataError } from '../../errors.ts';
import { escapeAttribute } from '../../ooxml/xml.ts';
import { inShort } from '../content/in-short.ts';
import { runText } from '../content/run-text.ts';
import { textOf } from '../expression/values/text.ts';
import type { ChoiceItem, Op } from '../program.ts';
import type { Step } from '../runtime/state.ts';
import { type LinkContext, linkTree } from './link-context.ts';

type ChoiceOp = Extract<Op, { op: 'choice' }>;

/** Items that a complaint lists. */
const SHOWN = 12;

export const linkChoice = (op: ChoiceOp, context: LinkContext): Step => {
  const evaluate = linkTree(op.e, 'value', context, op.tag);
  const { items, write, tag, isOpen = false } = op;
  const find = (text: string): number => {
    const byValue = items.findIndex(({ value }) => value === text);
    return byValue >= 0 ? byValue : items.findIndex((item) => item.text === text);
  };
  return (state) => {
    state.tag = tag;
    const value = evaluate(state);
    const text = value === undefined || value === null ? '' : textOf(value, state);
    const at = text === '' ? -1 : find(text);
    if (at < 0 && text !== '' && !isOpen) throw notListed(text, items);
    if (write === 'number') state.write(String(Math.max(0, at)));
    else if (write === 'value') state.write(escapeAttribute(items[at]?.value ?? text));
    else state.write(runText(items[at]?.text ?? text));
  };
};

const notListed = (text: string, items: readonly ChoiceItem[]): Error => {
  const shown = items.slice(0, SHOWN).map(({ value }) => inShort(value));
  return dataError(
    `${inShort(text)} is not in the list of the control.`,
    `It has ${shown.join(', ')}${items.length > SHOWN ? ', …' : ''}.`,
  );
};
