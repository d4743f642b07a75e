/** GET, PUT and DELETE /template/samples: sets of data that a template is tried with. */
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { PlatenError } from '../../errors.ts';
import type { Caller } from '../../service/authenticator.ts';
import { sampleOfCall } from '../../service/calls/sample-of-call.ts';
import type { SampleSummary } from '../../service/model.ts';
import { sampleNameOf, templateKeyOf } from '../../service/template-rules.ts';
import type { SampleFit } from '../../service/versions/samples.ts';
import { iso } from '../answer-values.ts';
import { callerOf, lacksScope } from '../authentication.ts';
import { parseObject } from '../body/json-object.ts';
import { readJsonBytes, signalOf } from '../body/request-body.ts';
import {
  SampleAnswer,
  SampleBody,
  SampleQuery,
  SamplesAnswer,
  SamplesQuery,
  SavedSample,
} from '../schemas/samples.ts';
import { errorAnswers, json, reference } from '../schemas/shared.ts';
import { Type } from '../schemas/type.ts';
import type { RouteContext } from '../types.ts';
import { queriedChoice } from './queried-choice.ts';
import { sentKey } from './sent-key.ts';

/** What is kept is without blanks between values, and may have come with many. */
const BODY_BYTES = 2 * 1024 * 1024;

export const templateSamples = (plain: FastifyInstance, context: RouteContext): void => {
  const { samples, inFlight } = context;
  const app = plain.withTypeProvider<TypeBoxTypeProvider>();
  const tags = ['templates'];

  app.get(
    '/template/samples',
    {
      config: { scope: 'templates:read' },
      schema: {
        operationId: 'listSamples',
        summary: 'Sample sets of a template, or one of them with its data',
        tags,
        querystring: SamplesQuery,
        response: {
          200: json('The sets; with a name, the one.', Type.Union([SamplesAnswer, SampleAnswer])),
          ...errorAnswers(404),
        },
      },
    },
    async (request, reply) => {
      const signal = signalOf(reply);
      const { templateKey, name, check = false } = request.query;
      const place = { organizationId: callerOf(request).organization.id, key: templateKeyOf(templateKey) };
      const terms = { choice: queriedChoice(request.query), signal };
      if (name !== undefined) {
        const sample = await samples.get(place, sampleNameOf(name));
        const facts = { ...shown(sample), ...shownFit(await samples.fit(place, sample, terms)) };
        // Data and options are JSON already, and are not taken apart on their way out.
        const text = `${JSON.stringify(facts).slice(0, -1)},"data":${sample.data},"options":${sample.options}}`;
        return reply.type('application/json; charset=utf-8').serializer(String).send(text);
      }
      const rows = [];
      for (const one of await samples.list(place)) {
        const fit = check && (await samples.fit(place, await samples.get(place, one.name), terms));
        rows.push({ ...shown(one), ...(fit && shownFit(fit)) });
      }
      return { samples: rows };
    },
  );

  plain.put(
    '/template/samples',
    {
      config: { scope: 'templates:write' },
      schema: {
        operationId: 'putSample',
        summary: 'Keep a sample set, or replace one of the same name',
        tags,
        body: SampleBody,
        response: { 200: json('What is kept.', SavedSample), ...errorAnswers(404, 409) },
      },
    },
    async (request) => {
      const sent = parseObject(await readJsonBytes(request, inFlight, BODY_BYTES));
      const key = sentKey(sent);
      const caller = callerOf(request);
      const whole = sent.has('call') ? await withSentOfCall(context, caller, key, sent) : sent;
      return shown(await samples.put(caller, key, whole));
    },
  );

  app.delete(
    '/template/samples',
    {
      config: { scope: 'templates:write' },
      schema: {
        operationId: 'deleteSample',
        summary: 'Delete a sample set',
        tags,
        querystring: SampleQuery,
        response: { 200: json('Deleted.', reference('Success')), ...errorAnswers(404) },
      },
    },
    async (request) => {
      const { templateKey, name } = request.query;
      await samples.delete(callerOf(request), templateKeyOf(templateKey), sampleNameOf(name));
      return { success: true };
    },
  );
};

/** `call` in place of `data`: whoever may look at what was sent may keep it, and the look is in the audit log. */
const withSentOfCall = async (
  { calls, organizations }: RouteContext,
  caller: Caller,
  key: string,
  sent: ReadonlyMap<string, unknown>,
): Promise<ReadonlyMap<string, unknown>> => {
  if (!caller.scopes.includes('admin')) throw lacksScope(caller, 'admin');
  for (const name of ['data', 'options'])
    if (sent.has(name))
      throw new PlatenError('bad_request', `\`call\` brings its own \`${name}\`: send one of the two.`);
  const { id } = caller.organization;
  const call = await calls.get(id, String(sent.get('call')));
  if (call.templateKey !== key)
    throw new PlatenError('bad_request', `The call was about the template "${call.templateKey}".`, {
      hint: `Name that one in \`templateKey\`, or send the data itself.`,
    });
  const found = await calls.data(await organizations.get(id), call, caller.actor);
  if (found.data === null)
    throw new PlatenError('call_data_gone', `What the call sent can't be kept: ${found.problem}`);
  return new Map([...sent, ...Object.entries(sampleOfCall(found.data))]);
};

const shown = ({ name, bytes, isDefault, changedAt, changedBy }: SampleSummary) => ({
  name,
  bytes,
  default: isDefault,
  changedAt: iso(changedAt),
  changedBy,
});

const shownFit = ({ valid, missing, mistyped, unused }: SampleFit) => ({
  fits: valid,
  problems: { missing, mistyped, unused },
});
