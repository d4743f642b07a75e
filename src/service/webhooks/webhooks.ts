/**
 * Receivers of an organization's events: made, changed, looked at. Whoever calls has made sure that the organization is theirs;
 * each change is in the audit log. A secret is shown when it is made, and never again.
 */
import { randomUUID } from 'node:crypto';
import { PlatenError } from '../../errors.ts';
import { check } from '../admin-rules.ts';
import { FieldErrors, required } from '../field-errors.ts';
import type { Rows } from '../organizations.ts';
import { makeWebhookSecret } from './webhook-messages.ts';
import {
  type Delivery,
  WEBHOOK_EVENTS,
  type Webhook,
  type WebhookChange,
  type WebhookEvent,
  type WebhookStore,
} from './webhook-ports.ts';

/** The receiver that stands for the callbacks of an organization's jobs. */
const CALLBACK = 'callback';
const MOST_WEBHOOKS = 20;
const URL_CHARACTERS = 2000;
/** How long the secret before goes on signing. */
const OVERLAP_MS = 24 * 3_600_000;

interface Needs {
  readonly webhooks: WebhookStore;
  /** What is wrong with an address, as far as that can be told without a look-up; undefined: nothing. */
  readonly addressProblem: AddressProblem;
  /** Told of a delivery that is due at once. */
  readonly wake: () => void;
  readonly now: () => number;
}

export type AddressProblem = (url: string) => string | undefined;

type SentWebhook = {
  readonly [Name in 'url' | 'events' | 'disabled' | 'rotateSecret']?: unknown;
};

export interface MadeWebhook {
  readonly webhook: Webhook;
  /** Where one was made. */
  readonly secret?: string;
}

export class Webhooks {
  readonly #needs: Needs;

  constructor(needs: Needs) {
    this.#needs = needs;
  }

  /** With the one that stands for callbacks, where there is any. */
  async list(
    organizationId: string,
  ): Promise<{ readonly webhooks: readonly Webhook[]; readonly callback: Webhook | undefined }> {
    const { webhooks } = this.#needs;
    const [all, callback] = await Promise.all([
      webhooks.list(organizationId),
      webhooks.get(organizationId, CALLBACK),
    ]);
    return { webhooks: all, callback };
  }

  async create(
    organizationId: string,
    sent: Pick<SentWebhook, 'url' | 'events'>,
    actor: string,
  ): Promise<MadeWebhook> {
    const { webhooks, now } = this.#needs;
    const fieldErrors = new FieldErrors();
    const url = fieldErrors.field('url', () => this.#urlOf(required(sent.url, 'url')), '');
    const events = fieldErrors.field('events', () => eventsOf(required(sent.events, 'events')), []);
    fieldErrors.throwIfAny();
    const secret = makeWebhookSecret();
    const made = { id: randomUUID(), organizationId, url, events, secret, within: MOST_WEBHOOKS };
    return { webhook: await webhooks.create(made, { name: actor, at: now() }), secret };
  }

  async update(organizationId: string, id: string, sent: SentWebhook, actor: string): Promise<MadeWebhook> {
    const { webhooks, now } = this.#needs;
    const { change, secret } = this.#changeOf(id, sent);
    if (id === CALLBACK) await webhooks.keepCallback(organizationId, makeWebhookSecret(), now());
    const webhook =
      Object.keys(change).length === 0
        ? await webhooks.get(organizationId, id)
        : await webhooks.update(organizationId, id, change, { name: actor, at: now() });
    return { webhook: there(webhook), ...(secret !== undefined && { secret }) };
  }

  async delete(organizationId: string, id: string, actor: string): Promise<void> {
    const { webhooks, now } = this.#needs;
    check(id !== CALLBACK, 'The receiver of callbacks cannot be deleted');
    if (!(await webhooks.delete(organizationId, id, { name: actor, at: now() }))) throw notFound();
  }

  /** Newest first. */
  async deliveries(organizationId: string, id: string, page: Rows): Promise<readonly Delivery[]> {
    // Before the first callback there are none of those, and that is no mistake.
    if (id !== CALLBACK) there(await this.#needs.webhooks.get(organizationId, id));
    return this.#needs.webhooks.deliveries(organizationId, id, page);
  }

  async redeliver(organizationId: string, id: string, deliveryId: string): Promise<Delivery> {
    const { webhooks, now, wake } = this.#needs;
    const delivery = await webhooks.redeliver(organizationId, id, deliveryId, now());
    if (delivery === undefined)
      throw new PlatenError('delivery_not_found', 'The webhook has no delivery with this id.');
    wake();
    return delivery;
  }

  #changeOf(
    id: string,
    sent: SentWebhook,
  ): { readonly change: WebhookChange; readonly secret: string | undefined } {
    const fieldErrors = new FieldErrors();
    const field = <T>(name: keyof SentWebhook, read: (value: unknown) => T): T | undefined =>
      sent[name] === undefined
        ? undefined
        : fieldErrors.field<T | undefined>(
            name,
            () => {
              check(
                id !== CALLBACK || name === 'rotateSecret',
                `Of the receiver of callbacks only the secret can be changed, not ${name}`,
              );
              return read(sent[name]);
            },
            undefined,
          );
    const url = field('url', (value) => this.#urlOf(value));
    const events = field('events', eventsOf);
    const isDisabled = field('disabled', (value) => booleanOf(value, 'disabled'));
    const isRotated = field('rotateSecret', (value) => booleanOf(value, 'rotateSecret'));
    fieldErrors.throwIfAny();
    const secret = isRotated === true ? makeWebhookSecret() : undefined;
    return {
      change: {
        ...(url !== undefined && { url }),
        ...(events !== undefined && { events }),
        ...(isDisabled !== undefined && { isDisabled }),
        ...(secret !== undefined && {
          secret: { fresh: secret, oldUntil: this.#needs.now() + OVERLAP_MS },
        }),
      },
      secret,
    };
  }

  #urlOf(value: unknown): string {
    check(
      typeof value === 'string' && value.length <= URL_CHARACTERS && !/\p{Cc}/u.test(value),
      `url must be an address of at most ${URL_CHARACTERS} characters`,
    );
    const problem = this.#needs.addressProblem(value);
    check(problem === undefined, `url can't be used: ${problem}`);
    return value;
  }
}

const eventsOf = (value: unknown): readonly WebhookEvent[] => {
  const names: readonly unknown[] = Array.isArray(value) ? value : [];
  check(
    names.length > 0 && names.every((name) => WEBHOOK_EVENTS.some((event) => event === name)),
    `events must be a list of some of ${WEBHOOK_EVENTS.join(', ')}`,
  );
  return WEBHOOK_EVENTS.filter((event) => names.includes(event));
};

const booleanOf = (value: unknown, name: string): boolean => {
  check(typeof value === 'boolean', `${name} must be true or false`);
  return value;
};

const notFound = (): PlatenError =>
  new PlatenError('webhook_not_found', 'The organization has no webhook with this id.');

const there = (webhook: Webhook | undefined): Webhook => {
  if (webhook === undefined) throw notFound();
  return webhook;
};
