/** What is learnt on the way to a document, for the log of calls and for the log of slow ones. */
import { LARGEST_DATA } from '../calls/call-log.ts';
import type { CallNotes } from '../calls/call-notes.ts';
import type { GenerateRequest } from '../renderer-ports.ts';
import type { FinishedDocument, RequestOrder } from './orders.ts';

export const noteFacts = (
  { stages }: RequestOrder,
  { request, engine, pages, turns, document }: FinishedDocument,
): void => {
  if (stages === undefined) return;
  Object.assign(stages.facts, {
    output: request.output,
    engine,
    ...(turns !== undefined && { rows: turns }),
    ...(pages !== undefined && { pages }),
    bytes: document.size,
  });
};

/** A large one is handed over to a process, and gone by the time that the log wants it. */
export const noteBody = ({ call, caller }: RequestOrder, body: Uint8Array): void => {
  if (call === undefined || !caller.organization.keepsCallData || body.byteLength > LARGEST_DATA) return;
  call.body = body.slice();
};

export const noteRequest = (call: CallNotes | undefined, { templateKey, output }: GenerateRequest): void => {
  if (call === undefined) return;
  call.templateKey = templateKey;
  call.format = output;
};

export const noteTemplate = (
  { call, stages }: Pick<RequestOrder, 'call' | 'stages'>,
  key: string,
  version: number,
): void => {
  if (stages !== undefined) Object.assign(stages.facts, { template: key, version });
  if (call === undefined) return;
  call.templateKey = key;
  call.version = version;
  call.isTemplate = true;
};
