/** POST /template/generate and POST /template/preview. The body goes to a worker as it came. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { readJsonBytes } from '../body/request-body.ts';
import { answeredBy, countFailure } from '../document-answers.ts';
import { GenerateBody, PreviewBody } from '../schemas/documents.ts';
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

export const generate = (app: FastifyInstance, context: RouteContext): void => {
  const { documents, inFlight, settings } = context;
  const bodyOf = (request: FastifyRequest): Promise<Uint8Array> =>
    readJsonBytes(request, inFlight, settings.bodyBytes);

  app.post(
    '/template/generate',
    {
      onResponse: countFailure(context),
      config: { scope: 'generate', bucket: 'generate' },
      schema: {
        operationId: 'generateDocument',
        summary: 'Generate a document from a template and data',
        tags: ['documents'],
        headers: RetryHeaders,
        body: GenerateBody,
        response: {
          200: binary('The document.', [PDF_TYPE, DOCX_TYPE], { ...DOCUMENT_HEADERS, ...REPLAYED_HEADER }),
          ...errorAnswers(402, 404, 409, 422),
        },
      },
    },
    answeredBy(context, async (request) => {
      const body = await bodyOf(request);
      return { content: [body], make: (order) => documents.generate({ ...order, body }) };
    }),
  );

  app.post(
    '/template/preview',
    {
      config: { scope: 'generate', bucket: 'preview' },
      schema: {
        operationId: 'previewDocument',
        security: [{ session: [] }],
        summary:
          'What generate would make, as a PDF with a mark across each page, free of charge; for people only',
        tags: ['documents'],
        body: PreviewBody,
        response: {
          200: binary('The preview.', [PDF_TYPE], DOCUMENT_HEADERS),
          ...errorAnswers(404),
        },
      },
    },
    answeredBy(context, async (request) => {
      const body = await bodyOf(request);
      return { make: (order) => documents.preview({ ...order, body }) };
    }),
  );
};
