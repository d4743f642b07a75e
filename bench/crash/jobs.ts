/** Jobs of one document each, on servers that something is done to. */
import { setTimeout as sleep } from 'node:timers/promises';
import { callAt } from '../../test/support/server.ts';

/** Its id; undefined where it was not taken, and said so. */
export const sendJob = async (address: string): Promise<string | undefined> => {
  const json = { templateKey: 'letter', output: 'DOCX', data: { name: 'job' } };
  const { status, json: made, text } = await callAt(address, 'POST', '/jobs', { json });
  if (status < 300) return (made as { id: string }).id;
  if (status === 503) return undefined;
  throw new Error(`A job was answered with ${status}: ${text}`);
};

/** Whether it is completed within so many milliseconds, and its result can be fetched. */
export const jobEnds = async (address: string, id: string, withinMs = 40_000): Promise<boolean> => {
  for (const until = performance.now() + withinMs; performance.now() < until; await sleep(100)) {
    const { state } = (await callAt(address, 'GET', `/jobs/${id}`)).json as { state: string };
    if (state === 'completed') return (await callAt(address, 'GET', `/jobs/${id}/result`)).status === 200;
    if (state === 'failed') return false;
  }
  return false;
};

/** From its beginning to its end. */
export const aJobEnds = async (address: string): Promise<boolean> => {
  const id = await sendJob(address);
  return id !== undefined && jobEnds(address, id);
};
