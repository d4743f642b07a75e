/**
 * link :: Op[] → one closure
 *
 * Done once per worker and template. A render then walks closures over literal chunks; it reads no program and makes
 * no objects but the values themselves.
 */

import { NO_MARKUP } from '../../ooxml/deflate/known-markup.ts';
import type { ValueObject } from '../expression/values/values.ts';
import type { JoinOp, Op } from '../program.ts';
import type { RenderState, Step } from '../runtime/state.ts';
import { linkIf, linkLoop } from './link-blocks.ts';
import { linkAmount, linkPageSum } from './link-carry.ts';
import { linkChart, linkPoint } from './link-chart.ts';
import { linkChoice } from './link-choice.ts';
import { linkCheck, linkContent } from './link-content.ts';
import { type LinkContext, linkTree } from './link-context.ts';
import { linkId } from './link-id.ts';
import { linkInclude, withTexts } from './link-include.ts';
import { linkLook, linkTogether } from './link-look.ts';
import { withOrigin } from './link-origins.ts';
import { linkSheetRow } from './link-sheet.ts';
import { linkTable } from './link-table.ts';
import { isPlainValue, linkSlot, linkSlots, linkValue, type ValueSlot } from './link-value.ts';
import { simplify } from './simplify.ts';

export const linkOps = (ops: readonly Op[], context: LinkContext): Step => {
  const steps = linkSteps(simplify(ops), context);
  switch (steps.length) {
    case 0:
      return () => {};
    case 1:
      return steps[0] as Step;
    case 2: {
      const [first, second] = steps as [Step, Step];
      return (state) => {
        first(state);
        second(state);
      };
    }
    default:
      return (state) => {
        for (let at = 0; at < steps.length; at++) (steps[at] as Step)(state);
      };
  }
};

/** Markup goes with the value after it, and values that follow each other go together. */
const linkSteps = (ops: readonly Op[], context: LinkContext): Step[] => {
  const { guard, isMapped, isRepeated, markup } = context;
  if (guard !== undefined) return ops.map((op) => guard(linkOp(op, context)));
  if (isMapped === true) return ops.map((op) => withOrigin(op, linkOp(op, context)));
  const steps: Step[] = [];
  for (let at = 0; at < ops.length; ) {
    const slots: ValueSlot[] = [];
    for (;;) {
      const op = ops[at];
      const value = typeof op === 'string' ? ops[at + 1] : op;
      if (value === undefined || !isPlainValue(value)) break;
      slots.push(linkSlot(value, context, typeof op === 'string' ? markup.of(op, isRepeated) : NO_MARKUP));
      at += typeof op === 'string' ? 2 : 1;
    }
    if (slots.length > 0) steps.push(linkSlots(slots));
    else steps.push(linkOp(ops[at++] as Op, context));
  }
  return steps;
};

