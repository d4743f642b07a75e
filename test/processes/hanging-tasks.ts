/** A module that never loads. */
await new Promise(() => setInterval(() => undefined, 1_000));

export const whoAreYou = (): number => process.pid;
