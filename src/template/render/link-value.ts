/** A value as text: escaped, with Word's own line breaks and tabs, and reopening its run around anything richer. */
import { escapeAttribute, escapeText } from '../../ooxml/xml.ts';
import type { Op, RunInfo } from '../compile/program.ts';
import { textOf, textOfNumber } from '../expression/text.ts';
import type { Value } from '../expression/values.ts';
import { isRich, writeRich } from './link-content.ts';
import { type LinkContext, linkTree } from './link-context.ts';
import { runText } from './run-text.ts';
import type { RenderState, Step } from './state.ts';

/** Anything but printable ASCII without markup: most values hold nothing of it, and are copied as they are. */
const NOT_PLAIN = /[^ -%'-;=?-~]/;

type ValueOp = Extract<Op, { op: 'value' }>;

export const linkValue = (op: ValueOp, context: LinkContext): Step => {
  const evaluate = linkTree(op.e, 'value', context, op.tag);
  const { tag } = op;
  const raw = context.program.tags[tag]?.tag ?? '';
  if (op.as !== undefined) {
    const escaped =
      op.as === 'attribute' ? escapeAttribute : op.as === 'flat' ? escapeText : (text: string) => text;
    return (state) => {
      state.tag = tag;
      const value = evaluate(state);
      state.write(escaped(value === undefined && state.keepsMissing ? raw : textOf(value, state)));
    };
  }
  const run = op.run === undefined ? undefined : context.part.runs[op.run];
  return (state) => {
    state.tag = tag;
    const value = evaluate(state);
    if (typeof value === 'string') {
      if (NOT_PLAIN.test(value)) state.write(runText(value));
      else state.writeBytes(value);
    } else if (typeof value === 'number') state.writeBytes(textOfNumber(value));
    else writeOther(state, value, raw, run);
  };
};

const writeOther = (state: RenderState, value: Value, raw: string, run: RunInfo | undefined): void => {
  if (value === undefined) {
    if (state.keepsMissing) state.write(runText(raw));
    // An empty value still is a value: its paragraph stays.
    else state.writeBytes('');
  } else if (typeof value === 'object' && value !== null && run !== undefined && isRich(value)) {
    writeRich(state, value, run);
  } else state.write(runText(textOf(value, state)));
};
