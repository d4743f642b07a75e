/** buildServer :: what the service offers → a Fastify server that has not begun to listen. */
import type { Server } from 'node:http';
import ajvCompiler from '@fastify/ajv-compiler';
import {
  type FastifyBaseLogger,
  type FastifyHttpOptions,
  type FastifyInstance,
  type FastifyRequest,
  fastify,
  LogController,
} from 'fastify';
import { PlatenError } from '../errors.ts';
import type { Stages } from '../stages.ts';
import { requireCaller } from './authentication.ts';
import { InFlight } from './body/in-flight.ts';
import { logCall } from './calls.ts';
import { shareConnections } from './connections.ts';
import { openConsole } from './console-files.ts';
import { replyToClientError, replyWithError } from './error-replies.ts';
import { noteAnswer, requestIdOf } from './logging.ts';
import { serveMetrics } from './metrics.ts';
import { describeApi } from './openapi.ts';
import { parseQuery } from './query-string.ts';
import { exampleTemplates } from './routes/examples.ts';
import { generate } from './routes/generate.ts';
import { invitation } from './routes/invitation.ts';
import { jobs, resultsByLink } from './routes/jobs.ts';
import { members, newOrganization } from './routes/members.ts';
import { oidc } from './routes/oidc.ts';
import { operations } from './routes/operations.ts';
import { organization } from './routes/organization.ts';
import { organizationCalls } from './routes/organization-calls.ts';
import { organizationKeys } from './routes/organization-keys.ts';
import { organizationPrelude } from './routes/organization-prelude.ts';
import { organizationRecords } from './routes/organization-records.ts';
import { render } from './routes/render.ts';
import { session } from './routes/session.ts';
import { templateCheck } from './routes/template-check.ts';
import { templateCompare } from './routes/template-compare.ts';
import { templateForms } from './routes/template-forms.ts';
import { templateInspect } from './routes/template-inspect.ts';
import { templateLabels } from './routes/template-labels.ts';
import { templateSamples } from './routes/template-samples.ts';
import { templateVersions } from './routes/template-versions.ts';
import { templateDelete, templateDownload, templateList } from './routes/templates.ts';
import { webhooks } from './routes/webhooks.ts';
import type { HttpNeeds, RouteContext } from './types.ts';
import { handleUnknownRoutes, pathOf } from './unknown-routes.ts';

const SECOND = 1000;
/** Longer than a load balancer's own (60 s is common), so that it is never us who closes a connection it just reused. */
const KEEP_ALIVE_MS = 72 * SECOND;
const HEADERS_MS = 20 * SECOND;
/** Before a body has to arrive at a certain rate: names are looked up, connections begin slowly. */
const BODY_GRACE_MS = 10 * SECOND;
/** A socket on which nothing moves: longer than any render or conversion may take. */
const SILENT_MS = 600 * SECOND;
/** How often Node looks for requests that take too long to arrive; its own default is 30 s. */
const CHECK_MS = 1 * SECOND;

const SECURITY_HEADERS = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
};

/** A number says how many proxies stand between the client and this server. */
const trustedProxies = (trust: HttpNeeds['settings']['trustProxy']) => {
  if (typeof trust === 'number') return (_address: string, hop: number): boolean => hop < trust;
  return typeof trust === 'boolean' ? trust : [...trust];
};

/** RFC 9112 §3.2: whoever stands in front may have believed the other one. */
const refuseTwoHosts = (rawHeaders: readonly string[]): void => {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]?.length === 4 && rawHeaders[at]?.toLowerCase() === 'host') hosts += 1;
  if (hosts > 1) throw new PlatenError('bad_request', 'The request has more than one Host header.');
};

/** Asked every few seconds by machines, and of no use to anybody who looks at traces. */
const UNTRACED: ReadonlySet<string | undefined> = new Set(['/healthz', '/readyz', '/metrics']);

/** Undefined where nothing is traced. What is logged for the request names its trace. */
const traceOf = (request: FastifyRequest, watch: HttpNeeds['watch']): Stages | undefined => {
  const { headers: carried } = request;
  const stages = UNTRACED.has(request.routeOptions.url) ? undefined : watch.start('request', { carried });
  if (stages?.trace === undefined) return undefined;
  request.stages = stages;
  request.log = request.log.child({ traceId: stages.trace.id });
  return stages;
};

const validators = ajvCompiler();
type Validators = typeof validators;

/** Routes read their own bodies: these have not been read when Fastify would validate them. */
const validateAllButBodies: Validators = (schemas, options) => {
  const compile = validators(schemas, options);
  const isFine = Object.assign(() => true, { schema: true, schemaEnv: {} }) as unknown as ReturnType<
    typeof compile
  >;
  return (part, meta) =>
    (part as { readonly httpPart?: string }).httpPart === 'body' ? isFine : compile(part, meta);
};