const linkOp = (op: Op, context: LinkContext): Step => {
  if (typeof op === 'string') {
    const markup = context.markup.of(op, context.isRepeated);
    return (state) => state.writeMarkup(markup);
  }
  switch (op.op) {
    case 'value':
      return linkValue(op, context);
    case 'run': {
      const evaluate = linkTree(op.e, 'condition', context, op.tag);
      return (state) => {
        state.tag = op.tag;
        evaluate(state);
      };
    }
    case 'if':
      return linkIf(op, context);
    case 'loop':
      return linkLoop(op, context);
    case 'content':
    case 'picture':
    case 'target':
      return linkContent(op, context);
    case 'include':
      return linkInclude(op, context);
    case 'translations': {
      const texts = op.texts as ValueObject;
      return (state) => {
        state.translations = withTexts(texts, state.translations);
      };
    }
    case 'lazy': {
      const open = linkOps(op.open, context);
      const body = linkOps(op.body, context);
      const close = linkOps(op.close, context);
      const { tail } = op;
      return (state) => {
        const depth = state.wait(open, tail);
        body(state);
        if (!state.settle(depth)) return;
        close(state);
        if (tail !== undefined) state.tail = tail;
      };
    }
    case 'check':
      return linkCheck(op, context);
    case 'sign': {
      const { slot, on, off } = op;
      return (state) => {
        const sign = state.slots[slot] === 1 ? on : off;
        state.write(state.origins?.sign(slot, sign) ?? sign);
      };
    }
    case 'look':
    case 'look-end':
    case 'merge-cells':
      return linkLook(op, context);
    case 'amount':
      return linkAmount(op, context);
    case 'page-sum':
      return linkPageSum(op, context);
    case 'together':
      return linkTogether(op, context);
    case 'chart':
      return linkChart(op, context);
    case 'point':
      return linkPoint(op, context);
    case 'sheet-row':
      return linkSheetRow(op, context);
    case 'choice':
      return linkChoice(op, context);
    case 'leave': {
      const { close } = op;
      return (state) => {
        state.left = close;
      };
    }
    case 'settle':
      return (state) => {
        if (state.left !== undefined) state.write(state.left);
        state.left = undefined;
      };
    case 'join':
      return linkJoin(op, context);
    case 'soft': {
      const body = linkOps(op.body, context);
      return (state) => {
        if (state.isWaiting) state.wait(body, undefined);
        else body(state);
      };
    }
    case 'tail': {
      const { tail } = op;
      return (state) => {
        state.tail = tail;
      };
    }
    case 'gap':
      return (state) => state.gap();
    case 'container': {
      const body = linkOps(op.body, context);
      const { filler } = op;
      return (state) => {
        const outer = state.tail;
        state.tail = 'none';
        body(state);
        if (!state.endsWithParagraph) state.write(filler);
        state.tail = outer;
      };
    }
    case 'between': {
      const body = linkOps(op.body, context);
      return (state) => {
        if (!state.isLastTurn) body(state);
      };
    }
    case 'once': {
      const body = linkOps(op.body, context);
      const { slot } = op;
      return (state) => {
        if (state.slots[slot] !== undefined) return;
        state.slots[slot] = 1;
        body(state);
      };
    }
    case 'tape':
      return linkTape(op, context);
    case 'id':
    case 'list':
    case 'note':
    case 'notes':
    case 'note-id':
    case 'sequence':
    case 'heading':
      return linkId(op, context);
    default:
      return linkTable(op, context);
  }
};

/** Either in the paragraph that was left open, whose properties count, or in one of its own. */
const linkJoin = (op: JoinOp, context: LinkContext): Step => {
  const open = op.open === undefined ? undefined : linkOps(op.open, context);
  const body = linkOps(op.body, context);
  const silent = linkOps(op.silent ?? [], context);
  const section = linkOps(op.section ?? [], context);
  const { close, leaves = false, lazy = false } = op;
  const end = (state: RenderState, markup: string): void => {
    if (leaves) state.left = markup;
    else state.write(markup);
    state.tail = 'paragraph';
  };
  return (state) => {
    const { left } = state;
    if (left !== undefined) {
      state.left = undefined;
      body(state);
      end(state, left);
      section(state);
    } else if (open === undefined) silent(state);
    else if (lazy) {
      const depth = state.wait(open, 'paragraph');
      body(state);
      if (state.settle(depth)) end(state, close);
    } else {
      open(state);
      body(state);
      end(state, close);
    }
  };
};

/** A box inside a box goes on the tape of the outer one, and remembers where its own values begin. */
const linkTape = (op: Extract<Op, { op: 'tape' }>, context: LinkContext): Step => {
  const { slot } = op;
  const mode = op.mode === 'record' && context.tape !== 'replay' ? 'record' : 'replay';
  // What is wrong in a fallback was wrong in its drawing.
  if (context.guard !== undefined && mode === 'replay') return () => {};
  const body = linkOps(op.body, { ...context, tape: mode });
  if (op.mode === 'record') {
    return (state) => {
      const outer = state.tape;
      const tape = outer ?? { values: [], at: 0 };
      state.tapes.set(slot, { values: tape.values, at: mode === 'record' ? tape.values.length : tape.at });
      state.tape = tape;
      body(state);
      state.tape = outer;
    };
  }
  return (state) => {
    const outer = state.tape;
    const recorded = state.tapes.get(slot);
    state.tape = { values: recorded?.values ?? [], at: recorded?.at ?? 0 };
    body(state);
    state.tape = outer;
  };
};
