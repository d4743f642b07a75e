/** Includes: what was joined is written by other operations; what was not is told to whoever asked for the render. */
import { createHash } from 'node:crypto';
import { dataError } from '../../errors.ts';
import { inShort } from '../content/in-short.ts';
import {
  describeKind,
  isObject,
  ownProperty,
  type Value,
  type ValueObject,
} from '../expression/values/values.ts';
import type { IfBranch, Op } from '../program.ts';
import type { RenderState, Step } from '../runtime/state.ts';
import { type LinkContext, linkTree } from './link-context.ts';

type IncludeOp = Extract<Op, { op: 'include' }>;

export const linkInclude = (op: IncludeOp, context: LinkContext): Step => {
  const { of, key, version, tag, joined = [] } = op;
  if (op.e === undefined) {
    return (state) => {
      state.tag = tag;
      need(state, { key: key ?? '', ...(version !== undefined && { version }) });
    };
  }
  const evaluate = linkTree(op.e, 'value', context, tag);
  return (state) => {
    state.tag = tag;
    const value = evaluate(state);
    const id = idOf(of, value, state);
    if (id === undefined || joined.includes(id)) return;
    if (of === 'docx') {
      refuse(state, id);
      state.includes.documents.set(id, value as string);
    } else need(state, { key: id, ...(version !== undefined && { version }) });
  };
};

const need = (state: RenderState, wanted: { readonly key: string; readonly version?: number }): void => {
  refuse(state, wanted.key);
  state.includes.templates.set(`${wanted.key}\n${wanted.version ?? ''}`, wanted);
};

const refuse = (state: RenderState, id: string): void => {
  const refused = state.refusedIncludes?.get(id);
  if (refused !== undefined) throw dataError(refused.message, refused.hint);
};

/** What the request brings counts more, text by text of each language. */
export const withTexts = (own: ValueObject, sent: ValueObject | undefined): ValueObject => {
  if (sent === undefined) return own;
  const all: Record<string, Value> = Object.assign(Object.create(null), own);
  for (const key of Object.keys(sent)) {
    const [before, now] = [ownProperty(own, key), ownProperty(sent, key)];
    all[key] = isObject(before) && isObject(now) ? { ...before, ...now } : now;
  }
  return all;
};

/** Whether the value names what was joined. */
export const namesIncluded = (is: NonNullable<IfBranch['is']>, value: Value, state: RenderState): boolean =>
  idOf(is.of, value, state) === is.id;

/** Undefined where there is nothing to include. */
const idOf = (of: IncludeOp['of'], value: Value, state: RenderState): string | undefined => {
  if (value === undefined || value === null || value === false || value === '') return undefined;
  if (typeof value !== 'string') {
    const what = of === 'docx' ? 'A document is included from base64' : 'A template is included by its key';
    throw dataError(`${what}, and the value is ${describeKind(value)}.`);
  }
  if (of === 'docx') return sumOf(value, state);
  const id = value.trim().normalize('NFC');
  if (id.length > MOST_KEY) throw dataError(`${inShort(id)} is longer than any template's key.`);
  return id === '' ? undefined : id;
};

const MOST_KEY = 1000;

/** Asked again for each document that it could be. */
const sumOf = (base64: string, state: RenderState): string => {
  const known = state.memo.get('document sums') as Map<string, string> | undefined;
  const sums = known ?? new Map<string, string>();
  if (known === undefined) state.memo.set('document sums', sums);
  let sum = sums.get(base64);
  if (sum === undefined) {
    state.budget.memory(base64.length);
    sum = createHash('sha256').update(base64).digest('hex');
    sums.set(base64, sum);
  }
  return sum;
};
