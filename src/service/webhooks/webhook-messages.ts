/**
 * messageOf :: delivery → body and headers, by the specification Standard Webhooks
 *
 * Signed is `id.timestamp.body`: nobody who hears a message can send it under another id, or much later. While a secret rotates,
 * both sign.
 */
import { createHmac, randomBytes } from 'node:crypto';
import type { Job } from '../jobs/job-ports.ts';
import { shownJob } from '../jobs/shown-job.ts';
import type { ClaimedDelivery } from './webhook-ports.ts';

const SECRET_PREFIX = 'whsec_';
/** The specification asks for 24 to 64. */
const SECRET_BYTES = 32;

export const makeWebhookSecret = (): string =>
  `${SECRET_PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`;

const signatureOf = (secret: string, signed: string): string => {
  const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64');
  return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
};

/** The same at every attempt: it is made of what was kept when it happened. */
const bodyOf = ({ event, createdAt, facts }: ClaimedDelivery): string => {
  const kept: unknown = JSON.parse(facts);
  const data = event.startsWith('job.') ? shownJob(kept as Job) : kept;
  return JSON.stringify({ type: event, timestamp: new Date(createdAt).toISOString(), data });
};

export const messageOf = (
  delivery: ClaimedDelivery,
  now: number,
): { readonly body: string; readonly headers: Readonly<Record<string, string>> } => {
  const body = bodyOf(delivery);
  const timestamp = String(Math.floor(now / 1000));
  const signed = `${delivery.eventId}.${timestamp}.${body}`;
  return {
    body,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Platen',
      'webhook-id': delivery.eventId,
      'webhook-timestamp': timestamp,
      'webhook-signature': delivery.secrets.map((secret) => signatureOf(secret, signed)).join(' '),
    },
  };
};
