/**
 * Before each suite: a server in this process runs as it is written, its threads and processes as the set-up has built them
 * (server-setup.ts), which start in half of the time.
 */
import { startBuiltFiles } from '../../src/installation.mjs';

startBuiltFiles();
