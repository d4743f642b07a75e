/** GET /template/versions, POST /template/rollback and POST /template/rename. */
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { FieldErrors, required } from '../../service/field-errors.ts';
import { templateKeyOf, templateNameOf, versionOf } from '../../service/template-rules.ts';
import { iso } from '../answer-values.ts';
import { callerOf } from '../authentication.ts';
import { parseObject } from '../body/json-object.ts';
import { readJsonBytes, SMALL_BODY_BYTES, signalOf } from '../body/request-body.ts';
import { errorAnswers, json, reference } from '../schemas/shared.ts';
import {
  RenameBody,
  RollbackBody,
  VersionNumber,
  VersionsAnswer,
  VersionsQuery,
} from '../schemas/template.ts';
import type { RouteContext } from '../types.ts';

const PAGE = 100;

export const templateVersions = (plain: FastifyInstance, context: RouteContext): void => {
  const { templates, inFlight } = context;
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
      const { newest, versions } = await templates.versions(
        callerOf(request).organization.id,
        templateKeyOf(templateKey),
        // One more than asked for tells whether there is a next page.
        { limit: limit + 1, ...(before !== undefined && { before }) },
      );
      const page = versions.slice(0, limit);
      return {
        versions: page.map(({ number, delimiter, fileHash, fileSize, createdAt, createdBy }) => ({
          version: number,
          delimiter,
          fileSize,
          sha256: fileHash,
          createdAt: iso(createdAt),
          createdBy,
          current: number === newest,
        })),
        next: versions.length > limit ? (page.at(-1)?.number ?? null) : null,
      };
    },
  );

  const body = async (request: FastifyRequest) =>
    parseObject(await readJsonBytes(request, inFlight, SMALL_BODY_BYTES));

  plain.post(
    '/template/rollback',
    {
      ...changing,
      schema: {
        operationId: 'rollbackTemplate',
        summary: 'Make a new version of the file of an earlier one',
        tags,
        body: RollbackBody,
        response: { 200: json('The number of the new version.', VersionNumber), ...errorAnswers(404, 409) },
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
      fieldErrors.throwIfAny();
      return { version: await templates.rollback({ ...change, caller: callerOf(request), number, signal }) };
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
