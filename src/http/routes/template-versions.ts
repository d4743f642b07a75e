/** GET /template/versions; POST /template/publish and DELETE /template/draft; POST /template/rollback and /template/rename. */
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { FieldErrors, required } from '../../service/field-errors.ts';
import type { DraftSummary } from '../../service/model.ts';
import { templateKeyOf, templateNameOf, versionNoteOf, versionOf } from '../../service/template-rules.ts';
import { listHeader } from '../answer-headers.ts';
import { iso } from '../answer-values.ts';
import { callerOf } from '../authentication.ts';
import { parseObject } from '../body/json-object.ts';
import { readJsonBytes, SMALL_BODY_BYTES, signalOf } from '../body/request-body.ts';
import { errorAnswers, json, reference, WARNINGS_HEADER } from '../schemas/shared.ts';
import {
  DraftQuery,
  PublishBody,
  RenameBody,
  RollbackAnswer,
  RollbackBody,
  VersionNumber,
  VersionsAnswer,
  VersionsQuery,
} from '../schemas/template.ts';
import type { RouteContext } from '../types.ts';
import { draftOf } from './template-forms.ts';

const PAGE = 100;

export const templateVersions = (plain: FastifyInstance, context: RouteContext): void => {
  const { templates, labels, inFlight } = context;
  const app = plain.withTypeProvider<TypeBoxTypeProvider>();
  const tags = ['templates'];
  const changing = { config: { scope: 'templates:write' } } as const;

  app.get(
    '/template/versions',
    {
      config: { scope: 'templates:read' },
      schema: {
        operationId: 'listVersions',
        summary: 'Versions of a template, newest first',
        tags,
        querystring: VersionsQuery,
        response: { 200: json('The versions, or a page of them.', VersionsAnswer), ...errorAnswers(404) },
      },
    },
    async (request) => {
      const { templateKey, limit = PAGE, before } = request.query;
      const { id } = callerOf(request).organization;
      const key = templateKeyOf(templateKey);
      const { newest, versions, draft } = await templates.versions(
        id,
        key,
        // One more than asked for tells whether there is a next page.
        { limit: limit + 1, ...(before !== undefined && { before }) },
      );
      const page = versions.slice(0, limit);
      const named = await labels.list(id, key);
      return {
        versions: page.map((one) => ({
          version: one.number,
          ...fileFacts(one),
          publishedAt: iso(one.publishedAt),
          publishedBy: one.publishedBy,
          equals: one.restores,
          labels: named.filter(({ version }) => version === one.number).map(({ name }) => name),
          current: one.number === newest,
        })),
        draft: draft === undefined ? null : { draft: draft.draft, ...fileFacts(draft) },
        next: versions.length > limit ? (page.at(-1)?.number ?? null) : null,
      };
    },
  );

  const body = async (request: FastifyRequest) =>
    parseObject(await readJsonBytes(request, inFlight, SMALL_BODY_BYTES));

  plain.post(
    '/template/publish',
    {
      ...changing,
      schema: {
        operationId: 'publishDraft',
        summary: 'Make the draft of a template its newest version',
        tags,
        body: PublishBody,
        response: {
          200: json('The number of the new version.', VersionNumber, WARNINGS_HEADER),
          ...errorAnswers(404, 409),
        },
      },
    },
    async (request, reply) => {
      const sent = await body(request);
      const fieldErrors = new FieldErrors();
      const change = changeOf(fieldErrors, sent);
      const more = { ...expectedDraftOf(fieldErrors, sent), ...noteOf(fieldErrors, sent) };
      fieldErrors.throwIfAny();
      const { version, warnings } = await templates.publish({
        ...change,
        ...more,
        caller: callerOf(request),
      });
      const header = listHeader(warnings.map(({ message }) => message));
      if (header !== undefined) reply.header('platen-warnings', header);
      return { version };
    },
  );

  app.delete(
    '/template/draft',
    {
      ...changing,
      schema: {
        operationId: 'discardDraft',
        summary: 'Throw the draft of a template away; one that was never published goes with it',
        tags,
        querystring: DraftQuery,
        response: { 200: json('Thrown away.', reference('Success')), ...errorAnswers(404, 409) },
      },
    },
    async (request) => {
      const { templateKey, expectedDraft } = request.query;
      const key = templateKeyOf(templateKey);
      const expected = expectedDraft === undefined ? {} : { expectedDraft };
      await templates.discardDraft({ caller: callerOf(request), key, ...expected });
      return { success: true };
    },
  );

  plain.post(
    '/template/rollback',
    {
      ...changing,
      schema: {
        operationId: 'rollbackTemplate',
        summary: 'Make a new version of the file of an earlier one',
        tags,
        body: RollbackBody,
        response: {
          200: json('The number of the new version, and of the one that it equals.', RollbackAnswer),
          ...errorAnswers(404, 409),
        },
      },
    },
    async (request, reply) => {
      const signal = signalOf(reply);
      const sent = await body(request);
      const fieldErrors = new FieldErrors();
      const change = changeOf(fieldErrors, sent);
      const number = fieldErrors.field(
        'version',
        () => versionOf(required(sent.get('version'), 'version'), 'version'),
        1,
      );
      const note = noteOf(fieldErrors, sent);
      fieldErrors.throwIfAny();
      const order = { ...change, ...note, caller: callerOf(request), number, signal };
      return { version: await templates.rollback(order), equals: number };
    },
  );

  plain.post(
    '/template/rename',
    {
      ...changing,
      schema: {
        operationId: 'renameTemplate',
        summary: 'Give a template another name; its key stays',
        tags,
        body: RenameBody,
        response: { 200: json('Renamed.', reference('Success')), ...errorAnswers(404, 409) },
      },
    },
    async (request) => {
      const sent = await body(request);
      const fieldErrors = new FieldErrors();
      const change = changeOf(fieldErrors, sent);
      const name = fieldErrors.field(
        'name',
        () => templateNameOf(required(sent.get('name'), 'name'), 'name'),
        '',
      );
      fieldErrors.throwIfAny();
      await templates.rename({ ...change, caller: callerOf(request), name });
      return { success: true };
    },
  );
};

const fileFacts = ({
  delimiter,
  fileSize,
  fileHash,
  createdAt,
  createdBy,
  note,
}: Omit<DraftSummary, 'draft' | 'restores'>) => ({
  delimiter,
  fileSize,
  sha256: fileHash,
  createdAt: iso(createdAt),
  createdBy,
  note,
});

const noteOf = (fieldErrors: FieldErrors, sent: ReadonlyMap<string, unknown>) => {
  const note = fieldErrors.field('note', () => versionNoteOf(sent.get('note')), undefined);
  return note === undefined ? {} : { note };
};

const expectedDraftOf = (fieldErrors: FieldErrors, sent: ReadonlyMap<string, unknown>) => {
  const expected = sent.get('expectedDraft');
  if (expected === undefined || expected === null) return {};
  return { expectedDraft: fieldErrors.field('expectedDraft', () => draftOf(expected), 0) };
};

/** What every change of a template that is there begins with. */
const changeOf = (fieldErrors: FieldErrors, sent: ReadonlyMap<string, unknown>) => {
  const key = fieldErrors.field(
    'templateKey',
    () => templateKeyOf(required(sent.get('templateKey'), 'templateKey')),
    '',
  );
  const expected = sent.get('expectedVersion');
  if (expected === undefined || expected === null) return { key };
  const expectedVersion = fieldErrors.field(
    'expectedVersion',
    () => versionOf(expected, 'expectedVersion'),
    1,
  );
  return { key, expectedVersion };
};
