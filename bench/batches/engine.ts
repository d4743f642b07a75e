/** The engine alone: the same invoices, rendered and laid out one after the other in one process, kept nowhere. */
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RenderedLayout } from '../../src/convert/native/rendered-layout.ts';
import { compileTemplate, linkTemplate, renderParts } from '../../src/template/index.ts';
import { invoice, template } from './invoices.ts';

const WARM = 500;
const count = Number(process.argv[2] ?? 3000);

const file = template();
const linked = linkTemplate(compileTemplate(file, { delimiter: 'BRACES' }).program, file);
const layout = new RenderedLayout({ folders: [], cacheFile: join(tmpdir(), 'platen-bench-fonts.json') });
let bytes = 0;
const make = async (seed: number): Promise<void> => {
  // As it comes: a line of JSON.
  const data = JSON.parse(JSON.stringify(invoice(seed)));
  const { parts } = renderParts(linked, data, { now: Date.UTC(2026, 10, 15), isLaidOut: true });
  const laid = await layout.lay(
    parts,
    { use: 'always', milliseconds: 60_000 },
    {
      write: (chunk) => {
        bytes += chunk.length;
      },
    },
  );
  if (laid.kind !== 'converted') throw new Error(laid.reasons.join());
};
for (let seed = 0; seed < WARM; seed += 1) await make(seed);
bytes = 0;
const before = process.cpuUsage();
for (let seed = 0; seed < count; seed += 1) await make(seed);
const { user, system } = process.cpuUsage(before);
process.stdout.write(
  `${JSON.stringify({ count, milliseconds: (user + system) / 1000 / count, bytes: bytes / count })}\n`,
);
