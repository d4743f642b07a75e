/** A value as text: escaped, with Word's own line breaks and tabs, and reopening its run around anything richer. */
import { escapeAttribute, escapeText } from '../../ooxml/xml.ts';
import type { Op, RunInfo } from '../compile/program.ts';
import { textOf } from '../expression/text.ts';
import type { Value } from '../expression/values.ts';
import { type LinkContext, linkTree } from './link.ts';
import { isRich, writeRich } from './link-content.ts';
import type { RenderState, Step } from './state.ts';

type ValueOp = Extract<Op, { op: 'value' }>;

/** Anything that cannot be copied as it is: markup, control characters, line ends, halves of surrogate pairs. */
const SPECIAL = /[&<>\x00-\x1f\ud800-\udfff\ufffe\uffff\u0085\u2028]/;
const BREAKS = /\r\n|[\n\r\v\f\u0085\u2028\t]/g;

const LINE_BREAK = '</w:t><w:br/><w:t xml:space="preserve">';
const TAB = '</w:t><w:tab/><w:t xml:space="preserve">';

/** For the inside of `w:t`. */
export const runText = (text: string): string => {
  if (!SPECIAL.test(text)) return text;
  let out = '';
  let at = 0;
  for (const match of text.matchAll(BREAKS)) {
    out += escapeText(text.slice(at, match.index)) + (match[0] === '\t' ? TAB : LINE_BREAK);
    at = match.index + match[0].length;
  }
  return out + escapeText(text.slice(at));
};

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
    if (typeof value === 'string') state.write(SPECIAL.test(value) ? runText(value) : value);
    else writeOther(state, value, raw, run);
  };
};

const writeOther = (state: RenderState, value: Value, raw: string, run: RunInfo | undefined): void => {
  if (value === undefined) {
    if (state.keepsMissing) state.write(runText(raw));
    // An empty value still is a value: its paragraph stays.
    else state.write('');
  } else if (typeof value === 'object' && value !== null && run !== undefined && isRich(value)) {
    writeRich(state, value, run);
  } else state.write(runText(textOf(value, state)));
};
