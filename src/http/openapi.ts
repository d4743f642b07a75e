/** /openapi.json from the schemas that the routes carry, and /docs/reference to read it; nothing is loaded from elsewhere. */
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
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

/** Styles are set from script; everything comes from here, over whatever scheme the page itself came. */
const DOCS_POLICY =
  "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; object-src 'none'; " +
  "base-uri 'self'; frame-ancestors 'none'";

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
    transform: ({ schema, url }) => ({ url, schema: documented(schema) }),
    refResolver: {
      buildLocalReference: ({ $id }, _base, _fragment, index) => String($id ?? `schema-${index}`),
    },
  });
  app.get('/openapi.json', { schema: { hide: true } }, async () => app.swagger());
  await app.register(swaggerUi, {
    routePrefix: '/docs/reference',
    staticCSP: DOCS_POLICY,
    theme: { title: 'Platen API' },
    // Without a validator's address the page asks a public one about the document; the other layout has a bar to load
    // other documents, with somebody else's name on it.
    uiConfig: { deepLinking: true, validatorUrl: null, layout: 'BaseLayout' },
  });
};

/** Routes whose body may be left out read it themselves; Fastify would ask for one. */
const documented = (schema: FastifySchema | undefined): FastifySchema => {
  const { documentedBody, ...rest } = schema ?? {};
  return documentedBody === undefined ? rest : { ...rest, body: documentedBody };
};
