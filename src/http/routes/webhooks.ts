/** GET and POST /organization/webhooks, PATCH and DELETE on one, its deliveries, and sending one again. */
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import type { Delivery } from '../../service/webhooks/webhook-ports.ts';
import type { MadeWebhook } from '../../service/webhooks/webhooks.ts';
import { iso, isoOrNull, pageOf } from '../answer-values.ts';
import { callerOf } from '../authentication.ts';
import { parseObject } from '../body/json-object.ts';
import { readJsonBytes, SMALL_BODY_BYTES } from '../body/request-body.ts';
import { NO_CONTENT, RowsQuery } from '../schemas/organization.ts';
import { errorAnswers, json, reference } from '../schemas/shared.ts';
import {
  DeliveriesAnswer,
  DeliveryParams,
  WebhookBody,
  WebhookChangeBody,
  WebhookParams,
  WebhooksAnswer,
} from '../schemas/webhooks.ts';
import type { RouteContext } from '../types.ts';

export const webhooks = (plain: FastifyInstance, { webhooks: service, inFlight }: RouteContext): void => {
  const app = plain.withTypeProvider<TypeBoxTypeProvider>();
  const config = { scope: 'admin' } as const;
  const tags = ['webhooks'];

  app.get(
    '/organization/webhooks',
    {
      config,
      schema: {
        operationId: 'listWebhooks',
        summary: 'Where events are sent, oldest first',
        tags,
        response: { 200: json('The webhooks.', WebhooksAnswer), ...errorAnswers() },
      },
    },
    async (request) => {
      const { webhooks: found, callback } = await service.list(callerOf(request).organization.id);
      return {
        webhooks: found.map((webhook) => shown({ webhook })),
        callback: callback === undefined ? null : shown({ webhook: callback }),
      };
    },
  );

  plain.post(
    '/organization/webhooks',
    {
      config,
      schema: {
        operationId: 'createWebhook',
        summary: 'Have events sent to an address',
        tags,
        body: WebhookBody,
        response: { 201: json('The webhook, with its secret.', reference('Webhook')), ...errorAnswers(409) },
      },
    },
    async (request, reply) => {
      const body = parseObject(await readJsonBytes(request, inFlight, SMALL_BODY_BYTES));
      const { organization, actor } = callerOf(request);
      const sent = { url: body.get('url'), events: body.get('events') };
      reply.code(201);
      return shown(await service.create(organization.id, sent, actor));
    },
  );

  app.patch(
    '/organization/webhooks/:id',
    {
      config,
      schema: {
        operationId: 'updateWebhook',
        summary: 'Change a webhook, switch it on or off, or give it a new secret; what is left out stays',
        tags,
        params: WebhookParams,
        body: WebhookChangeBody,
        response: {
          200: json('The webhook; with its secret where that is new.', reference('Webhook')),
          ...errorAnswers(404),
        },
      },
    },
    async (request) => {
      const body = parseObject(await readJsonBytes(request, inFlight, SMALL_BODY_BYTES));
      const { organization, actor } = callerOf(request);
      const sent = {
        url: body.get('url'),
        events: body.get('events'),
        disabled: body.get('disabled'),
        rotateSecret: body.get('rotateSecret'),
      };
      return shown(await service.update(organization.id, request.params.id, sent, actor));
    },
  );

  app.delete(
    '/organization/webhooks/:id',
    {
      config,
      schema: {
        operationId: 'deleteWebhook',
        summary: 'Delete a webhook and its deliveries',
        tags,
        params: WebhookParams,
        response: { ...NO_CONTENT, ...errorAnswers(404) },
      },
    },
    async (request, reply) => {
      const { organization, actor } = callerOf(request);
      await service.delete(organization.id, request.params.id, actor);
      return reply.code(204).send(null);
    },
  );

  app.get(
    '/organization/webhooks/:id/deliveries',
    {
      config,
      schema: {
        operationId: 'listDeliveries',
        summary: 'What was sent, newest first, with every attempt',
        tags,
        params: WebhookParams,
        querystring: RowsQuery,
        response: { 200: json('A page of deliveries.', DeliveriesAnswer), ...errorAnswers(404) },
      },
    },
    async (request) => {
      const organizationId = callerOf(request).organization.id;
      const { entries, next } = await pageOf(request.query, (rows) =>
        service.deliveries(organizationId, request.params.id, rows),
      );
      return { deliveries: entries.map(shownDelivery), next };
    },
  );

  app.post(
    '/organization/webhooks/:id/deliveries/:delivery/redeliver',
    {
      config,
      schema: {
        operationId: 'redeliver',
        summary: 'Send it again now, whatever became of it',
        tags,
        params: DeliveryParams,
        response: { 202: json('It will be sent.', reference('Delivery')), ...errorAnswers(404) },
      },
    },
    async (request, reply) => {
      const { id, delivery } = request.params;
      reply.code(202);
      return shownDelivery(await service.redeliver(callerOf(request).organization.id, id, delivery));
    },
  );
};

const shown = ({ webhook, secret }: MadeWebhook) => ({
  id: webhook.id,
  url: webhook.url,
  events: webhook.events,
  disabled: webhook.isDisabled,
  failingSince: isoOrNull(webhook.failingSince),
  oldSecretUntil: isoOrNull(webhook.oldSecretUntil),
  createdAt: iso(webhook.createdAt),
  ...(secret !== undefined && { secret }),
});

const shownDelivery = ({ webhookId: _webhookId, ...delivery }: Delivery) => ({
  ...delivery,
  createdAt: iso(delivery.createdAt),
  nextAt: isoOrNull(delivery.nextAt),
  finishedAt: isoOrNull(delivery.finishedAt),
  attempts: delivery.attempts.map((attempt) => ({ ...attempt, at: iso(attempt.at) })),
});
