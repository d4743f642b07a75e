/** What requests that may be sent again need of the store. */

/** A request that has its key for itself, until it is done or its lease has run out. */
export interface Hold {
  readonly organizationId: string;
  readonly key: string;
  /** Whoever takes the key over gets another one. */
  readonly token: string;
}

/** The end of a held request, written in the transaction that makes what it asked for: both happen, or neither. */
export interface Completion extends Hold {
  readonly at: number;
  /** How the same answer is made again; JSON text. */
  readonly outcome: string;
  /** Blobs that this takes: they stay as long as the key does. */
  readonly fileHash?: string;
  readonly programHash?: string;
  readonly resultHash?: string;
}

export interface HoldRequest extends Hold {
  /** Of the request's content: another one under the same key is a mistake. */
  readonly fingerprint: string;
  /** By the clock that leases go by, as the others: a key that one server has taken, another may take over. */
  readonly at: number;
  readonly leaseUntil: number;
  readonly expiresAt: number;
}

export type Held =
  | { readonly kind: 'taken' }
  | { readonly kind: 'running'; readonly fingerprint: string }
  | { readonly kind: 'done'; readonly fingerprint: string; readonly outcome: string };

/**
 * A key is completed by a charge (`Charge.completes`) or by a change of a template (`Actor.completes`); where the key has been
 * taken over meanwhile, the charge says `lost` and the change is `idempotency_running`.
 */
export interface RetryStore {
  /** Takes the key where nobody has it, where it has expired, or where its holder has not renewed its lease. */
  take(request: HoldRequest): Promise<Held>;
  /** False where somebody else has it by now. */
  renew(hold: Hold, leaseUntil: number): Promise<boolean>;
  /** After a failure: the key may be used again. What is done stays. */
  release(hold: Hold): Promise<void>;
  /** Removes what has expired by the same clock. Returns how many. */
  sweep(now: number): Promise<number>;
}
