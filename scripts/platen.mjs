#!/usr/bin/env node
/** `npm run platen` and, in a checkout, `npx platen`: the program as these sources build it. */
import { pathToFileURL } from 'node:url';
import { buildServerWhenChanged, PROGRAM } from './server.mjs';

if (!buildServerWhenChanged()) process.exit(1);
// As if it had been started itself: it may start itself again.
process.argv[1] = PROGRAM;
await import(pathToFileURL(PROGRAM).href);
