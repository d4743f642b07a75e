/** PUT or POST /template/upload and PUT /template/replace. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { PlatenError, type Problem } from '../errors.ts';
import type { DelimiterName } from '../service/model.ts';
import { delimiterOf, templateKeyOf, templateNameOf } from '../service/template-rules.ts';
import { callerOf } from './authentication.ts';
import { allProblems } from './error-replies.ts';
import { type Form, readForm } from './multipart.ts';
import { bodyReadByRoute, signalOf } from './request-body.ts';
import { errorAnswers, json, ReplaceForm, reference, UploadForm } from './schemas.ts';
import type { RouteContext } from './types.ts';

interface TemplateForm {
  readonly key: string;
  readonly file: Uint8Array;
  readonly delimiter: DelimiterName;
  readonly name?: string;
  readonly overwrite: boolean;
}

export const templateForms = (
  app: FastifyInstance,
  { templates, inFlight, settings }: RouteContext,
): void => {
  const read = async (request: FastifyRequest, optional: readonly string[]): Promise<TemplateForm> => {
    const text = ['templateKey', 'delimiter', ...optional];
    const form = await readForm(request, inFlight, {
      text,
      files: ['template'],
      fileBytes: settings.templateBytes,
    });
    return checkForm(form);
  };
  const options = { config: { scope: 'templates:write' }, validatorCompiler: bodyReadByRoute } as const;
  const schema = (operationId: string, summary: string, body: unknown, ...statuses: number[]) => ({
    operationId,
    summary,
    tags: ['templates'],
    consumes: ['multipart/form-data'],
    body,
    response: { 200: json('Stored.', reference('Success')), ...errorAnswers(...statuses) },
  });

  for (const [method, operationId] of [
    ['PUT', 'uploadTemplate'],
    ['POST', 'uploadTemplateByPost'],
  ] as const)
    app.route({
      method,
      url: '/template/upload',
      ...options,
      schema: schema(operationId, 'Upload a template', UploadForm),
      handler: async (request, reply) => {
        const form = await read(request, ['templateName', 'overwrite']);
        await templates.upload({ caller: callerOf(request), signal: signalOf(reply), ...form });
        return { success: true };
      },
    });

  app.put(
    '/template/replace',
    { ...options, schema: schema('replaceTemplate', 'Replace the file of a template', ReplaceForm, 404) },
    async (request, reply) => {
      const form = await read(request, []);
      await templates.replace({ caller: callerOf(request), signal: signalOf(reply), ...form });
      return { success: true };
    },
  );
};

/** Every field is judged, so that a caller learns of all mistakes at once. */
const checkForm = ({ text, files, problems }: Form): TemplateForm => {
  const found: Problem[] = [];
  const judged = <T>(field: string, judge: () => T, otherwise: T): T => {
    const problem = problems.get(field);
    if (problem !== undefined) {
      found.push(problem);
      return otherwise;
    }
    try {
      return judge();
    } catch (error) {
      if (!(error instanceof PlatenError)) throw error;
      const { code, message, hint } = error;
      found.push({ code, message, ...(hint !== undefined && { hint }), path: field });
      return otherwise;
    }
  };
  const key = judged(
    'templateKey',
    () => templateKeyOf(required(text.get('templateKey'), 'templateKey')),
    '',
  );
  const file = judged(
    'template',
    () => notEmpty(required(files.get('template'), 'template')),
    new Uint8Array(),
  );
  const sentName = text.get('templateName');
  const name = judged(
    'templateName',
    () => (sentName === undefined ? undefined : templateNameOf(sentName)),
    undefined,
  );
  const delimiter = judged('delimiter', () => delimiterOf(text.get('delimiter') ?? 'BRACES'), 'BRACES');
  const overwrite = judged('overwrite', () => booleanOf(text.get('overwrite') ?? 'false'), false);
  const [first, ...others] = found;
  if (first !== undefined) throw others.length === 0 ? onlyProblem(first) : allProblems(found);
  return { key, file, delimiter, overwrite, ...(name !== undefined && { name }) };
};

/** A single problem keeps its own code, which is more use to a program than a list of one. */
const onlyProblem = (problem: Problem): PlatenError => {
  const { message, hint, code } = problem;
  const extras = { details: [problem], ...(hint !== undefined && { hint }) };
  switch (code) {
    case 'bad_template_key':
    case 'bad_template_name':
    case 'bad_delimiter':
      return new PlatenError(code, message, extras);
    default:
      return new PlatenError('bad_request', message, extras);
  }
};

const required = <T>(value: T | undefined, field: string): T => {
  if (value === undefined) throw new PlatenError('bad_request', `${field} is required.`);
  return value;
};

const notEmpty = (file: Uint8Array): Uint8Array => {
  if (file.byteLength === 0) throw new PlatenError('bad_request', 'template is an empty file.');
  return file;
};

const booleanOf = (text: string): boolean => {
  if (text !== 'true' && text !== 'false')
    throw new PlatenError('bad_request', 'overwrite must be true or false.');
  return text === 'true';
};
