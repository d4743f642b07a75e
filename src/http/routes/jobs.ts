/** POST /jobs, GET /jobs, GET and DELETE /jobs/{id}, GET /jobs/{id}/result, /map and /report, and links to results. */
import { Readable } from 'node:stream';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { PlatenError } from '../../errors.ts';
import { reportCsv, reportJson } from '../../service/jobs/batch-report.ts';
import type { Job, JobResult } from '../../service/jobs/job-ports.ts';
import { shownJob } from '../../service/jobs/shown-job.ts';
import { templateKeyOf } from '../../service/template-rules.ts';
import { attachment, hasTag } from '../answer-headers.ts';
import { iso } from '../answer-values.ts';
import { callerOf } from '../authentication.ts';
import { readJobBody } from '../body/job-body.ts';
import { endSlowReader } from '../body/pace.ts';
import { signalOf } from '../body/request-body.ts';
import { rangeOf } from '../byte-range.ts';
import { retried } from '../idempotency.ts';
import {
  JobBody,
  JobCreated,
  JobParameters,
  JobsAnswer,
  JobsQuery,
  LinkAnswer,
  LinkQuery,
  Report,
  ReportQuery,
  ResultQuery,
} from '../schemas/jobs.ts';
import {
  binary,
  DOCX_TYPE,
  errorAnswers,
  json,
  PDF_TYPE,
  REPLAYED_HEADER,
  RetryHeaders,
  reference,
} from '../schemas/shared.ts';
import { Type } from '../schemas/type.ts';
import type { RouteContext } from '../types.ts';

const PAGE = 100;
const LINK_MS = 3_600_000;
const tags = ['jobs'];
const ZIP_TYPE = 'application/zip';
const RESULT_TYPES = [PDF_TYPE, DOCX_TYPE, ZIP_TYPE];
const ENDINGS: Readonly<Record<string, 'pdf' | 'zip'>> = { [PDF_TYPE]: 'pdf', [ZIP_TYPE]: 'zip' };

