/**
 * remoteStore :: a way to call → the store that another thread has
 *
 * Each method is one call there. What the other thread's limiter has refused is remembered here, as on PostgreSQL, so that
 * nobody is asked about a minute that is known to be full.
 */
import type { CreditStore, RateLimiter, Store } from '../service/ports.ts';
import { Refusals } from './refusals.ts';

type StoreCall = (port: string, method: string, args: readonly unknown[]) => Promise<unknown>;

type PortName = Exclude<keyof Store, 'ping' | 'replica' | 'close'>;

export const remoteStore = (call: StoreCall): Store => {
  const remote = <Name extends PortName>(name: Name): Store[Name] =>
    new Proxy({} as Store[Name], {
      get: (_target, method) =>
        typeof method === 'string' ? (...args: unknown[]) => call(name, method, args) : undefined,
    });
  const refusals = new Refusals();
  const { grant, setBalance, ledger, charge } = remote('credit');
  const { consume, peek } = remote('limiter');
  return {
    organizations: remote('organizations'),
    apiKeys: remote('apiKeys'),
    credit: { grant, setBalance, ledger, charge: charging(charge, refusals) },
    templates: remote('templates'),
    labels: remote('labels'),
    samples: remote('samples'),
    blobs: remote('blobs'),
    blobRegister: remote('blobRegister'),
    calls: remote('calls'),
    usage: remote('usage'),
    audit: remote('audit'),
    people: remote('people'),
    authRecords: remote('authRecords'),
    retention: remote('retention'),
    retries: remote('retries'),
    jobs: remote('jobs'),
    batches: remote('batches'),
    webhooks: remote('webhooks'),
    limiter: { consume: consuming(consume, refusals), peek, refused: (...use) => refusals.known(...use) },
    ping: () => call('', 'ping', []) as Promise<void>,
    // It is the other thread's to close.
    close: async () => refusals.stop(),
  };
};

const charging =
  (charge: CreditStore['charge'], refusals: Refusals): CreditStore['charge'] =>
  async (one) => {
    const { organizationId, generateLimit } = one;
    const full =
      generateLimit === undefined ? undefined : refusals.known('generate', organizationId, generateLimit);
    if (full !== undefined) return { charged: false, balance: null, verdict: full };
    const result = await charge(one);
    if (result.verdict !== undefined) refusals.remember('generate', organizationId, result.verdict);
    return result;
  };

const consuming =
  (consume: RateLimiter['consume'], refusals: Refusals): RateLimiter['consume'] =>
  async (bucket, subject, limit, windowMs) => {
    const full = refusals.known(bucket, subject, limit);
    if (full !== undefined) return full;
    const verdict = await consume(bucket, subject, limit, windowMs);
    refusals.remember(bucket, subject, verdict);
    return verdict;
  };

/** The other end of it. */
export const callStore = async (
  store: Store,
  [port, method, args]: Parameters<StoreCall>,
): Promise<unknown> => {
  if (port === '') return store.ping();
  const target = store[port as PortName] as unknown as Record<string, (...given: unknown[]) => unknown>;
  const found = target?.[method];
  if (found === undefined) throw new Error(`The store has no ${port}.${method}.`);
  return found(...args);
};
