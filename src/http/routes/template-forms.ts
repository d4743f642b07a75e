/** PUT or POST /template/upload and PUT /template/replace. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { PlatenError } from '../../errors.ts';
import type { Hold } from '../../service/documents/retry-ports.ts';
import { FieldErrors, required } from '../../service/field-errors.ts';
import type { DelimiterName } from '../../service/model.ts';
import {
  delimiterOf,
  templateKeyOf,
  templateNameOf,
  versionNoteOf,
  versionOf,
} from '../../service/template-rules.ts';
import type { StoredBefore, Templates } from '../../service/templates.ts';
import { listHeader } from '../answer-headers.ts';
import { callerOf } from '../authentication.ts';
import { type Form, readForm } from '../body/multipart.ts';
import { signalOf } from '../body/request-body.ts';
import { type Content, formContent, retried } from '../idempotency.ts';
import {
  errorAnswers,
  json,
  REPLAYED_HEADER,
  ReplaceForm,
  RetryHeaders,
  StoredAnswer,
  UploadForm,
  WARNINGS_HEADER,
} from '../schemas/shared.ts';
import type { RouteContext } from '../types.ts';

interface TemplateForm {
  readonly key: string;
  readonly file: Uint8Array;
  readonly delimiter: DelimiterName;
  readonly name?: string;
  readonly overwrite: boolean;
  readonly static: boolean;
  readonly controls: boolean;
  readonly expectedVersion?: number;
  readonly draft: boolean;
  readonly expectedDraft?: number;
  readonly note?: string;
}

interface Answer {
  readonly success: true;
  /** Of one that waits for its publication. */
  readonly draft?: number;
}

export const templateForms = (app: FastifyInstance, context: RouteContext): void => {
  const { templates, inFlight, settings } = context;
  const read = async (
    request: FastifyRequest,
    optional: readonly string[],
  ): Promise<TemplateForm & { readonly content: Content }> => {
    const text = ['templateKey', 'delimiter', 'static', 'controls', 'draft', 'note', ...optional];
    const form = await readForm(request, inFlight, {
      text,
      files: ['template'],
      fileBytes: settings.templateBytes,
    });
    return { ...checkForm(form), content: formContent(form) };
  };
  const answer = async (
    request: FastifyRequest,
    reply: FastifyReply,
    content: Content,
    store: (hold: Hold | undefined) => ReturnType<Templates['upload']>,
  ): Promise<Answer> => {
    const made = await retried(
      context,
      { request, reply, content },
      async (attempt): Promise<StoredBefore> => {
        if (attempt?.kind === 'again') return JSON.parse(attempt.outcome) as StoredBefore;
        const { warnings, ...rest } = await store(attempt?.hold);
        return { ...rest, warnings: warnings.map(({ message }) => message) };
      },
    );
    return stored(reply, made);
  };
  const options = { config: { scope: 'templates:write' } } as const;
  const schema = (operationId: string, summary: string, body: unknown, ...statuses: number[]) => ({
    operationId,
    summary,
    tags: ['templates'],
    consumes: ['multipart/form-data'],
    headers: RetryHeaders,
    body,
    response: {
      200: json('Stored.', StoredAnswer, { ...WARNINGS_HEADER, ...REPLAYED_HEADER }),
      ...errorAnswers(...statuses, 422),
    },
  });

  for (const [method, operationId] of [
    ['PUT', 'uploadTemplate'],
    ['POST', 'uploadTemplateByPost'],
  ] as const)
    app.route({
      method,
      url: '/template/upload',
      ...options,
      // The interface names 404 for uploads, too; who writes clients from it finds it.
      schema: schema(operationId, 'Upload a template', UploadForm, 404, 409),
      handler: async (request, reply) => {
        const { content, ...form } = await read(request, ['templateName', 'overwrite']);
        const upload = { caller: callerOf(request), signal: signalOf(reply), ...form };
        return answer(request, reply, content, (hold) => templates.upload({ ...upload, hold }));
      },
    });

  app.put(
    '/template/replace',
    {
      ...options,
      schema: schema('replaceTemplate', 'Replace the file of a template', ReplaceForm, 404, 409),
    },
    async (request, reply) => {
      const { content, ...form } = await read(request, ['expectedVersion', 'expectedDraft']);
      const upload = { caller: callerOf(request), signal: signalOf(reply), ...form };
      return answer(request, reply, content, (hold) => templates.replace({ ...upload, hold }));
    },
  );
};

