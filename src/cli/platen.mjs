#!/usr/bin/env node
/** What a command loads first: with the module cache it answers in a third of the time. */
const NEEDED = 24;

if (Number.parseInt(process.versions.node, 10) < NEEDED) {
  process.stderr.write(
    `platen: Node.js ${NEEDED} or newer is needed, and this is ${process.version}. In a checkout, \`npm start\` and \`npm run platen\` bring their own.\n`,
  );
  process.exit(1);
}

// Not imported above: older versions don't know what these need.
const { restartWithFlags } = await import('../node-flags.mjs');
if (process.argv[2] === 'serve') restartWithFlags();
const { cacheModules } = await import('../module-cache.mjs');
cacheModules();

await import('./main.ts');
