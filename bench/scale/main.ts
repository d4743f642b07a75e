/**
 * `npm run scale -- measure | partitions [--rows N] | calls [--rows N] | simulate`: what growth costs, measured and reckoned. What it prints
 * stands in docs/scale.md; none of it is part of `npm test` but the reckoning.
 */
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { table } from '../report.ts';
import { callLog } from './calls.ts';
import { measure } from './measure.ts';
import { partitions } from './partitions.ts';
import { simulation } from './simulate.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rows: { type: 'string' } },
});

const [what] = positionals;
if (what === 'simulate') console.log(simulation());
else {
  const load = loadavg()[0]?.toFixed(1);
  const rowsOr = (usual: number): number => Number(values.rows ?? usual);
  const { head, rows } =
    what === 'partitions'
      ? await partitions(rowsOr(50_000_000))
      : what === 'calls'
        ? await callLog(rowsOr(1_000_000))
        : await measure();
  console.log(`Load ${load} before.\n\n${table(head, rows)}`);
}
