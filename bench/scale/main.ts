/**
 * `npm run scale -- measure | partitions [--rows N] | simulate`: what growth costs, measured and reckoned. What it prints stands in
 * docs/scale.md; none of it is part of `npm test` but the reckoning.
 */
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { table } from '../report.ts';
import { measure } from './measure.ts';
import { partitions } from './partitions.ts';
import { simulation } from './simulate.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rows: { type: 'string', default: '50000000' } },
});

const [what] = positionals;
if (what === 'simulate') console.log(simulation());
else {
  const load = loadavg()[0]?.toFixed(1);
  const { head, rows } = what === 'partitions' ? await partitions(Number(values.rows)) : await measure();
  console.log(`Load ${load} before.\n\n${table(head, rows)}`);
}
