/**
 * readJobBody :: request → the JSON of a job, and its file of records where it comes as a form
 *
 * The file may be larger than memory: it goes to a temporary one while it arrives, and is the caller's to dispose of.
 */
import { createHash } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import type { FastifyRequest } from 'fastify';
import { PlatenError } from '../../errors.ts';
import { FieldErrors, required } from '../../service/field-errors.ts';
import type { SentRecords } from '../../service/jobs/jobs.ts';
import { withoutProblem } from '../routes/template-forms.ts';
import type { RouteContext } from '../types.ts';
import { type Form, readForm } from './multipart.ts';
import { readJsonBytes } from './request-body.ts';

interface JobBody {
  readonly json: Uint8Array<ArrayBuffer>;
  readonly records: SentRecords | undefined;
  dispose(): Promise<void>;
}

type Needs = Pick<RouteContext, 'inFlight' | 'settings' | 'temporaryFile'>;

export const readJobBody = async (request: FastifyRequest, needs: Needs): Promise<JobBody> => {
  const { inFlight, settings } = needs;
  const isForm = /^\s*multipart\/form-data\b/i.test(request.headers['content-type'] ?? '');
  if (isForm) return readRecordsForm(request, needs);
  const json = await readJsonBytes(request, inFlight, settings.bodyBytes);
  return { json, records: undefined, dispose: async () => undefined };
};

const readRecordsForm = async (
  request: FastifyRequest,
  { inFlight, settings, temporaryFile }: Needs,
): Promise<JobBody> => {
  const path = temporaryFile();
  const dispose = () => rm(path, { force: true });
  const hash = createHash('sha256');
  try {
    const file = await open(path, 'wx', 0o600);
    const form = await readForm(request, inFlight, {
      text: [],
      files: [],
      fileBytes: 0,
      json: { name: 'request', bytes: settings.bodyBytes },
      streamed: {
        name: 'records',
        bytes: settings.recordsBytes,
        async write(chunk) {
          hash.update(chunk);
          await file.appendFile(chunk);
        },
      },
    }).finally(() => file.close());
    const { json, streamed } = checked(form);
    return {
      json,
      dispose,
      records: {
        ...streamed,
        path,
        sha256: hash.digest('hex'),
        async withFile(use) {
          const file = await open(path, 'r');
          return use(file.fd).finally(() => file.close());
        },
      },
    };
  } catch (error) {
    await dispose();
    throw isFull(error) ? diskFull(error) : error;
  }
};

const isFull = (error: unknown): boolean =>
  ['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? '');

const diskFull = (cause: unknown): PlatenError =>
  new PlatenError('not_ready', 'The disk that files of records arrive on is full.', {
    retryAfter: 10,
    cause,
  });

/** Both parts are judged, so that a caller learns of all mistakes at once. */
const checked = (form: Form) => {
  const fieldErrors = new FieldErrors();
  const of = <Value>(name: string, value: Value | undefined, instead: Value): Value =>
    fieldErrors.field(
      name,
      () => {
        return withoutProblem(form, name, () => required(value, name));
      },
      instead,
    );
  const json = of('request', form.json, new Uint8Array());
  const streamed = of('records', form.streamed, { fileName: undefined, contentType: undefined, size: 0 });
  fieldErrors.throwIfAny();
  return { json, streamed };
};
