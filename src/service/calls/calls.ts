/** The log of calls, read: by filters, page by page, as it grows, as CSV; and what was sent as data, where it is kept. */
import { setTimeout as sleep } from 'node:timers/promises';
import { DateTime } from 'luxon';
import { PlatenError } from '../../errors.ts';
import { check, isCount, LAST_TIME, rowsOf } from '../admin-rules.ts';
import { FieldErrors } from '../field-errors.ts';
import type { Organization } from '../model.ts';
import type { ApiKeyStore } from '../ports.ts';
import { CALL_ID, firstCallId } from './call-id.ts';
import type { CallKind, CallPage, CallQuery, CallStore, ListedCall } from './call-ports.ts';
import type { CallVault } from './call-vault.ts';

/** As it came. */
interface SentCallQuery {
  readonly limit?: number;
  readonly before?: string;
  readonly after?: string;
  /** Seconds. */
  readonly wait?: number;
  readonly from?: string;
  readonly to?: string;
  readonly kind?: CallKind;
  readonly template?: string;
  readonly key?: string;
  readonly status?: string;
  readonly code?: string;
  readonly requestId?: string;
  readonly search?: string;
}

/** What was sent as data: the text, or why there is none. */
type CallData = { readonly data: string } | { readonly data: null; readonly problem: string };

const PAGE = 100;
const EXPORT_PAGE = 1_000;
/** Between two looks of somebody who waits for what comes next. */
const LOOK_MS = 1_000;
/** Entries are written within this time, in any order: whoever follows the log sees nothing younger, and so misses nothing. */
const SETTLED_MS = 1_500;
/** So many may wait at once in one thread; the next is answered at once. */
const MOST_WAITING = 200;
const DROP_PIECE = 500;

interface Needs {
  readonly calls: Pick<CallStore, 'list' | 'get' | 'readData' | 'dropData'>;
  readonly apiKeys: Pick<ApiKeyStore, 'list'>;
  readonly vault: Pick<CallVault, 'open'>;
  readonly now: () => number;
}

export class Calls {
  readonly #needs: Needs;
  #waiting = 0;

  constructor(needs: Needs) {
    this.#needs = needs;
  }

