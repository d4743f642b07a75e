/** POST /template/generate and POST /template/preview. The body goes to a worker as it came. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { callerOf, countUse, rateUseOf, showUse } from '../authentication.ts';
import { readJsonBytes, signalOf } from '../body/request-body.ts';
import { answeredBy } from '../document-answers.ts';
import { MAPPED_TYPE } from '../mapped-answer.ts';
import { GenerateBody, PreviewBody } from '../schemas/documents.ts';
import {
  binary,
  DOCUMENT_HEADERS,
  DOCX_TYPE,
  errorAnswers,
  PDF_TYPE,
  REPLAYED_HEADER,
  RetryHeaders,
  reference,
} from '../schemas/shared.ts';
import type { RouteContext } from '../types.ts';

const MAPPED_TYPES = [PDF_TYPE, DOCX_TYPE, MAPPED_TYPE];

export const generate = (app: FastifyInstance, context: RouteContext): void => {
  const { documents, inFlight, settings } = context;
  const bodyOf = (request: FastifyRequest): Promise<Uint8Array> =>
    readJsonBytes(request, inFlight, settings.bodyBytes);

  app.post(
    '/template/generate',
    {
      config: { scope: 'generate', bucket: 'generate', call: 'generate' },
      schema: {
        operationId: 'generateDocument',
        summary: 'Generate a document from a template and data',
        tags: ['documents'],
        headers: RetryHeaders,
        body: GenerateBody,
        response: {
          200: binary('The document; with `options.map`, the document and its map.', MAPPED_TYPES, {
            ...DOCUMENT_HEADERS,
            ...REPLAYED_HEADER,
          }),
          ...errorAnswers(402, 404, 409, 422),
        },
      },
    },
    answeredBy(context, async (request) => {
      const body = await bodyOf(request);
      return { content: [body], make: (order) => documents.generate({ ...order, body }) };
    }),
  );

  const preview = answeredBy(context, async (request) => {
    const body = await bodyOf(request);
    return { make: (order) => documents.preview({ ...order, body }) };
  });
  const map = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const signal = signalOf(reply);
    const use = rateUseOf(request);
    try {
      const body = await bodyOf(request);
      const order = { caller: callerOf(request), requestId: request.id, signal, use, body };
      const json = await documents.previewMap(order);
      showUse(use, reply);
      // JSON already, and perhaps large: it is not taken apart on its way out.
      return reply.type('application/json; charset=utf-8').serializer(String).send(json);
    } catch (error) {
      await countUse(request, reply);
      throw error;
    }
  };

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
          200: {
            ...binary(
              'The preview; its map where JSON is accepted.',
              [PDF_TYPE, MAPPED_TYPE],
              DOCUMENT_HEADERS,
            ),
            content: {
              ...binary('', [PDF_TYPE, MAPPED_TYPE]).content,
              'application/json': { schema: reference('DocumentMap') },
            },
          },
          ...errorAnswers(404),
        },
      },
    },
    async (request, reply) => (wantsMap(request) ? map(request, reply) : preview(request, reply)),
  );
};

/** The map by itself, for who accepts JSON and nothing else: who shows pages while somebody types asks for it when they are there. */
const wantsMap = ({ headers: { accept = '' } }: FastifyRequest): boolean =>
  /^\s*application\/json\b[^,]*$/.test(accept);
