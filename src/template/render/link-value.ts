/** A value as text: escaped, with Word's own line breaks and tabs, and reopening its run around anything richer. */
import { escapeAttribute, escapeText } from '../../ooxml/xml.ts';
import type { Op, RunInfo } from '../compile/program.ts';
import { textOf, textOfNumber } from '../expression/text.ts';
import type { Value } from '../expression/values.ts';
import { isRich, writeRich } from './link-content.ts';
import { type LinkContext, linkTree } from './link-context.ts';
import { runText } from './run-text.ts';
import { NO_BYTES, type RenderState, type Step } from './state.ts';

type ValueOp = Extract<Op, { op: 'value' }>;

/** With the markup that stands before it: one step instead of two for each value (9 % less time on 2,000 rows). */
export const linkValue = (op: ValueOp, context: LinkContext, before: Uint8Array = NO_BYTES): Step => {
  const evaluate = linkTree(op.e, 'value', context, op.tag);
  const { tag } = op;
  const raw = context.program.tags[tag]?.tag ?? '';
  if (op.as !== undefined) {
    const escaped =
      op.as === 'attribute' ? escapeAttribute : op.as === 'flat' ? escapeText : (text: string) => text;
    return (state) => {
      state.tag = tag;
      const value = evaluate(state);
      state.writeBytes(before);
      state.write(escaped(value === undefined && state.keepsMissing ? raw : textOf(value, state)));
    };
  }
  const run = op.run === undefined ? undefined : context.part.runs[op.run];
  return (state) => {
    state.tag = tag;
    const value = evaluate(state);
    if (typeof value === 'string') state.writeValue(before, value);
    else if (typeof value === 'number') state.writeValue(before, textOfNumber(value));
    else {
      // An empty value still is a value: its paragraph stays.
      state.writeBytes(before);
      writeOther(state, value, raw, run);
    }
  };
};

const writeOther = (state: RenderState, value: Value, raw: string, run: RunInfo | undefined): void => {
  if (value === undefined) {
    if (state.keepsMissing) state.write(runText(raw));
  } else if (typeof value === 'object' && value !== null && run !== undefined && isRich(value)) {
    writeRich(state, value, run);
  } else state.write(runText(textOf(value, state)));
};
