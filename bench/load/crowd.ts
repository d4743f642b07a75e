/**
 * `crowd.ts PORT COUNT MILLISECONDS`: connections of one address that say nothing, or begin to and go on no further; they come during
 * the first third. A process of its own: opening ten thousand takes it longer than the server, and whoever measures must not wait for it.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { Connection } from './connection.ts';

const [port = 0, count = 0, span = 0] = process.argv.slice(2).map(Number);
let refused = 0;
let over = false;

await Promise.all(
  Array.from({ length: count }, async (_, index) => {
    await sleep((index / count) * (span / 3));
    // Every address 127.x is this machine.
    const connection = await Connection.open({ host: '127.0.0.1', port }, '127.0.0.2').catch(() => undefined);
    if (index % 2 === 0) connection?.begin();
    connection?.closed.then(() => {
      if (!over) refused += 1;
    });
  }),
);
await sleep((span * 2) / 3);
over = true;
console.log(`${count - refused} of ${count} connections were held to the end`);
process.exit(0);
