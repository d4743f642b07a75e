/**
 * inGroups :: (Item[] → Result[]) → (Item → Result)
 *
 * Group commit: what comes while a commit runs shares the next one, so that many pay for one trip to the disk or
 * through a lock. Each is answered after the commit that holds it.
 */
export interface GroupOptions {
  /**
   * Between the starts of two commits, while groups form: whoever comes alone, after one who came alone, does not wait.
   */
  readonly pauseMs: number;
  /** Bounds how long one commit holds its locks. */
  readonly most: number;
}

interface Waiting<Item, Result> {
  readonly item: Item;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

/** `commit` answers for each item in turn; where it throws, it has done nothing for any. */
export const inGroups = <Item, Result>(
  commit: (items: readonly Item[]) => Promise<readonly (Result | Error)[]>,
  { pauseMs, most }: GroupOptions,
): ((item: Item) => Promise<Result>) => {
  const waiting: Waiting<Item, Result>[] = [];
  let running = false;
  let lastStart = Number.NEGATIVE_INFINITY;
  let lastSize = 0;

  const settle = (group: readonly Waiting<Item, Result>[], results: readonly (Result | Error)[]): void => {
    for (const [index, { resolve, reject }] of group.entries()) {
      const result = results[index];
      if (result === undefined) reject(new Error('A commit has left one of its items without an answer.'));
      else if (result instanceof Error) reject(result);
      else resolve(result);
    }
  };

  const commitWaiting = async (): Promise<void> => {
    lastStart = performance.now();
    const group = waiting.splice(0, most);
    lastSize = group.length;
    try {
      settle(group, await commit(group.map(({ item }) => item)));
    } catch (error) {
      for (const { reject } of group) reject(error);
    }
    running = false;
    if (waiting.length > 0) schedule();
  };

  const schedule = (): void => {
    if (running) return;
    running = true;
    const rest = lastSize > 1 ? lastStart + pauseMs - performance.now() : 0;
    // Even the first lets everything in that has already arrived.
    if (rest > 0) setTimeout(commitWaiting, rest);
    else setImmediate(commitWaiting);
  };

  return (item) => {
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    waiting.push({ item, resolve, reject });
    schedule();
    return promise;
  };
};
