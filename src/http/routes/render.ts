/** POST /render and POST /convert: documents of files that nobody stores. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { FieldErrors, required } from '../../service/field-errors.ts';
import { type Form, readForm } from '../body/multipart.ts';
import { answeredBy } from '../document-answers.ts';
import { type Content, formContent } from '../idempotency.ts';
import { MAPPED_TYPE } from '../mapped-answer.ts';
import { ConvertForm, RenderForm } from '../schemas/documents.ts';
import {
  binary,
  DOCUMENT_HEADERS,
  DOCX_TYPE,
  errorAnswers,
  PDF_TYPE,
  REPLAYED_HEADER,
  RetryHeaders,
} from '../schemas/shared.ts';
import type { RouteContext } from '../types.ts';
import { fileOf, withoutProblem } from './template-forms.ts';

const HEADERS = { ...DOCUMENT_HEADERS, ...REPLAYED_HEADER };

interface SentFile {
  readonly file: Uint8Array<ArrayBuffer>;
  readonly fileName: string | undefined;
  readonly json: Uint8Array<ArrayBuffer> | undefined;
  readonly content: Content;
}

export const render = (app: FastifyInstance, context: RouteContext): void => {
  const { documents, inFlight, settings } = context;
  const read = async (
    request: FastifyRequest,
    file: string,
    json: { readonly name: string; readonly isRequired: boolean },
  ): Promise<SentFile> => {
    const form = await readForm(request, inFlight, {
      text: [],
      files: [file],
      fileBytes: settings.templateBytes,
      json: { name: json.name, bytes: settings.bodyBytes },
    });
    return checkForm(form, file, json);
  };
  const config = { scope: 'generate', bucket: 'generate' } as const;

  app.post(
    '/render',
    {
      config: { ...config, call: 'render' },
      schema: {
        operationId: 'renderDocument',
        summary: 'Generate a document from a template that comes with the request',
        tags: ['documents'],
        consumes: ['multipart/form-data'],
        headers: RetryHeaders,
        body: RenderForm,
        response: {
          200: binary(
            'The document; with `options.map`, the document and its map.',
            [PDF_TYPE, DOCX_TYPE, MAPPED_TYPE],
            HEADERS,
          ),
          ...errorAnswers(402, 409, 422),
        },
      },
    },
    answeredBy(context, async (request) => {
      const { json, ...sent } = await read(request, 'template', { name: 'request', isRequired: true });
      const { content, ...file } = sent;
      return {
        content,
        make: (order) => documents.render({ ...order, ...file, body: json ?? new Uint8Array() }),
      };
    }),
  );

  app.post(
    '/convert',
    {
      config: { ...config, call: 'convert' },
      schema: {
        operationId: 'convertDocument',
        summary: 'Make a PDF of a DOCX file',
        tags: ['documents'],
        consumes: ['multipart/form-data'],
        headers: RetryHeaders,
        body: ConvertForm,
        response: { 200: binary('The PDF.', [PDF_TYPE], HEADERS), ...errorAnswers(402, 409, 422) },
      },
    },
    answeredBy(context, async (request) => {
      const { json, ...sent } = await read(request, 'file', { name: 'options', isRequired: false });
      const { content, ...file } = sent;
      return { content, make: (order) => documents.convert({ ...order, ...file, options: json }) };
    }),
  );
};

/** Both parts are judged, so that a caller learns of all mistakes at once. */
const checkForm = (
  form: Form,
  name: string,
  json: { readonly name: string; readonly isRequired: boolean },
): SentFile => {
  const fieldErrors = new FieldErrors();
  const file = fieldErrors.field(
    name,
    () => withoutProblem(form, name, () => fileOf(form.files.get(name), name)),
    new Uint8Array(),
  );
  const body = fieldErrors.field(
    json.name,
    () =>
      withoutProblem(form, json.name, () => (json.isRequired ? required(form.json, json.name) : form.json)),
    undefined,
  );
  fieldErrors.throwIfAny();
  return { file, fileName: form.fileNames.get(name), json: body, content: formContent(form) };
};
