/** Jobs as those see them who wait for their end. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { TestServer } from './server.ts';

export interface ShownJob {
  readonly id: string;
  readonly state: string;
  readonly records: { readonly total: number; readonly done: number; readonly failed: number };
  readonly charged: number;
  readonly result: { readonly size: number; readonly contentType: string; readonly filename: string } | null;
  readonly error: { readonly code: string } | null;
}

const LOOK_MS = 30;

type Calling = Pick<TestServer, 'call'>;

export const shownJob = async (server: Calling, id: string): Promise<ShownJob> =>
  (await server.call('GET', `/jobs/${id}`)).json as ShownJob;

export const isUnderWay = ({ state }: Pick<ShownJob, 'state'>): boolean =>
  state === 'queued' || state === 'running';

export const endedJob = async (server: Calling, id: string): Promise<ShownJob> => {
  for (;;) {
    const job = await shownJob(server, id);
    if (!isUnderWay(job)) return job;
    await sleep(LOOK_MS);
  }
};
