/** What webhooks need of the store: receivers, deliveries that several servers send, and what has become of each. */
import type { Trace } from '../../stages.ts';
import type { Actor } from '../model.ts';

export const WEBHOOK_EVENTS = [
  'job.completed',
  'job.failed',
  'document.failed',
  'credit.low',
  'template.changed',
] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

export interface Webhook {
  readonly id: string;
  /** Null for the callbacks of jobs, each of which has its own. */
  readonly url: string | null;
  readonly events: readonly WebhookEvent[];
  readonly isDisabled: boolean;
  /** Since when every attempt has failed; null while they don't. */
  readonly failingSince: number | null;
  /** Until when deliveries are signed with the secret before this one as well. */
  readonly oldSecretUntil: number | null;
  readonly createdAt: number;
}

interface NewWebhook extends Pick<Webhook, 'id' | 'events'> {
  readonly organizationId: string;
  readonly url: string;
  readonly secret: string;
  /** So many may there be; one more is `too_many_webhooks`. */
  readonly within: number;
}

export interface WebhookChange {
  readonly url?: string;
  readonly events?: readonly WebhookEvent[];
  readonly isDisabled?: boolean;
  /** The one before goes on signing until then. */
  readonly secret?: { readonly fresh: string; readonly oldUntil: number };
}

/** Something that happened, and is told to whoever wants to hear it. */
export interface NewEvent {
  readonly organizationId: string;
  readonly event: WebhookEvent;
  readonly at: number;
  /** What it tells about: `data` of the message is made of it. */
  readonly facts: object;
  /** The trace that its deliveries go on with. */
  readonly trace?: Trace['headers'] | undefined;
}

export const DELIVERY_STATES = ['waiting', 'delivered', 'failed'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

export interface DeliveryAttempt {
  readonly at: number;
  readonly milliseconds: number;
  /** Null where there was no answer. */
  readonly status: number | null;
  /** How it began. */
  readonly answer: string | null;
  /** Why there was none. */
  readonly problem: string | null;
}

export interface Delivery {
  readonly id: string;
  readonly webhookId: string;
  /** The same for all receivers of one event, and for every attempt. */
  readonly eventId: string;
  readonly event: WebhookEvent;
  readonly url: string;
  readonly state: DeliveryState;
  readonly createdAt: number;
  /** When it is sent next; null where it is not. */
  readonly nextAt: number | null;
  readonly finishedAt: number | null;
  readonly attempts: readonly DeliveryAttempt[];
}

/** A delivery that somebody sends now. */
export interface ClaimedDelivery extends Pick<Delivery, 'id' | 'eventId' | 'event' | 'url' | 'createdAt'> {
  readonly organizationId: string;
  /** JSON text. */
  readonly facts: string;
  /** Each signs it. */
  readonly secrets: readonly string[];
  /** Before this one, since it was made or asked for again. */
  readonly tries: number;
  readonly token: string;
  /** Of an endpoint its id, of a callback its address. */
  readonly receiver: string;
  readonly trace?: Trace['headers'];
}

export interface DeliveryClaim {
  readonly token: string;
  /** By the clock that leases go by, as `leaseUntil`. */
  readonly at: number;
  readonly leaseUntil: number;
  /** The organization that had its turn last: the next one comes first. */
  readonly after: string;
  /** Organizations that have their share already. */
  readonly except: readonly string[];
  /** Receivers that have theirs. */
  readonly exceptReceivers: readonly string[];
}

interface DeliveryEnd {
  readonly state: DeliveryState;
  /** Of one that waits. */
  readonly nextAt?: number;
  /** A receiver that has failed since before that is switched off, with a line in the audit log. */
  readonly failingBefore: number;
}

interface DeliveryPage {
  readonly limit: number;
  /** The last delivery of the page before. */
  readonly before?: string;
}

export interface WebhookStore {
  create(webhook: NewWebhook, actor: Actor): Promise<Webhook>;
  /** Oldest first, without the callbacks. */
  list(organizationId: string): Promise<readonly Webhook[]>;
  get(organizationId: string, id: string): Promise<Webhook | undefined>;
  update(
    organizationId: string,
    id: string,
    change: WebhookChange,
    actor: Actor,
  ): Promise<Webhook | undefined>;
  /** With its deliveries. */
  delete(organizationId: string, id: string, actor: Actor): Promise<boolean>;
  /** The receiver that stands for the callbacks of jobs, with this secret, unless it is there. */
  keepCallback(organizationId: string, secret: string, at: number): Promise<void>;
  /** Becomes a delivery for each receiver that wants it. */
  tell(event: NewEvent): Promise<void>;
  /** Newest first; none follow one that is not there. */
  deliveries(organizationId: string, webhookId: string, page: DeliveryPage): Promise<readonly Delivery[]>;
  /** As if it were new. Undefined: there is none. */
  redeliver(organizationId: string, webhookId: string, id: string, at: number): Promise<Delivery | undefined>;
  /**
   * The one of the organization whose turn it is that has been due for longest. One caller alone gets it. What nobody has had yet
   * is due at once, whatever the clock of the server says where it happened.
   */
  claim(claim: DeliveryClaim): Promise<ClaimedDelivery | undefined>;
  /** Notes the attempt; what follows from it, unless somebody else has the delivery by now. */
  finish(
    delivery: { readonly id: string; readonly token: string },
    attempt: DeliveryAttempt,
    end: DeliveryEnd,
  ): Promise<void>;
  /** Back to be sent at once, as if it had not been begun. */
  giveBack(id: string, token: string, at: number): Promise<void>;
  /** Of all organizations: how many are to be sent yet. */
  waiting(): Promise<number>;
  /** Forgets deliveries from before that are not waiting. */
  sweep(before: number): Promise<void>;
}