export const jobs = (plain: FastifyInstance, context: RouteContext): void => {
  const { jobs: service, settings, resultLinks } = context;
  report(plain, context);
  map(plain, context);
  const app = plain.withTypeProvider<TypeBoxTypeProvider>();
  const config = { scope: 'generate' } as const;

  app.post(
    '/jobs',
    {
      config: { ...config, call: 'job' },
      schema: {
        operationId: 'createJob',
        summary: 'Have a document, or one for each of many records, made while nobody waits',
        consumes: ['application/json', 'multipart/form-data'],
        tags,
        headers: RetryHeaders,
        body: JobBody,
        response: {
          202: json('The job is kept, and will be run.', JobCreated, {
            Location: { type: 'string', description: 'Where the job is.' },
            ...REPLAYED_HEADER,
          }),
          ...errorAnswers(402, 404, 409, 422),
        },
      },
    },
    async (request, reply) => {
      const { json: body, records, dispose } = await readJobBody(request, context);
      try {
        const caller = callerOf(request);
        const content = [body, ...(records ? [records.fileName, records.sha256] : [])];
        const { id, state, warnings } = await retried(context, { request, reply, content }, (attempt) =>
          attempt?.kind === 'again'
            ? service.again(caller.organization.id, attempt.outcome)
            : service.create({
                trace: request.stages?.trace,
                caller,
                requestId: request.id,
                body,
                records,
                signal: signalOf(reply),
                hold: attempt?.hold,
              }),
        );
        reply.code(202).header('location', `/jobs/${id}`);
        return reply.send({ id, state, ...(warnings.length > 0 && { warnings }) });
      } finally {
        await dispose();
      }
    },
  );

  app.get(
    '/jobs',
    {
      config,
      schema: {
        operationId: 'listJobs',
        summary: 'Jobs of the organization, newest first',
        tags,
        querystring: JobsQuery,
        response: { 200: json('A page of jobs.', JobsAnswer), ...errorAnswers() },
      },
    },
    async (request) => {
      const { limit = PAGE, cursor, state, templateKey } = request.query;
      const found = await service.list(callerOf(request).organization.id, {
        // One more than asked for tells whether there is a next page.
        limit: limit + 1,
        ...(cursor !== undefined && { before: placeOf(cursor) }),
        ...(state !== undefined && { state }),
        ...(templateKey !== undefined && { templateKey: templateKeyOf(templateKey) }),
      });
      const page = found.slice(0, limit);
      const last = page.at(-1);
      return { jobs: page.map(shownJob), next: found.length > limit && last ? cursorOf(last) : null };
    },
  );

  app.get(
    '/jobs/:id',
    {
      config,
      schema: {
        operationId: 'getJob',
        summary: 'What has become of a job',
        tags,
        params: JobParameters,
        response: { 200: json('The job.', reference('Job')), ...errorAnswers(404) },
      },
    },
    async (request) => shownJob(await service.get(callerOf(request).organization.id, request.params.id)),
  );

  app.delete(
    '/jobs/:id',
    {
      config,
      schema: {
        operationId: 'cancelJob',
        summary: 'Call a job off: at once where it waits, within seconds where it runs',
        tags,
        params: JobParameters,
        response: { 200: json('The job as it is now.', reference('Job')), ...errorAnswers(404) },
      },
    },
    async (request) => shownJob(await service.cancel(callerOf(request), request.params.id)),
  );

  app.get(
    '/jobs/:id/result',
    {
      config,
      schema: {
        operationId: 'getJobResult',
        summary: 'The document of a job that has ended, or a link to it',
        tags,
        params: JobParameters,
        querystring: ResultQuery,
        response: {
          200: {
            ...binary('The document, or the link.', RESULT_TYPES),
            content: {
              ...binary('', RESULT_TYPES).content,
              'application/json': { schema: LinkAnswer },
            },
          },
          206: binary('The part of it that was asked for.', RESULT_TYPES),
          304: { description: 'Not changed since the answer with this ETag.', type: 'null' },
          ...errorAnswers(404, 409, 410, 416),
        },
      },
    },
    async (request, reply) => {
      const organizationId = callerOf(request).organization.id;
      const { id } = request.params;
      const result = await service.result(organizationId, id);
      if (request.query.link === undefined) return sendResult(context, { request, reply, result });
      const expiresAt = Math.min(result.expiresAt, Date.now() + LINK_MS);
      const { contentType } = result;
      const direct = await service.linkTo(result, {
        ...{ contentType, expiresAt },
        contentDisposition: dispositionOf(result),
      });
      const origin = settings.publicUrl ?? `${request.protocol}://${request.host}`;
      const url = direct ?? `${origin}${resultLinks.sign({ organizationId, id, expiresAt })}`;
      return { url, expiresAt: iso(expiresAt) };
    },
  );
};

