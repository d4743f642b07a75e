/** The program as somebody runs it, of these sources: Vitest's set-up has built it before the first suite, and for a bench it is built here. */
import { buildServerWhenChanged, PROGRAM } from '../../scripts/server.mjs';

if (process.env['VITEST'] === undefined && !buildServerWhenChanged())
  throw new Error('The server could not be built; see the lines above.');

export { PROGRAM };
