/** drive :: a target, a request, so many connections → throughput and waiting times. Bounded in time, ends by itself. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Connection, healthRequest, type Target } from './connection.ts';

export interface Load {
  readonly target: Target;
  /** Made anew for each document, so that nothing can be answered from a memory of answers. */
  readonly request: () => Buffer;
  readonly connections: number;
  readonly milliseconds: number;
}

export interface Driven {
  readonly answered: number;
  readonly refused: number;
  readonly failed: number;
  readonly seconds: number;
  /** Milliseconds, sorted. */
  readonly times: readonly number[];
}

/** One after the other on each connection. */
export const drive = async ({ target, request, connections, milliseconds }: Load): Promise<Driven> => {
  const times: number[] = [];
  let refused = 0;
  let failed = 0;
  const started = performance.now();
  const end = started + milliseconds;
  const client = async (): Promise<void> => {
    let connection = await Connection.open(target);
    while (performance.now() < end) {
      try {
        const { status, ms } = await connection.send(request());
        if (status === 200) times.push(ms);
        else refused += 1;
      } catch {
        failed += 1;
        connection.hangUp();
        connection = await Connection.open(target);
      }
    }
    connection.hangUp();
  };
  await Promise.all(Array.from({ length: connections }, client));
  const seconds = (performance.now() - started) / 1000;
  return { answered: times.length, refused, failed, seconds, times: times.toSorted((a, b) => a - b) };
};

/**
 * So many a second, whether or not those before were answered. Each waits from the moment at which it should have been sent:
 * a server, or a driver, that is late has nothing left out.
 */
export const driveAtRate = async ({
  target,
  request,
  connections,
  milliseconds,
  rate,
}: Load & { readonly rate: number }): Promise<Driven> => {
  const free = await Promise.all(Array.from({ length: connections }, () => Connection.open(target)));
  const times: number[] = [];
  let refused = 0;
  let failed = 0;
  const due: number[] = [];
  const sending = new Set<Promise<void>>();
  const started = performance.now();
  const send = async (connection: Connection, dueAt: number): Promise<void> => {
    try {
      const { status } = await connection.send(request());
      if (status === 200) times.push(performance.now() - dueAt);
      else refused += 1;
      free.push(connection);
    } catch {
      failed += 1;
      connection.hangUp();
      free.push(await Connection.open(target));
    }
    sendDue();
  };
  const sendDue = (): void => {
    while (due.length > 0 && free.length > 0) {
      const sent = send(free.pop() as Connection, due.shift() as number);
      sending.add(sent);
      sent.finally(() => sending.delete(sent));
    }
  };
  for (let planned = 0; planned < (milliseconds / 1000) * rate; ) {
    for (; planned < ((performance.now() - started) / 1000) * rate; planned += 1)
      due.push(started + (planned / rate) * 1000);
    sendDue();
    await sleep(1);
  }
  while (sending.size > 0 || due.length > 0) await Promise.race([...sending, sleep(1)]);
  const seconds = (performance.now() - started) / 1000;
  for (const connection of free) connection.hangUp();
  return { answered: times.length, refused, failed, seconds, times: times.toSorted((a, b) => a - b) };
};

/** Callers who hang up while their document is being made, one after the other on so many connections. */
export const hangUps = async ({ target, request, connections, milliseconds }: Load): Promise<number> => {
  const end = performance.now() + milliseconds;
  let count = 0;
  const client = async (): Promise<void> => {
    while (performance.now() < end) {
      const connection = await Connection.open(target);
      connection.send(request()).catch(() => undefined);
      await sleep(Math.random() * 10);
      connection.hangUp();
      count += 1;
    }
  };
  await Promise.all(Array.from({ length: connections }, client));
  return count;
};

/** Callers who ask for a document and do not read it for as long as the load lasts. */
export const slowReaders = async ({ target, request, connections, milliseconds }: Load): Promise<void> => {
  const all = await Promise.all(Array.from({ length: connections }, () => Connection.open(target)));
  for (const connection of all) {
    connection.send(request()).catch(() => undefined);
    connection.pause(milliseconds);
  }
  await sleep(milliseconds);
  for (const connection of all) connection.hangUp();
};

/** Asks /healthz every 20 ms until it is told to stop; gives the waiting times, sorted. */
export const watchHealth = (target: Target): { stop(): Promise<readonly number[]> } => {
  const times: number[] = [];
  let goesOn = true;
  const watching = (async () => {
    const connection = await Connection.open(target);
    while (goesOn) {
      const { status, ms } = await connection.send(healthRequest(target));
      times.push(status === 200 ? ms : Number.POSITIVE_INFINITY);
      await sleep(20);
    }
    connection.hangUp();
  })();
  return {
    async stop() {
      goesOn = false;
      await watching;
      return times.sort((a, b) => a - b);
    },
  };
};

export const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
