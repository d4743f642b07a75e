/** /openapi.json from the schemas that the routes carry, which the console shows at /docs/reference. */
import swagger from '@fastify/swagger';
import type { FastifyInstance, FastifySchema } from 'fastify';
import { CallSchema } from './schemas/calls.ts';
import { JobSchema } from './schemas/jobs.ts';
import { ORGANIZATION_SCHEMAS } from './schemas/organization.ts';
import { SESSION_SCHEMAS } from './schemas/session.ts';
import { SHARED_SCHEMAS } from './schemas/shared.ts';
import { DeliverySchema, WebhookSchema } from './schemas/webhooks.ts';

const DESCRIPTION = `Word templates and JSON in, finished DOCX and PDF out.

Every operation takes \`Authorization: Bearer <API key>\`, or the cookie of somebody who is signed in to the console (with
the header \`Platen-Console: 1\` where it changes something). Every error has the same shape; its \`code\` is stable.
Limits are per organization and minute: \`RateLimit-*\` headers on every authenticated answer.`;

/** Before the routes: it collects them as they are added. */
export const describeApi = async (app: FastifyInstance, version: string): Promise<void> => {
  for (const schema of [
    ...SHARED_SCHEMAS,
    JobSchema,
    CallSchema,
    WebhookSchema,
    DeliverySchema,
    ...ORGANIZATION_SCHEMAS,
    ...SESSION_SCHEMAS,
  ])
    app.addSchema(schema);
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Platen', version, description: DESCRIPTION, license: { name: 'Apache-2.0' } },
      servers: [{ url: '/' }],
      components: {
        securitySchemes: {
          apiKey: { type: 'http', scheme: 'bearer', bearerFormat: 'plt_…' },
          session: {
            type: 'apiKey',
            in: 'cookie',
            name: 'platen.session_token',
            description: 'From POST /session. Over https its name begins with __Secure-.',
          },
        },
      },
      security: [{ apiKey: [] }, { session: [] }],
      tags: [
        { name: 'templates', description: 'Upload, replace, list, download, delete, inspect.' },
        { name: 'documents', description: 'Generate.' },
        { name: 'organization', description: 'Settings, API keys, members, usage, credit, records.' },
        { name: 'webhooks', description: 'What happens, told to addresses of the organization.' },
        { name: 'session', description: 'Signing in, with a cookie: what the console uses.' },
      ],
    },
    transform: ({ schema, url, route }) => ({ url, schema: documented(schema, route.config?.scope) }),
    refResolver: {
      buildLocalReference: ({ $id }, _base, _fragment, index) => String($id ?? `schema-${index}`),
    },
  });
  app.get('/openapi.json', { schema: { hide: true } }, async () => app.swagger());
};

/**
 * Routes whose body may be left out read it themselves; Fastify would ask for one. The scope that a route wants is what OpenAPI calls a
 * role.
 */
const documented = (schema: FastifySchema | undefined, scope: string | undefined): FastifySchema => {
  const { documentedBody, ...rest } = schema ?? {};
  const security =
    scope === undefined || scope === 'any' ? undefined : [{ apiKey: [scope] }, { session: [scope] }];
  return {
    ...(security !== undefined && { security }),
    ...rest,
    ...(documentedBody !== undefined && { body: documentedBody }),
  };
};
