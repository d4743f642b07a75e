/** How soon something ends, on a machine that may be busy with something else. */
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Calls until the answer is no. Gives how many milliseconds after the start of this the last call began that still
 * went through: how long the answers take, and how long nobody got to ask, is not counted.
 */
export const lastAcceptedAfter = async (isRefused: () => Promise<boolean>): Promise<number> => {
  const since = Date.now();
  let accepted = since;
  for (;;) {
    const begun = Date.now();
    if (await isRefused()) return accepted - since;
    accepted = begun;
    await sleep(10);
  }
};
