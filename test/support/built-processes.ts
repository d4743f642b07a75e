/**
 * Before each suite: a server in this process runs as it is written, its threads and processes as the set-up has built them
 * (server-setup.ts), which start in a third of the time.
 */
import { startBuiltFiles } from '../../src/installation.mjs';

startBuiltFiles();
