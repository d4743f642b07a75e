/** Loaded by a thread that serves: whoever asks for /for-ever keeps it busy without end, and /end ends it. */
import { Server } from 'node:http';

const emit = Server.prototype.emit;
Server.prototype.emit = function (this: Server, event: string, ...rest: unknown[]): boolean {
  const { url } = (rest[0] ?? {}) as { url?: string };
  if (event === 'request' && url === '/end') process.exit(1);
  if (event === 'request' && url === '/for-ever') for (;;);
  return Reflect.apply(emit, this, [event, ...rest]);
} as typeof emit;