const report = (plain: FastifyInstance, { jobs: service }: RouteContext): void => {
  const app = plain.withTypeProvider<TypeBoxTypeProvider>();
  app.get(
    '/jobs/:id/report',
    {
      config: { scope: 'generate' },
      schema: {
        operationId: 'getJobReport',
        summary: 'What is to be said about the records of a job that has ended',
        tags,
        params: JobParameters,
        querystring: ReportQuery,
        response: {
          200: {
            description: 'A line for each thing that is wrong, or a warning, in the order of the records.',
            content: {
              // Written line by line.
              'application/json': { schema: Type.Unsafe<Readable>(Report) },
              'text/csv': { schema: Type.Unsafe<Readable>({ type: 'string' }) },
            },
          },
          ...errorAnswers(404, 409, 410),
        },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      const lines = await service.report(callerOf(request).organization.id, id);
      const isCsv = request.query.format === 'csv';
      return reply
        .type(isCsv ? 'text/csv; charset=utf-8' : 'application/json; charset=utf-8')
        .header('cache-control', 'private, no-cache')
        .header('content-disposition', attachment(`report-${id}`, isCsv ? 'csv' : 'json'))
        .send(Readable.from(isCsv ? reportCsv(lines) : reportJson(lines)));
    },
  );
};

const map = (plain: FastifyInstance, { jobs: service }: RouteContext): void => {
  const app = plain.withTypeProvider<TypeBoxTypeProvider>();
  app.get(
    '/jobs/:id/map',
    {
      config: { scope: 'generate' },
      schema: {
        operationId: 'getJobMap',
        summary: 'Where in the document of a job its tags are; of jobs with `options.map`',
        tags,
        params: JobParameters,
        response: {
          200: json('The map.', Type.Unsafe<Readable>(reference('DocumentMap'))),
          ...errorAnswers(404, 409, 410),
        },
      },
    },
    async (request, reply) => {
      const { stream, size } = await service.map(callerOf(request).organization.id, request.params.id);
      return reply
        .type('application/json; charset=utf-8')
        .headers({ 'content-length': String(size), 'cache-control': 'private, no-cache' })
        .send(stream);
    },
  );
};

/** Outside of authentication: the link itself says who may have the file. */
export const resultsByLink = (plain: FastifyInstance, context: RouteContext): void => {
  const app = plain.withTypeProvider<TypeBoxTypeProvider>();
  app.get(
    '/results/:id',
    {
      schema: {
        operationId: 'getResultByLink',
        summary: 'The document of a job, by a link that was made for it',
        tags,
        security: [],
        params: JobParameters,
        querystring: LinkQuery,
        response: {
          200: binary('The document.', RESULT_TYPES),
          206: binary('The part of it that was asked for.', RESULT_TYPES),
          304: { description: 'Not changed since the answer with this ETag.', type: 'null' },
          ...errorAnswers(404, 409, 410, 416),
        },
      },
    },
    async (request, reply) => {
      const { organization: organizationId, expires: expiresAt, signature } = request.query;
      const { id } = request.params;
      context.resultLinks.check({ organizationId, id, expiresAt }, signature, Date.now());
      const result = await context.jobs.result(organizationId, id);
      return sendResult(context, { request, reply, result });
    },
  );
};

const sendResult = async (
  { jobs: service, inFlight }: RouteContext,
  { request, reply, result }: { request: FastifyRequest; reply: FastifyReply; result: JobResult },
): Promise<FastifyReply> => {
  const etag = `"${result.hash}"`;
  const { size, contentType } = result;
  reply.headers({ etag, 'cache-control': 'private, no-cache', 'accept-ranges': 'bytes' });
  if (hasTag(request.headers['if-none-match'], etag)) return reply.code(304).send();
  const { range: part, 'if-range': condition = etag } = request.headers;
  const isHead = request.method === 'HEAD';
  // RFC 9110 §14.2: parts are for GET alone, and of the file that the caller knows.
  const range = isHead || condition !== etag ? 'whole' : rangeOf(part, size);
  if (range === 'unsatisfiable') {
    reply.header('content-range', `bytes */${size}`);
    throw new PlatenError('bad_range', `The file has ${size} bytes; the range begins behind its end.`);
  }
  const { start, end } = range === 'whole' ? { start: 0, end: size } : range;
  // Fastify would read a file to its end, and send none of it.
  const stream = isHead ? Readable.from([]) : await service.stream(result, { start, end });
  if (range !== 'whole') reply.code(206).header('content-range', `bytes ${start}-${end - 1}/${size}`);
  endSlowReader(reply, end - start, inFlight.pace);
  return reply
    .headers({
      'content-type': contentType,
      'content-length': String(end - start),
      'content-disposition': dispositionOf(result),
    })
    .send(stream);
};

const dispositionOf = ({ filename, contentType }: JobResult): string =>
  attachment(filename, ENDINGS[contentType] ?? 'docx');

const cursorOf = ({ createdAt, id }: Job): string =>
  Buffer.from(JSON.stringify([createdAt, id])).toString('base64url');

const placeOf = (cursor: string): { readonly createdAt: number; readonly id: string } => {
  try {
    const [createdAt, id] = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')) as unknown[];
    if (!Number.isSafeInteger(createdAt) || typeof id !== 'string' || id.includes('\0'))
      throw new Error('not a place in the list');
    return { createdAt: createdAt as number, id };
  } catch (cause) {
    throw new PlatenError('bad_cursor', 'The cursor was not made by this service.', { cause });
  }
};
