/**
 * Sends what has happened to those who want to hear it, on as many servers as there are.
 *
 * Organizations take turns, and none has more than its share of the places, nor one receiver more than a part of it:
 * receivers that hang hold up nobody else's messages.
 * What could not be delivered is tried again with growing pauses for a day. A delivery whose server dies is sent again by
 * another: a receiver may hear something twice, under the same `webhook-id`.
 */
import { randomUUID } from 'node:crypto';
import { Shares } from '../../shares.ts';
import type { Watch, WatchedEnd } from '../../stages.ts';
import type { JobCalls } from '../calls/job-calls.ts';
import type { LeaseClock } from '../lease-clock.ts';
import { Lookout } from '../lookout.ts';
import { messageOf } from './webhook-messages.ts';
import type { ClaimedDelivery, DeliveryAttempt, NewEvent, WebhookStore } from './webhook-ports.ts';

/** How a message leaves the house; what it may reach is decided there. */
type Post = (message: {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly signal: AbortSignal;
}) => Promise<{ readonly status: number; readonly answer: string } | { readonly problem: string }>;

/** Longer than any attempt takes. */
const LEASE_MS = 60_000;
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** After each attempt that failed; after the last one nobody tries again. */
const PAUSES = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 10 * HOUR];
/** Of a pause, so much more or less: receivers that come back are not to be met by everything at once. */
const JITTER = 0.1;
/** Of the places, so many has one receiver at most: half of what its organization may have. */
const RECEIVERS_PART = 1 / 4;
/** Receivers that have failed for so long are switched off. */
const FAILING_MS = 3 * DAY;

interface Needs {
  readonly webhooks: Pick<WebhookStore, 'tell' | 'claim' | 'finish' | 'giveBack'>;
  readonly post: Post;
  /** How many are sent at once, but one; two at least. */
  readonly places: number;
  readonly calls: Pick<JobCalls, 'delivered'>;
  readonly watch: Watch;
  readonly leaseClock: Pick<LeaseClock, 'now'>;
  readonly now: () => number;
  readonly onError: (error: unknown) => void;
}

export class WebhookSender {
  readonly #needs: Needs;
  readonly #shares: Shares;
  readonly #running = new Map<
    string,
    { readonly delivery: ClaimedDelivery; readonly ended: Promise<void> }
  >();
  readonly #telling = new Set<Promise<void>>();
  readonly #stop = new AbortController();
  readonly #lookout = new Lookout(() => this.#fill().catch(this.#needs.onError));
  #last = '';

  constructor(needs: Needs) {
    this.#needs = needs;
    this.#shares = new Shares(needs.places);
  }

  start(): void {
    this.#lookout.start();
  }

  /** Something may be due. */
  wake(): void {
    this.#lookout.wake();
  }

  /** Of something that has happened already; whoever it happened to does not wait. */
  tell(event: NewEvent): void {
    const { trace } = this.#needs.watch.current() ?? {};
    const telling = this.#needs.webhooks
      .tell(trace === undefined ? event : { ...event, trace: trace.headers })
      .catch(this.#needs.onError)
      .finally(() => this.#telling.delete(telling));
    this.#telling.add(telling);
  }

  /** Sends no more; what is under way is sent again by another server, or by this one when it is back. */
  async stop(): Promise<void> {
    this.#stop.abort();
    // One may just be on its way here.
    await this.#lookout.stop();
    await Promise.allSettled([...this.#telling, ...[...this.#running.values()].map(({ ended }) => ended)]);
  }

  async #fill(): Promise<void> {
    const { webhooks, places, leaseClock } = this.#needs;
    // A share leaves one place free for whoever comes next; the last one stays free.
    while (this.#shares.held < places - 1 && !this.#lookout.isStopped) {
      const at = await leaseClock.now();
      const delivery = await webhooks.claim({
        token: randomUUID(),
        at,
        leaseUntil: at + LEASE_MS,
        after: this.#last,
        except: this.#satisfied(),
        exceptReceivers: this.#occupied(),
      });
      if (delivery === undefined) return;
      const { organizationId } = delivery;
      this.#last = organizationId;
      this.#shares.take(organizationId, 1);
      const ended = this.#send(delivery)
        .catch(this.#needs.onError)
        .finally(() => {
          this.#shares.giveBack(organizationId, 1);
          this.#running.delete(delivery.token);
          this.wake();
        });
      this.#running.set(delivery.token, { delivery, ended });
    }
  }

  /** Organizations that have as many places as they may. */
  #satisfied(): readonly string[] {
    const holders = new Set([...this.#running.values()].map(({ delivery }) => delivery.organizationId));
    return [...holders].filter((holder) => {
      if (!this.#shares.take(holder, 1)) return true;
      this.#shares.giveBack(holder, 1);
      return false;
    });
  }

  /** Receivers that have as many as they may. */
  #occupied(): readonly string[] {
    const most = Math.max(1, Math.floor(this.#needs.places * RECEIVERS_PART));
    const byReceiver = Map.groupBy(this.#running.values(), ({ delivery }) => delivery.receiver);
    return [...byReceiver].filter(([, running]) => running.length >= most).map(([receiver]) => receiver);
  }

  async #send(delivery: ClaimedDelivery): Promise<void> {
    const { webhooks, post, watch, leaseClock, now } = this.#needs;
    const at = now();
    const stages = watch.start('call', { carried: delivery.trace });
    const { body, headers } = messageOf(delivery, at);
    const answer = await post({
      url: delivery.url,
      body,
      headers: { ...headers, ...stages?.trace?.headers },
      signal: this.#stop.signal,
    });
    if (stages !== undefined) watch.end(stages, endOfCall(delivery, answer));
    if (this.#stop.signal.aborted && 'problem' in answer)
      return webhooks.giveBack(delivery.id, delivery.token, await leaseClock.now());
    const attempt: DeliveryAttempt = {
      at,
      milliseconds: Math.max(0, now() - at),
      status: 'status' in answer ? answer.status : null,
      answer: 'status' in answer ? answer.answer : null,
      problem: 'problem' in answer ? answer.problem : null,
    };
    this.#needs.calls.delivered(delivery, attempt);
    await webhooks.finish(delivery, attempt, {
      ...endOf(attempt, delivery.tries, await leaseClock.now()),
      failingBefore: now() - FAILING_MS,
    });
  }
}

/** Where it goes to is the organization's own business, and in the list of its deliveries. */
const endOfCall = (
  { event, organizationId, eventId }: ClaimedDelivery,
  answer: Awaited<ReturnType<Post>>,
): WatchedEnd => ({
  name: `webhook ${event}`,
  isDocument: false,
  organizationId,
  requestId: eventId,
  ...('status' in answer ? { status: answer.status } : { code: 'no_answer' }),
  ...('status' in answer && answer.status >= 300 && { code: String(answer.status) }),
});

const endOf = ({ status }: DeliveryAttempt, tries: number, now: number) => {
  if (status !== null && status >= 200 && status < 300) return { state: 'delivered' } as const;
  const pause = PAUSES[tries];
  if (pause === undefined) return { state: 'failed' } as const;
  const jitter = 1 + JITTER * (2 * Math.random() - 1);
  return { state: 'waiting', nextAt: now + Math.round(pause * jitter) } as const;
};
