/**
 * What is found out about a call on its way: filled in by whoever learns something, read once when the call has come to its end.
 *
 * chargedCall :: notes × document → the part of the log's row that its charge writes
 * factsText :: CallFacts → JSON, within bounds
 */
import { errorToData, type Problem } from '../../errors.ts';
import type { Stages } from '../../stages.ts';
import type { OutputFormat } from '../model.ts';
import type { GeneratedDocument } from '../renderer-ports.ts';
import { callId } from './call-id.ts';
import type { CallFacts, CallKind, ChargedCall } from './call-ports.ts';

export interface CallNotes {
  readonly kind: CallKind;
  /** As `performance.now()` counts. */
  readonly began: number;
  readonly jobId?: string;
  /** As it was asked for. */
  templateKey?: string;
  version?: number;
  format?: OutputFormat;
  /** The organization has a template of that key. */
  isTemplate?: boolean;
  /** It was made and paid for before. */
  isReplayed?: boolean;
  /** What was sent as data, where the organization has it kept. */
  body?: Uint8Array;
  /** Of the row that its charge has written, and when. */
  written?: { readonly id: string; readonly at: number };
}

/** Of a list so many entries are kept, of an entry so many characters, of all together so many. */
const MOST_ENTRIES = 50;
const MOST_CHARACTERS = 500;
const MOST_FACTS = 16_384;

export const durationOf = ({ began }: CallNotes): number => Math.round((performance.now() - began) * 10) / 10;

export const chargedCall = (
  notes: CallNotes,
  stages: Stages | undefined,
  finished: GeneratedDocument,
  { caller, at }: { readonly caller: string; readonly at: number },
): ChargedCall => ({
  id: callId(at),
  kind: notes.kind,
  caller,
  version: notes.version ?? null,
  milliseconds: durationOf(notes),
  facts: factsText(documentFacts(notes, stages, finished)),
});

export const documentFacts = (
  { jobId, isReplayed }: CallNotes,
  stages: Stages | undefined,
  { engine, pages, missing, warnings, document }: GeneratedDocument,
): CallFacts => ({
  ...(stages && { stages: stages.sums }),
  engine,
  ...(pages !== undefined && { pages }),
  bytes: document.size,
  ...(missing.length > 0 && { missing }),
  ...(warnings.length > 0 && { warnings }),
  ...(jobId !== undefined && { jobId }),
  ...(isReplayed && { replayed: true }),
});

export const failureFacts = (
  { jobId }: Pick<CallNotes, 'jobId'>,
  stages: Stages | undefined,
  error: unknown,
): CallFacts => {
  const { message, hint, details } = errorToData(error);
  return {
    ...(stages && stages.list.length > 0 && { stages: stages.sums }),
    ...(jobId !== undefined && { jobId }),
    error: message,
    ...(hint !== undefined && { hint }),
    ...(details !== undefined && details.length > 0 && { details }),
  };
};

/** Whoever sends ten thousand wrong values is told of all of them, and the log keeps the first. */
export const factsText = (facts: CallFacts): string => {
  const { missing, warnings, details, error } = facts;
  if (missing === undefined && warnings === undefined && error === undefined) return JSON.stringify(facts);
  const short = {
    ...facts,
    ...(error !== undefined && { error: cut(error, 4 * MOST_CHARACTERS) }),
    ...(missing && { missing: firstOf(missing) }),
    ...(warnings && { warnings: firstOf(warnings) }),
    ...(details && { details: details.slice(0, MOST_ENTRIES).map(shortened) }),
  };
  const isLonger = [missing, warnings, details].some((list) => (list?.length ?? 0) > MOST_ENTRIES);
  const text = JSON.stringify(isLonger ? { ...short, cut: true } : short);
  if (text.length <= MOST_FACTS) return text;
  const few = 5;
  return JSON.stringify({
    ...short,
    ...(short.missing && { missing: short.missing.slice(0, few) }),
    ...(short.warnings && { warnings: short.warnings.slice(0, few) }),
    ...(short.details && { details: short.details.slice(0, few) }),
    cut: true,
  });
};

const cut = (text: string, most = MOST_CHARACTERS): string =>
  text.length <= most ? text : `${text.slice(0, most - 1)}…`;

const firstOf = (list: readonly string[]): readonly string[] =>
  list.slice(0, MOST_ENTRIES).map((entry) => cut(entry));

const shortened = (problem: Problem): Problem => ({
  ...problem,
  message: cut(problem.message),
  ...(problem.hint !== undefined && { hint: cut(problem.hint) }),
  ...(problem.tag !== undefined && { tag: cut(problem.tag) }),
  ...(problem.path !== undefined && { path: cut(problem.path) }),
  ...(problem.paragraph && { paragraph: { ...problem.paragraph, text: cut(problem.paragraph.text) } }),
});
