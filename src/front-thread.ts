/** A thread that serves HTTP: a front of its own on the core of the thread that has started it. */
import { parentPort, workerData } from 'node:worker_threads';
import type { Logger } from 'pino';
import { type Front, openFront } from './front.ts';
import type { FrontData, Pulse } from './front-threads.ts';
import type { Place } from './http/listen.ts';
import { makeLogger } from './http/logging.ts';
import { openStoreWithFiles } from './parts.ts';
import type { Store } from './service/ports.ts';
import { remoteStore } from './store/remote.ts';
import { Channel } from './threads/channel.ts';
import { POOLS, type Pool } from './threads/core.ts';
import { type CoreState, remoteCore } from './threads/remote-core.ts';
import { SharedHoldings } from './threads/shared-holdings.ts';

export const serveFront = (): void => {
  if (parentPort === null) throw new Error('This file is the entry of a thread.');
  const data = workerData as FrontData;
  let state = data.state;
  let opened: { readonly front: Front; readonly store: Store } | undefined;
  const front = (): Front => {
    if (opened === undefined) throw new Error('The thread is not open.');
    return opened.front;
  };
  const channel: Channel = new Channel(parentPort, async ({ method, args }) => {
    switch (method) {
      case 'open':
        opened = await openWith(data, channel, () => state);
        return undefined;
      case 'listen':
        return front().listen(args[0] as Place);
      case 'warm':
        return front().warm();
      case 'pulse':
        state = args[0] as CoreState;
        return { isWarm: opened?.front.isWarm === true, worked: processorTime() } satisfies Pulse;
      case 'leave':
        return front().leave();
      case 'metrics':
        return front().metrics();
      default:
        await opened?.front.close();
        await opened?.store.close();
        // By itself, and between two pieces of work: a thread that is ended from outside may take the process with it.
        setImmediate(() => process.exit(0));
    }
  });
};

const processorTime = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

const openWith = async (
  { config, options, index, tables, tellsLog }: FrontData,
  channel: Channel,
  state: () => CoreState,
): Promise<{ readonly front: Front; readonly store: Store }> => {
  const tell = (line: string): void => void channel.call('log', 'write', [line]).catch(() => undefined);
  const logger: Logger = makeLogger(config.logLevel, tellsLog ? { write: tell } : undefined);
  // PostgreSQL serves many; the SQLite file has one that writes.
  const store =
    config.databaseUrl === null
      ? remoteStore((...call) => channel.call('store', '', call))
      : (await openStoreWithFiles(config, logger, options.threads)).store;
  const held = Object.fromEntries(
    POOLS.map((pool) => [pool, new SharedHoldings(tables[pool], index)]),
  ) as Record<Pool, SharedHoldings>;
  const core = remoteCore({ channel, store, held, state });
  return { front: await openFront(config, core, { ...options, index, logger }), store };
};