  /** Newest first; with `after` oldest first, and where there are none yet, after `wait` seconds at most. */
  async list(organization: Organization, sent: SentCallQuery, signal: AbortSignal): Promise<CallPage> {
    const query = await this.#query(organization, sent);
    if (query.after === undefined) return this.#needs.calls.list(organization.id, query);
    const until = this.#needs.now() + (sent.wait ?? 0) * 1000;
    for (;;) {
      const page = await this.#settled(organization.id, query);
      const rest = until - this.#needs.now();
      const isOver = page.calls.length > 0 || page.next !== undefined || rest <= 0 || signal.aborted;
      if (isOver || this.#waiting >= MOST_WAITING) return { ...page, next: nextOf(page, query.after) };
      this.#waiting += 1;
      try {
        await sleep(Math.min(LOOK_MS, rest), undefined, { signal }).catch(() => undefined);
      } finally {
        this.#waiting -= 1;
      }
    }
  }

  /** All that fit, newest first. */
  async *all(organization: Organization, sent: SentCallQuery): AsyncGenerator<ListedCall> {
    const query = await this.#query(organization, { ...sent, limit: EXPORT_PAGE });
    for (let before = query.before; ; ) {
      const page = await this.#needs.calls.list(organization.id, {
        ...query,
        ...(before !== undefined && { before }),
      });
      yield* page.calls;
      if (page.next === undefined) return;
      before = page.next;
    }
  }

  async get(organizationId: string, id: string): Promise<ListedCall> {
    const call = CALL_ID.test(id) ? await this.#needs.calls.get(organizationId, id) : undefined;
    if (call !== undefined) return call;
    throw new PlatenError('call_not_found', 'The log has no call with this id.', {
      hint: 'It may be older than the time for which the log is kept.',
    });
  }

  /** With a line in the audit log. */
  async data(
    { id: organizationId, keepsCallData }: Organization,
    call: ListedCall,
    actor: string,
  ): Promise<CallData> {
    if (!call.hasData)
      return {
        data: null,
        problem: keepsCallData
          ? 'It was not kept: the body was larger than 1 MiB, empty or not read, or came before it was asked for.'
          : 'The organization does not have it kept.',
      };
    const { calls, vault, now } = this.#needs;
    const sealed = await calls.readData(organizationId, call.id, { name: actor, at: now() });
    const plain = sealed && vault.open(organizationId, call.id, sealed);
    if (plain !== undefined) return { data: new TextDecoder().decode(plain) };
    return { data: null, problem: 'It cannot be opened: it was sealed under another PLATEN_SECRET.' };
  }

  /** Whoever has nothing kept any more has nothing left. */
  async dropData(organizationId: string): Promise<void> {
    while ((await this.#needs.calls.dropData(organizationId, DROP_PIECE)) === DROP_PIECE);
  }

  #settled(organizationId: string, query: CallQuery): Promise<CallPage> {
    const settled = firstCallId(this.#needs.now() - SETTLED_MS);
    const until = query.until === undefined || query.until > settled ? settled : query.until;
    return this.#needs.calls.list(organizationId, { ...query, until });
  }

  async #query({ id, defaults }: Organization, sent: SentCallQuery): Promise<CallQuery> {
    const {
      limit = PAGE,
      before,
      after,
      from,
      to,
      kind,
      template,
      key,
      status,
      code,
      requestId,
      search,
    } = sent;
    const fieldErrors = new FieldErrors();
    const zone = defaults.timezone ?? 'UTC';
    const time = (name: string, value: string): string =>
      fieldErrors.field(name, () => firstCallId(timeOf(value, name, zone)), '');
    const place = (name: string, value: string): string =>
      fieldErrors.field(name, () => placeOf(value, name), '');
    const query: CallQuery = {
      limit: rowsOf(limit),
      ...(before !== undefined && { before: place('before', before) }),
      ...(after !== undefined && { after: place('after', after) }),
      ...(from !== undefined && { since: time('from', from) }),
      ...(to !== undefined && { until: time('to', to) }),
      ...(kind !== undefined && { kind }),
      ...(template !== undefined && { templateKey: template.trim().normalize('NFC') }),
      ...(status !== undefined && { status: fieldErrors.field('status', () => statusOf(status), 'ok') }),
      ...(code !== undefined && { code }),
      ...(requestId !== undefined && { requestId }),
      ...(search !== undefined && search.trim() !== '' && { search: search.trim() }),
    };
    fieldErrors.field(
      'after',
      () =>
        check(before === undefined || after === undefined, 'before and after go into different directions'),
      undefined,
    );
    fieldErrors.throwIfAny();
    return key === undefined ? query : { ...query, caller: await this.#callerOf(id, key) };
  }

  async #callerOf(organizationId: string, key: string): Promise<string> {
    if (key.startsWith('user:')) return key;
    const keys = await this.#needs.apiKeys.list(organizationId);
    const found = keys.find(({ id, prefix }) => id === key || prefix === key || `key:${prefix}` === key);
    if (found !== undefined) return `key:${found.prefix}`;
    throw new PlatenError('bad_request', 'key names no API key of the organization.', {
      hint: 'Send its id or how it begins, as GET /organization/keys shows them; of a person, `user:` and the e-mail address.',
    });
  }
}

/** Where whoever follows the log goes on. */
const nextOf = ({ calls, next }: CallPage, after: string): string => next ?? calls.at(-1)?.id ?? after;

const placeOf = (value: string, name: string): string => {
  if (CALL_ID.test(value)) return value;
  throw new PlatenError('bad_cursor', `\`${name}\` is not an id of this log.`, {
    hint: 'Take it from `next` of the page before, or from an entry.',
  });
};

const statusOf = (value: string): 'ok' | 'failed' | number => {
  if (value === 'ok' || value === 'failed') return value;
  check(/^\d{1,3}$/.test(value), 'status must be ok, failed or the number of an HTTP status');
  return Number(value);
};

const timeOf = (value: string, name: string, zone: string): number => {
  const at = DateTime.fromISO(value, { zone }).toMillis();
  check(isCount(at, LAST_TIME), `${name} must be a time in ISO 8601, from 1970 to 9999`);
  return at;
};
