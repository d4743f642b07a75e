/**
 * `npm run load [-- MIX…] [--seconds N] [--warm N]`: the mixes of mixes.ts, against this server and, in the same run, against the
 * least servers that anybody would write around the peers. Everything on this machine, over the loopback address alone; about
 * six minutes. What it prints can be pasted into docs/performance.md.
 */
import { execFileSync } from 'node:child_process';
import { availableParallelism, cpus, loadavg } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { table } from '../report.ts';
import { uploadInvoice } from './asking.ts';
import { HEAD, MIXES } from './mixes.ts';
import { memoryOf, startPeer, startPlaten } from './servers.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seconds: { type: 'string', default: '8' }, warm: { type: 'string', default: '5' } },
});
const spanMs = Number(values.seconds) * 1000;
const warmMs = Number(values.warm) * 1000;
/** Nothing to do for so long is idle: by then a server has given back what its start and the uploads took. */
const UNTIL_IDLE_MS = 20_000;
const PEERS = ['Carbone', 'docxtemplater', 'easy-template-x'];

const commit = (): string => {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
  } catch {
    return 'unknown';
  }
};

const wanted = positionals.length > 0 ? positionals : Object.keys(MIXES);
for (const name of wanted)
  if (MIXES[name] === undefined)
    throw new Error(`There is no mix ${name}; there are ${Object.keys(MIXES).join(', ')}.`);

const platen = await startPlaten();
const peers = await Promise.all(PEERS.map(startPeer));
try {
  const otherKey = await platen.newOrganization('Other');
  await uploadInvoice(platen);
  await uploadInvoice(platen, otherKey);
  await setTimeout(UNTIL_IDLE_MS);
  console.log(
    `Commit ${commit()}, ${new Date().toISOString().slice(0, 10)}: ${availableParallelism()} cores (${cpus()[0]?.model ?? ''}), ` +
      `Node.js ${process.version}, load ${loadavg()[0]?.toFixed(1)} before. ${values.seconds} s a row after ${values.warm} s of warming up. ` +
      `Memory is proportional (PSS), of all processes but LibreOffice's; idle: ${memoryOf(platen).toFixed(0)} MiB.\n`,
  );
  for (const name of wanted) {
    const mix = MIXES[name];
    if (mix === undefined) continue;
    console.log(`### ${mix.title}\n`);
    console.log(`${table(HEAD, await mix.run({ platen, peers, otherKey, spanMs, warmMs }))}\n`);
  }
} finally {
  await Promise.all([platen, ...peers].map((server) => server.stop()));
}