/** The body is the specification's own; what was accepted and hardly meant stands in a header, a sentence each. */
const stored = (reply: FastifyReply, { warnings, draft }: StoredBefore): Answer => {
  const header = listHeader(warnings);
  if (header !== undefined) reply.header('platen-warnings', header);
  return { success: true, ...(draft !== undefined && { draft }) };
};

/** Every field is judged, so that a caller learns of all mistakes at once. */
const checkForm = (form: Form): TemplateForm => {
  const fieldErrors = new FieldErrors();
  const { text, files } = form;
  const judged = <T>(field: string, read: () => T, otherwise: T): T =>
    fieldErrors.field(field, () => withoutProblem(form, field, read), otherwise);
  const key = judged(
    'templateKey',
    () => templateKeyOf(required(text.get('templateKey'), 'templateKey')),
    '',
  );
  const file = judged('template', () => fileOf(files.get('template')), new Uint8Array());
  const sentName = text.get('templateName');
  const name = judged(
    'templateName',
    () => (sentName === undefined ? undefined : templateNameOf(sentName)),
    undefined,
  );
  const delimiter = judged('delimiter', () => delimiterOf(text.get('delimiter') ?? 'BRACES'), 'BRACES');
  const overwrite = judged('overwrite', () => switchOf(form, 'overwrite'), false);
  const isStatic = judged('static', () => switchOf(form, 'static'), false);
  const controls = judged('controls', () => switchOf(form, 'controls'), false);
  const sentVersion = text.get('expectedVersion');
  const expectedVersion = judged(
    'expectedVersion',
    () => (sentVersion === undefined ? undefined : versionOf(numberOf(sentVersion), 'expectedVersion')),
    undefined,
  );
  const draft = judged('draft', () => switchOf(form, 'draft'), false);
  const sentDraft = text.get('expectedDraft');
  const expectedDraft = judged(
    'expectedDraft',
    () => (sentDraft === undefined ? undefined : draftOf(numberOf(sentDraft))),
    undefined,
  );
  const note = judged('note', () => versionNoteOf(text.get('note')), undefined);
  fieldErrors.throwIfAny();
  return {
    key,
    file,
    draft,
    ...(note !== undefined && { note }),
    ...(expectedDraft !== undefined && { expectedDraft }),
    delimiter,
    overwrite,
    static: isStatic,
    controls,
    ...(name !== undefined && { name }),
    ...(expectedVersion !== undefined && { expectedVersion }),
  };
};

/** What is wrong with a part of the form itself comes before what is wrong with its value. */
export const withoutProblem = <T>({ problems }: Form, field: string, read: () => T): T => {
  const problem = problems.get(field);
  if (problem !== undefined) throw new PlatenError('bad_request', problem.message);
  return read();
};

export const fileOf = (
  sent: Uint8Array<ArrayBuffer> | undefined,
  field = 'template',
): Uint8Array<ArrayBuffer> => {
  const file = required(sent, field);
  if (file.byteLength === 0) throw new PlatenError('bad_request', `${field} is an empty file.`);
  return file;
};

/** The number of a draft; 0: there is none. */
export const draftOf = (value: unknown): number => (value === 0 ? 0 : versionOf(value, 'expectedDraft'));

const numberOf = (text: string): number => (/^\d{1,10}$/.test(text) ? Number(text) : Number.NaN);

export const switchOf = ({ text }: Form, field: string): boolean => {
  const sent = text.get(field) ?? 'false';
  if (sent !== 'true' && sent !== 'false')
    throw new PlatenError('bad_request', `${field} must be true or false.`);
  return sent === 'true';
};
