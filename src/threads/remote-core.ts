/**
 * remoteCore :: channel → the core, as a thread that answers requests sees it
 * serveCore :: core → what answers such a channel
 */
import { rmSync } from 'node:fs';
import { PlatenError } from '../errors.ts';
import type { Store } from '../service/ports.ts';
import type { ConvertedPdf, ConvertOptions, NativeUse, PdfConverter } from '../service/renderer-ports.ts';
import type { Holdings } from '../shares.ts';
import { callStore } from '../store/remote.ts';
import type { LargeJob, LargeLane } from '../workers/large-lane.ts';
import type { GenerateTask, Question } from '../workers/protocol.ts';
import type { Call, Channel } from './channel.ts';
import type { Core, Health, Pool } from './core.ts';

/** What a thread is told each second, for questions that can't wait for an answer. */
export interface CoreState {
  readonly native: Readonly<Record<Engine, NativeUse>>;
}

type Engine = NonNullable<ConvertOptions['engine']>;

export const stateOf = ({ converter }: Core): CoreState => {
  const use = (engine: Engine): NativeUse => converter.nativeFor?.(engine) ?? 'never';
  return { native: { auto: use('auto'), native: use('native'), libreoffice: use('libreoffice') } };
};

interface RemoteParts {
  readonly channel: Channel;
  readonly store: Store;
  readonly held: Readonly<Record<Pool, Holdings>>;
  readonly state: () => CoreState;
}

export const remoteCore = ({ channel, store, held, state }: RemoteParts): Required<Core> => ({
  store,
  held,
  large: remoteLane(channel, 'large'),
  spare: remoteLane(channel, 'spare'),
  converter: remoteConverter(channel, state),
  failures: { count: async (address) => void (await channel.call('failures', 'count', [address])) },
  health: async () => withOwnStore((await channel.call('core', 'health', [])) as Health, store),
  scrape: () => channel.call('core', 'scrape', []) as Promise<string>,
});

/** A thread has connections to PostgreSQL of its own, and what these have found (a full disk) the others may not have. */
const withOwnStore = async (health: Health, store: Store): Promise<Health> => {
  if (health.required['store']?.ok !== true) return health;
  try {
    await store.ping();
    return health;
  } catch (error) {
    const message = error instanceof PlatenError ? error.message : 'does not answer';
    return { ...health, required: { ...health.required, store: { ok: false, message } } };
  }
};

const remoteLane = (channel: Channel, name: 'large' | 'spare'): LargeLane => ({
  run: <Result>({ signal, answer, ...job }: LargeJob) =>
    channel.call(name, 'run', [job], {
      signal,
      answer: async (question) => answer?.(question as Question),
    }) as Promise<Result>,
  // Counted where they wait.
  waiting: 0,
  isFailing: false,
  warm: () => undefined,
  stop: () => undefined,
  close: async () => undefined,
});

const remoteConverter = (channel: Channel, state: () => CoreState): PdfConverter => ({
  convert: (docx, { signal, ...options }) =>
    channel.call('converter', 'convert', [docx, options], signal && { signal }) as Promise<ConvertedPdf>,
  nativeFor: (engine = 'auto') => state().native[engine],
  health: async () => ({ ok: true, message: 'is asked elsewhere' }),
  warm: () => undefined,
  close: async () => undefined,
});

/** What nobody wants any more nobody takes: the thread that would have may be gone. */
const runFor = async (lane: LargeLane, job: LargeJob): Promise<unknown> => {
  try {
    return await lane.run(job);
  } finally {
    const { spoolFile } = job.input as Partial<GenerateTask>;
    if (job.signal.aborted && spoolFile !== undefined) rmSync(spoolFile, { force: true });
  }
};

export const serveCore =
  (core: Core, scrape: () => Promise<string>) =>
  async ({ target, method, args, signal, ask }: Call): Promise<unknown> => {
    switch (target) {
      case 'store':
        return callStore(core.store, args as Parameters<typeof callStore>[1]);
      case 'large':
      case 'spare':
        return runFor(core[target], { ...(args[0] as Omit<LargeJob, 'signal'>), signal, answer: ask });
      case 'converter':
        return core.converter.convert(args[0] as Uint8Array, { ...(args[1] as ConvertOptions), signal });
      case 'failures':
        return core.failures.count(args[0] as string);
      default:
        return method === 'scrape' ? scrape() : core.health();
    }
  };