const serverOptions = ({ settings, logger }: HttpNeeds): FastifyHttpOptions<Server, FastifyBaseLogger> => ({
  loggerInstance: logger,
  // One line a request is written by `logRequests`; Fastify's own would hold addresses with their queries.
  logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
  genReqId: requestIdOf,
  trustProxy: trustedProxies(settings.trustProxy),
  requestTimeout: settings.requestSeconds * SECOND,
  connectionTimeout: SILENT_MS,
  keepAliveTimeout: KEEP_ALIVE_MS,
  http: {
    headersTimeout: Math.min(HEADERS_MS, settings.requestSeconds * SECOND),
    connectionsCheckingInterval: CHECK_MS,
  },
  forceCloseConnections: 'idle',
  return503OnClosing: false,
  routerOptions: { ignoreTrailingSlash: true, querystringParser: parseQuery },
  // All mistakes of a request at once. Query strings are short, so that is cheap.
  ajv: { customOptions: { allErrors: true } },
  schemaController: { compilersFactory: { buildValidator: validateAllButBodies } },
  clientErrorHandler: replyToClientError,
  frameworkErrors: replyWithError,
});

export const buildServer = async (needs: HttpNeeds): Promise<FastifyInstance> => {
  const { settings } = needs;
  const app: FastifyInstance = fastify(serverOptions(needs));
  const { connections, trustProxy } = settings;
  const isProxied = trustProxy !== false && trustProxy !== 0;
  shareConnections(app.server, { connections, isProxied, held: needs.held?.connections });

  const inFlight = new InFlight({
    bytes: settings.inFlightBytes,
    pace: {
      graceMs: Math.min(BODY_GRACE_MS, (settings.requestSeconds * SECOND) / 4),
      bytesPerSecond: settings.bodyRate,
    },
    held: needs.held,
  });
  const { metrics, watch } = needs;
  metrics.watchBodies(() => inFlight.held);
  const context: RouteContext = { ...needs, inFlight };

  app.decorateRequest('caller', null);
  app.decorateRequest('rateUse', null);
  app.decorateRequest('failure', null);
  app.decorateRequest('callNotes', null);
  app.decorateRequest('stages', null);
  app.decorateRequest('heldBytes', 0);
  app.decorateRequest('bodyHolder', null);
  app.setErrorHandler(replyWithError);
  // What the schemas describe is what the handlers return; nothing is to be filtered out on the way.
  app.setSerializerCompiler(() => (value) => JSON.stringify(value));
  // Routes read their own bodies, after authentication, each with its own limit.
  app.removeAllContentTypeParsers();
  // The first is named because Fastify remembers the parser of a name, and looks for that of all others each time.
  app.addContentTypeParser(['application/json', '*'], (_request, _payload, done) => done(null));

  const securityHeaders = {
    ...SECURITY_HEADERS,
    // Half a year: a browser that has seen https once does not try without.
    ...(settings.publicUrl?.startsWith('https:') && { 'strict-transport-security': 'max-age=15552000' }),
  };
  let closing = false;
  app.addHook('preClose', async () => {
    closing = true;
  });
  // Hooks of every request call back: a promise for each would be a turn of the queue for each.
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(securityHeaders).header('x-request-id', request.id);
    // Fastify's onResponse does not come where the caller hung up; this always does.
    reply.raw.once('close', () => {
      inFlight.release(request);
      noteAnswer(request, reply, needs);
      logCall(request, reply, needs);
    });
    const stages = traceOf(request, watch);
    if (closing) throw new PlatenError('shutting_down', 'This server is shutting down.');
    refuseTwoHosts(request.raw.rawHeaders);
    // No id holds one, and PostgreSQL refuses to look for it.
    if (!request.is404 && pathOf(request.url).includes('%00'))
      throw new PlatenError('bad_request', 'The address holds a NUL character.');
    if (stages === undefined) done();
    else watch.within(stages, done);
  });
  // Ajv takes "1e999" for a whole number and compares it with no limit.
  app.addHook('preHandler', (request, _reply, done) => {
    for (const [name, value] of Object.entries(request.query ?? {}))
      if (typeof value === 'number' && !Number.isFinite(value))
        throw new PlatenError('bad_request', `${name} must be a whole number.`);
    done();
  });
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (closing) reply.header('connection', 'close');
    done();
  });
  const consoleFiles = openConsole(settings.consoleFolder, () => needs.sessions.warm());
  handleUnknownRoutes(app, (reply) => consoleFiles.sendPage(reply, 404));

  await describeApi(app, settings.version);
  operations(app, needs);
  serveMetrics(app, needs);
  await app.register(async (api) => {
    requireCaller(api, context);
    templateForms(api, context);
    templateList(api, context);
    templateDownload(api, context);
    templateDelete(api, context);
    templateInspect(api, context);
    templateVersions(api, context);
    templateLabels(api, context);
    templateSamples(api, context);
    templateCompare(api, context);
    templateCheck(api, context);
    generate(api, context);
    render(api, context);
    jobs(api, context);
    organization(api, context);
    organizationPrelude(api, context);
    organizationKeys(api, context);
    members(api, context);
    organizationRecords(api, context);
    organizationCalls(api, context);
    webhooks(api, context);
    exampleTemplates(api, context);
  });
  await app.register(async (people) => {
    session(people, context);
    invitation(people, context, consoleFiles);
    newOrganization(people, context);
    oidc(people, context);
  });
  resultsByLink(app, context);
  consoleFiles.serve(app);
  return app;
};
