/**
 * What may be done to one organization: by its administrators over HTTP, and by the operator on the command line,
 * under the same rules. Whoever calls has made sure that the organization is theirs; each change is in the audit log.
 */
import { PlatenError } from '../errors.ts';
import {
  callDaysSent,
  defaultsOf,
  expiryOf,
  flagOf,
  lowCreditOf,
  nameOf,
  resultHoursOf,
  rowsOf,
  scopesOf,
} from './admin-rules.ts';
import { makeSecret, newApiKey } from './api-keys.ts';
import { FieldErrors, required } from './field-errors.ts';
import type { ApiKey, AuditEntry, LedgerEntry, Organization, Scope, UsagePoint } from './model.ts';
import type { Actor, Store } from './ports.ts';
import { readUsageQuery, type SentUsageQuery, usageSpans } from './usage-spans.ts';
import { labelOf } from './versions/version-choice.ts';

/** Who makes a change, and what they may do themselves. */
interface Maker {
  /** As the audit log shows it. */
  readonly actor: string;
  readonly scopes: readonly Scope[];
}

export interface MadeKey {
  /** Shown to the administrator now and never again. */
  readonly secret: string;
  readonly key: ApiKey;
}

/** Of a list that is read page by page, newest first. */
export interface Rows {
  readonly limit: number;
  /** The id of the last entry of the page before. */
  readonly before?: string;
}

/** More than a chart tells apart, and few enough that a year of days is a small answer. */
const NAMED_TEMPLATES = 50;

/** Fields of a request, as they came. */
type Sent<Name extends string> = { readonly [N in Name]?: unknown };

interface Needs {
  readonly store: Store;
  readonly now: () => number;
  /** Days for which a log of calls may be kept; any where nobody says. */
  readonly mostCallDays?: number;
}

const ANY_DAYS = 36_500;

export class Organizations {
  readonly #store: Store;
  readonly #now: () => number;
  readonly #mostCallDays: number;

  constructor({ store, now, mostCallDays = ANY_DAYS }: Needs) {
    this.#store = store;
    this.#now = now;
    this.#mostCallDays = mostCallDays;
  }

  async get(id: string): Promise<Organization> {
    return there(await this.#store.organizations.get(id));
  }

  /** Names need not be unique: a refusal would tell which other organizations there are. */
  async update(
    id: string,
    sent: Sent<'name' | 'defaults' | 'lowCredit' | 'resultHours' | 'callDays' | 'keepCallData'>,
    actor: string,
  ): Promise<Organization> {
    const fieldErrors = new FieldErrors();
    const change = {
      ...(sent.name !== undefined && { name: fieldErrors.field('name', () => nameOf(sent.name), '') }),
      ...(sent.defaults !== undefined && { defaults: defaultsOf(fieldErrors, sent.defaults) }),
      ...(sent.lowCredit !== undefined && {
        lowCredit: fieldErrors.field('lowCredit', () => lowCreditOf(sent.lowCredit), null),
      }),
      ...(sent.resultHours !== undefined && {
        resultHours: fieldErrors.field('resultHours', () => resultHoursOf(sent.resultHours), null),
      }),
      ...(sent.callDays !== undefined && {
        callDays: fieldErrors.field('callDays', () => callDaysSent(sent.callDays, this.#mostCallDays), null),
      }),
      ...(sent.keepCallData !== undefined && {
        keepsCallData: fieldErrors.field(
          'keepCallData',
          () => flagOf(sent.keepCallData, 'keepCallData'),
          false,
        ),
      }),
    };
    fieldErrors.throwIfAny();
    if (Object.keys(change).length === 0) return this.get(id);
    return there(await this.#store.organizations.update(id, change, this.#act(actor)));
  }

  async createKey(
    id: string,
    sent: Sent<'name' | 'scopes' | 'expiresAt' | 'label'>,
    maker: Maker,
  ): Promise<MadeKey> {
    const fieldErrors = new FieldErrors();
    const name = fieldErrors.field('name', () => nameOf(required(sent.name, 'name')), '');
    const scopes = fieldErrors.field('scopes', () => scopesOf(required(sent.scopes, 'scopes')), []);
    const expiresAt = fieldErrors.field('expiresAt', () => expiryOf(sent.expiresAt, this.#now()), null);
    const label = fieldErrors.field('label', () => boundLabelOf(sent.label), null);
    fieldErrors.throwIfAny();
    refuseMoreThan(maker, scopes);
    const secret = makeSecret();
    const key = await this.#store.apiKeys.create(
      newApiKey(secret, { organizationId: id, name, scopes, expiresAt, label }),
      this.#act(maker.actor),
    );
    return { secret, key };
  }

  /** Newest first, revoked ones included. */
  /** All of them, or a page. */
  keys(id: string, { limit, before }: Partial<Rows> = {}): Promise<readonly ApiKey[]> {
    return this.#store.apiKeys.list(id, {
      ...(limit !== undefined && { limit: rowsOf(limit) }),
      ...(before !== undefined && { before }),
    });
  }

  async revokeKey(id: string, keyId: string, actor: string): Promise<void> {
    if (!(await this.#store.apiKeys.revoke(id, keyId, this.#act(actor)))) throw noKey(keyId);
  }

  /** Oldest first; of the templates, those that were used most are named. */
  async usage({ id, defaults }: Organization, sent: SentUsageQuery): Promise<readonly UsagePoint[]> {
    const timezone = defaults.timezone ?? 'UTC';
    const query = readUsageQuery(sent, { now: this.#now(), timezone });
    return this.#store.usage.series(id, usageSpans(query), NAMED_TEMPLATES);
  }

  /** Newest first. */
  ledger(id: string, { limit, before }: Rows): Promise<readonly LedgerEntry[]> {
    return this.#store.credit.ledger(id, rowsOf(limit), before);
  }

  /** Newest first. */
  audit(id: string, { limit, before }: Rows): Promise<readonly AuditEntry[]> {
    return this.#store.audit.list(id, rowsOf(limit), before);
  }

  #act(name: string): Actor {
    return { name, at: this.#now() };
  }
}

/** Null: any version. */
const boundLabelOf = (sent: unknown): string | null =>
  sent === undefined || sent === null ? null : labelOf(sent);

/** Otherwise a key that may do little could make one that may do everything. */
const refuseMoreThan = ({ scopes: own }: Maker, scopes: readonly Scope[]): void => {
  const beyond = scopes.filter((scope) => !own.includes(scope));
  if (beyond.length === 0) return;
  throw new PlatenError(
    'forbidden',
    `A key can't be given scopes that you don't have yourself: ${beyond.join(', ')}.`,
  );
};

export const noKey = (reference: string): PlatenError =>
  new PlatenError('api_key_not_found', `The organization has no working API key "${reference}".`);

const there = (organization: Organization | undefined): Organization => {
  if (organization !== undefined) return organization;
  throw new PlatenError('organization_not_found', 'The organization is not there any more.');
};
