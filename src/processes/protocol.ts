/** What the server and one of its job processes say to each other. Plain data; bytes are copied on the way. */
import type { ErrorData } from '../errors.ts';

/** To the process. */
export type Order =
  | { readonly kind: 'task'; readonly name: string; readonly input: unknown }
  | { readonly kind: 'answer'; readonly value: unknown }
  /** There is no answer: the server knows why, and the task only needs to stop. */
  | { readonly kind: 'refusal' };

/** From the process. */
export type Word =
  /** Its modules are loaded. */
  | { readonly kind: 'ready' }
  /** It has the task: whoever is stopped does not say so. */
  | { readonly kind: 'begun' }
  | { readonly kind: 'question'; readonly question: unknown }
  /** With the bytes of memory that the process has by now. */
  | { readonly kind: 'done'; readonly outcome: Outcome; readonly memory: number };

export type Outcome =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly error: ErrorData };

/** What a task may ask of the server while it runs; rejects with `Refused` where there is no answer. */
export type Ask = (question: unknown) => Promise<unknown>;

/** A module of tasks: each exported function takes its input and a way to ask. `prepare` runs first, with the pool's settings. */
export type Task = (input: never, ask: Ask) => unknown;

export class Refused extends Error {}
