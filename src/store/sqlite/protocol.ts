/** What the main thread and a database thread say to each other. */
import type { ErrorData } from '../../errors.ts';
import type { DatabasePorts } from '../database-ports.ts';

export interface ThreadOptions {
  readonly file: string;
  readonly role: 'write' | 'read';
}

/** The thread itself, addressed like a port. */
export interface ThreadControl {
  /** The first call: opens the file and, in the thread that writes, brings its schema up to date. */
  open(options: ThreadOptions): Promise<void>;
  ping(): Promise<void>;
  /** Waits for what is under way, then closes the file. Nothing may be called after it. */
  close(): Promise<void>;
}

export type ThreadPorts = DatabasePorts & { readonly thread: ThreadControl };

export interface Request {
  readonly id: number;
  readonly port: keyof ThreadPorts;
  readonly method: string;
  readonly args: readonly unknown[];
}

export type Reply =
  | { readonly id: number; readonly ok: true; readonly value: unknown }
  | { readonly id: number; readonly ok: false; readonly error: ErrorData };

/** Bytes change their owner on the way instead of being copied; a view on a part of a buffer cannot. */
export const transferable = (value: unknown): ArrayBuffer[] =>
  value instanceof Uint8Array &&
  value.buffer instanceof ArrayBuffer &&
  value.byteLength === value.buffer.byteLength
    ? [value.buffer]
    : [];
