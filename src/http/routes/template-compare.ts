/** GET /template/compare: what changes for whoever fills a template in, and for whoever reads its documents. */
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { sampleNameOf, templateKeyOf } from '../../service/template-rules.ts';
import { callerOf } from '../authentication.ts';
import { signalOf } from '../body/request-body.ts';
import { CompareAnswer, CompareQuery } from '../schemas/compare.ts';
import { errorAnswers, json } from '../schemas/shared.ts';
import type { RouteContext } from '../types.ts';

export const templateCompare = (plain: FastifyInstance, { compare }: RouteContext): void => {
  plain.withTypeProvider<TypeBoxTypeProvider>().get(
    '/template/compare',
    {
      config: { scope: 'templates:read' },
      schema: {
        operationId: 'compareVersions',
        summary: 'What differs between two versions of a template: fields, sample sets, words on the pages',
        tags: ['templates'],
        querystring: CompareQuery,
        response: { 200: json('What differs.', CompareAnswer), ...errorAnswers(404) },
      },
    },
    async (request, reply) => {
      const { templateKey, from = 'newest', to = 'draft', layout = false, sample } = request.query;
      const name = sample === undefined ? undefined : sampleNameOf(sample);
      const compared = await compare.compare({
        caller: callerOf(request),
        requestId: request.id,
        key: templateKeyOf(templateKey),
        from,
        to,
        ...((layout || name !== undefined) && { layout: { sample: name } }),
        signal: signalOf(reply),
      });
      const version = ({ version: number, fileHash }: typeof compared.from) => ({
        version: number,
        sha256: fileHash,
      });
      const { isSameFile: sameFile, fields, words } = compared;
      const answer = {
        from: version(compared.from),
        to: version(compared.to),
        sameFile,
        fields,
        samples: compared.samples.map(({ name: set, fitsFrom, valid, missing, mistyped, unused }) => ({
          name: set,
          fits: valid,
          fitsFrom,
          problems: { missing, mistyped, unused },
        })),
        words,
      };
      // Thousands of marks are written as they are.
      return reply.type('application/json; charset=utf-8').serializer(String).send(JSON.stringify(answer));
    },
  );
};
