/** link :: Expression → closures, once per worker and template. */

import type { Expression, PathExpression } from '../tree.ts';
import { readKey } from '../values/access.ts';
import { dateFromParts, toDate } from '../values/dates.ts';
import { toNumber } from '../values/operators.ts';
import type { Evaluate } from '../values/scope.ts';
import type { Value } from '../values/values.ts';
import { walk } from '../walk.ts';
import { linkAmbiguous } from './link-ambiguous.ts';
import { linkArray, linkArrow, linkBuiltin, linkCallOf, linkMethodCall, linkObject } from './link-calls.ts';
import { linkBinary, linkConditional, linkLogical, linkTemplate, linkUnary } from './link-operators.ts';
import { linkPath } from './link-path.ts';
import { linkPipe } from './link-pipe.ts';
import { Frame, frameAt, type Linked, Linker, type Position } from './linker.ts';
import { reportingWhole } from './reporting.ts';

export type { Position } from './linker.ts';

type Of<Type extends Expression['type']> = Extract<Expression, { type: Type }>;

/**
 * `value` (value positions, loop operands): what turns out missing is reported to `run.missing`.
 * `condition`: it is not.
 */
export const linkExpression = (tree: Expression, position: Position = 'value'): Evaluate => {
  const evaluate = new Linker(linkNode, position).link(tree);
  return position === 'value' ? reportingWhole(tree, evaluate) : evaluate;
};

const linkNode = (node: Expression, linker: Linker): Linked => {
  switch (node.type) {
    case 'literal': {
      const { value } = node;
      return () => value;
    }
    case 'missing':
      return () => undefined;
    case 'path':
      return linkPath(node, linker);
    case 'ambiguous':
      return linkAmbiguous(node, linker);
    case 'access':
      return linkAccess(node, linker);
    case 'template':
      return linkTemplate(node, linker);
    case 'method':
      return linkMethodCall(node, linker);
    case 'call':
      return linkCallOf(node, linker);
    case 'builtin':
      return linkBuiltin(node, linker);
    case 'date':
      return linkDate(node, linker);
    case 'unary':
      return linkUnary(node, linker);
    case 'binary':
      return linkBinary(node, linker);
    case 'logical':
      return linkLogical(node, linker);
    case 'conditional':
      return linkConditional(node, linker);
    case 'array':
      return linkArray(node, linker);
    case 'object':
      return linkObject(node, linker);
    case 'arrow':
      return linkArrow(node, linker);
    case 'pipe':
      return linkPipe(node, linker);
    case 'sequence':
      return linkSequence(node, linker);
    case 'declare':
      return linkDeclaration(node, linker);
    case 'assign':
      return linkAssignment(node, linker);
  }
};

const linkAccess = ({ object, key, optional }: Of<'access'>, linker: Linker): Linked => {
  const target = optional ? linker.linkQuietly(object) : linker.link(object);
  const index = linker.link(key);
  return (scope, run, frame) => readKey(target(scope, run, frame), index(scope, run, frame));
};

/** `new Date()` is the time of the request, so that a document is of one moment. */
const linkDate = ({ args }: Of<'date'>, linker: Linker): Linked => {
  const [first, ...rest] = args.map((arg) => linker.link(arg));
  if (first === undefined) return (_scope, run) => new Date(run.now);
  if (rest.length > 0) {
    return (scope, run, frame) => {
      const parts = [first, ...rest].map((part) => toNumber(part(scope, run, frame)));
      return dateFromParts(parts, run.timezone);
    };
  }
  return (scope, run, frame) => {
    const value = first(scope, run, frame);
    // As in JavaScript a number is in milliseconds here, without the formatters' guess at seconds.
    return typeof value === 'number' ? validDate(value) : toDate(value, run);
  };
};

const validDate = (milliseconds: number): Value => {
  const date = new Date(milliseconds);
  return Number.isNaN(date.getTime()) ? undefined : date;
};

const linkSequence = ({ statements }: Of<'sequence'>, linker: Linker): Linked => {
  const inner = linker.inside([], linker.position);
  const last = statements.length - 1;
  // Only the last statement is shown; an assignment of something missing is reported where it is used.
  const steps = statements.map((statement, index) =>
    index === last ? inner.link(statement) : inner.linkQuietly(statement),
  );
  return (scope, run, frame) => {
    const locals = new Frame([], frame);
    let value: Value;
    for (const step of steps) value = step(scope, run, locals);
    return value;
  };
};

const linkDeclaration = ({ name, value }: Of<'declare'>, linker: Linker): Linked => {
  const evaluate = linker.link(value);
  const index = linker.declare(name);
  return (scope, run, frame) => {
    const found = evaluate(scope, run, frame);
    if (frame !== undefined) frame.values[index] = found;
    return found;
  };
};

const linkAssignment = ({ name, value, previous }: Of<'assign'>, linker: Linker): Linked => {
  const evaluate = linker.linkQuietly(value);
  const before = previous
    ? linkPath({ type: 'path', levels: 0, name, keys: [], optional: true }, linker)
    : undefined;
  const local = linker.resolve(name);
  const operands = pathsIn(value).map((path) => ({ path, read: linker.linkSilently(path) }));
  return (scope, run, frame) => {
    const old = before?.(scope, run, frame);
    const found = evaluate(scope, run, frame);
    if (local === undefined) {
      const lacks =
        found === undefined ? operands.find(({ read }) => read(scope, run, frame) === undefined) : undefined;
      scope.assign(name, found, lacks?.path);
    } else {
      const target = frameAt(frame, local.depth);
      if (target !== undefined) target.values[local.index] = found;
    }
    return previous ? old : found;
  };
};

/** What a variable is made of, for whoever says why it is missing. */
const MAX_OPERANDS = 20;

const pathsIn = (tree: Expression): readonly PathExpression[] => {
  if (tree.type === 'ambiguous') return [tree.path];
  const paths: PathExpression[] = [];
  walk(tree, (node, locals) => {
    if (node.type === 'path' && !locals.has(node.name) && paths.length < MAX_OPERANDS) paths.push(node);
  });
  return paths;
};
