/** buildBlock :: Block + its bodies → one operation */
import type { Block } from '../../parse/tag.ts';
import type { IfBranch, LoopOp, Op } from '../../program.ts';
import type { LoopContext, PartBuild, TemplateBuild } from '../context.ts';
import { type Built, bodySequence, flowOf, SETTLE, silentOf, visibilityOfAll } from './built.ts';
import { flatten } from './flatten.ts';
import { MAYBE, NOTHING } from './visibility.ts';

const LOOPS: ReadonlySet<string> = new Set(['for', 'each', 'section']);

export const buildBlock = (
  part: PartBuild,
  block: Block,
  around: LoopContext,
  body: (branch: number, around: LoopContext) => Built[],
): Built => {
  const restarts = part.restarts.get(block);
  const repeats = LOOPS.has(block.head.kind);
  const inner: LoopContext = repeats
    ? {
        repeating: true,
        lists: restarts === undefined ? around.lists : new Map([...around.lists, ...restarts]),
        bookmarks: new Map(),
      }
    : // What stands inside sees another scope, and so do the notes that it refers to.
      { ...around, repeating: around.repeating || block.head.kind === 'with' };
  const branches = [body(0, inner), ...block.elses.map((_, index) => body(index + 1, around))];
  const visibility = visibilityOfAll(branches.flat());
  const bodies = branches.map((items, index) =>
    writeBranch(index === 0 && repeats ? withBreakBetween(items) : items, index === 0 && repeats),
  );
  const op = makeBlockOp(
    part.template,
    block,
    visibility === NOTHING
      ? branches.map((items) => flatten(silentOf(items)))
      : bodies.map(({ ops }, index) =>
          index === 0 ? [...(part.sums.amounts.get(block) ?? []), ...ops] : ops,
        ),
    restarts === undefined ? [] : [...restarts.values()],
  );
  if (visibility === NOTHING) return { visibility, ops: [op], silent: [op] };
  const hasElse = block.elses.some(({ tree }) => tree === undefined);
  return {
    visibility: MAYBE,
    ops: [op],
    silent: [],
    enters: bodies.every(({ enters }) => enters),
    passes: !hasElse || bodies.some(({ passes }) => passes),
    leaves: bodies.some(({ leaves }) => leaves),
  };
};

type Branch = ReturnType<typeof flowOf> & { readonly ops: Op[] };

/** The last line of a turn and the first of the next are one paragraph, unless the first cannot go on in another. */
const writeBranch = (items: readonly Built[], repeats: boolean): Branch => {
  const flow = flowOf(items);
  const ops = bodySequence(items);
  if (repeats && flow.leaves && !flow.enters) ops.push({ op: 'between', body: [SETTLE] });
  return { ...flow, ops: flatten(ops) };
};

/** A page or section break that ends the body stands between the turns, not after the last one. */
const withBreakBetween = (items: readonly Built[]): readonly Built[] => {
  const last = items.findLastIndex((item) => item.visibility !== NOTHING);
  const item = items[last];
  if (item === undefined) return items;
  if (item.isBreak === true) {
    // What goes with the last turn also does not stand between what comes before and after it.
    const body = flatten([
      ...item.ops,
      ...(item.block === undefined ? [] : [{ op: 'tail', tail: item.block } as const]),
    ]);
    const { block: _, isBreak: __, between: ___, ...kept } = item;
    return items.with(last, { ...kept, ops: [{ op: 'between', body }], passes: true });
  }
  return item.between === undefined ? items : items.with(last, { ...item, ops: item.between });
};

export const makeBlockOp = (
  template: TemplateBuild,
  block: Block,
  bodies: readonly Op[][],
  restarts: readonly number[],
): Op => {
  const [first = [], ...rest] = bodies;
  const otherwise = elseOps(template, block, rest);
  const tag = template.tagRef(block.open.where);
  const { head, tree: e } = block;
  switch (head.kind) {
    case 'for':
    case 'each':
    case 'section':
    case 'with': {
      const loop: LoopOp = {
        op: 'loop',
        kind: head.kind,
        e,
        tag,
        body: first,
        ...('variable' in head && head.variable !== undefined && { variable: head.variable }),
        ...('index' in head && head.index !== undefined && { index: head.index }),
        ...(otherwise.length > 0 && { otherwise }),
        ...(restarts.length > 0 && { restarts }),
      };
      return loop;
    }
    case 'together':
      return { op: 'together', body: first };
    default: {
      const truth = head.kind === 'if' && head.strict ? 'js' : 'loose';
      const branch: IfBranch = {
        e,
        truth,
        tag,
        body: first,
        ...(block.negated && { negated: true }),
        ...(head.kind === 'if' && head.is !== undefined && { is: head.is }),
      };
      const [next] = otherwise;
      // A chain of ELSE-IF is one operation with several branches.
      if (otherwise.length === 1 && typeof next === 'object' && next.op === 'if') {
        return {
          op: 'if',
          branches: [branch, ...next.branches],
          ...(next.otherwise !== undefined && { otherwise: next.otherwise }),
        };
      }
      return { op: 'if', branches: [branch], ...(otherwise.length > 0 && { otherwise }) };
    }
  }
};

/** What stands for the block where its head is false or empty. */
const elseOps = (template: TemplateBuild, block: Block, bodies: readonly Op[][]): Op[] => {
  const truth = block.head.kind === 'if' && block.head.strict ? 'js' : 'loose';
  const branches: IfBranch[] = [];
  let otherwise: readonly Op[] = [];
  block.elses.forEach(({ tag, tree }, index) => {
    const body = bodies[index] ?? [];
    if (tree === undefined) otherwise = body;
    else branches.push({ e: tree, truth, tag: template.tagRef(tag.where), body });
  });
  if (branches.length === 0) return [...otherwise];
  return [{ op: 'if', branches, ...(otherwise.length > 0 && { otherwise }) }];
};
