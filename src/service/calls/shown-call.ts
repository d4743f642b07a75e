/**
 * shownCall :: a row of the log → the entry as callers see it
 * callsCsv :: rows → the same as CSV, without what has no place in a cell
 */
import { csvLine } from '../../records/report.ts';
import type { CallFacts, ListedCall } from './call-ports.ts';

export const shownCall = (call: ListedCall) => {
  const { stages, engine, pages, bytes, missing, warnings, error, hint, details, ...more } = factsOf(call);
  const { event, webhookId, deliveryId, attempt, jobId, records, replayed, count, cut } = more;
  return {
    id: call.id,
    at: new Date(call.at).toISOString(),
    kind: call.kind,
    status: call.status,
    code: call.code,
    error: error ?? null,
    ...(hint !== undefined && { hint }),
    ...(details !== undefined && { details }),
    templateKey: call.templateKey === '' ? null : call.templateKey,
    version: call.version,
    output: call.format,
    caller: call.caller === '' ? null : call.caller,
    key: call.key,
    requestId: call.requestId === '' ? null : call.requestId,
    milliseconds: call.milliseconds,
    stages: stages ?? {},
    engine: engine ?? null,
    pages: pages ?? null,
    bytes: bytes ?? null,
    missing: missing ?? [],
    warnings: warnings ?? [],
    ...(cut && { cut }),
    ...(jobId !== undefined && { jobId }),
    ...(records !== undefined && { records }),
    ...(replayed && { replayed }),
    ...(event !== undefined && { webhook: { event, id: webhookId, deliveryId, attempt } }),
    ...(count !== undefined && { count }),
    hasData: call.hasData,
  };
};

export type ShownCall = ReturnType<typeof shownCall>;

const COLUMNS: readonly (readonly [name: string, of: (call: ShownCall) => unknown])[] = [
  ['time', ({ at }) => at],
  ['kind', ({ kind }) => kind],
  ['status', ({ status }) => status],
  ['code', ({ code }) => code],
  ['error', ({ error }) => error],
  ['template', ({ templateKey }) => templateKey],
  ['version', ({ version }) => version],
  ['output', ({ output }) => output],
  ['key', ({ key }) => key?.name],
  ['caller', ({ caller }) => caller],
  ['requestId', ({ requestId }) => requestId],
  ['milliseconds', ({ milliseconds }) => milliseconds],
  ['pages', ({ pages }) => pages],
  ['engine', ({ engine }) => engine],
  ['bytes', ({ bytes }) => bytes],
  ['missing', ({ missing }) => missing.join(' ')],
  ['warnings', ({ warnings }) => warnings.join(' ')],
  ['details', ({ details }) => details?.map(({ message }) => message).join(' ')],
  ['id', ({ id }) => id],
];

export async function* callsCsv(calls: AsyncIterable<ListedCall>): AsyncGenerator<string, void, undefined> {
  yield csvLine(COLUMNS.map(([name]) => name));
  for await (const call of calls) {
    const shown = shownCall(call);
    yield csvLine(COLUMNS.map(([, of]) => of(shown)));
  }
}

const factsOf = ({ facts }: ListedCall): CallFacts => JSON.parse(facts) as CallFacts;
