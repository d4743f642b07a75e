/**
 * What a server has once, however many threads answer its requests: the store, the processes that may end, the converter, and
 * what all threads count together. Where there is one thread it has these itself; several reach them by a channel.
 */
import type { Store } from '../service/ports.ts';
import type { PdfConverter } from '../service/renderer-ports.ts';
import type { Holdings } from '../shares.ts';
import type { LargeLane } from '../workers/large-lane.ts';

export interface Core {
  readonly store: Store;
  readonly large: LargeLane;
  /** For templates of another engine's version: compiled while a render waits for them, and never in the processes that wait. */
  readonly spare: LargeLane;
  readonly converter: PdfConverter;
  /** Failed authentications, by client address. */
  readonly failures: { count(address: string): void | Promise<void> };
  readonly health: () => Promise<Health>;
  /** What all threads have counted, as Prometheus reads it; left out where there is one. */
  readonly scrape?: () => Promise<string>;
  /** What all threads hold of what is shared out; left out where there is one. */
  readonly held?: Readonly<Record<Pool, Holdings>>;
}

interface PartHealth {
  readonly ok: boolean;
  readonly message: string;
}

export interface Health {
  readonly required: Readonly<Record<string, PartHealth>>;
  readonly optional: Readonly<Record<string, PartHealth>>;
}

export const POOLS = ['connections', 'bodies', 'strangers', 'memory', 'files'] as const;

/** Connections, bodies of known callers and of strangers, finished documents in memory and on the disk. */
export type Pool = (typeof POOLS)[number];
