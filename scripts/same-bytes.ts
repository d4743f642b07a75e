/**
 * `npm run same-bytes -- DIR… --save FILE` and, after a change, `npm run same-bytes -- DIR… --against FILE`
 *
 * Converts every .docx below the folders natively and keeps a hash of each PDF with what was said about it (reasons, warnings,
 * or the error). `--against` lists the documents that come out otherwise than when FILE was saved: for changes that are not to
 * change anything. `--keep FOLDER` also keeps the PDFs, to look at what differs.
 * `--render` takes the documents for templates instead: each is compiled and rendered with its sample data, and the hash is
 * of the program, of the inspection and of the DOCX.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { convertNatively } from '../src/convert/native/convert-native.ts';
import { PlatenError } from '../src/errors.ts';
import { openFontLibrary } from '../src/fonts/library.ts';
import {
  checkTemplate,
  compileTemplate,
  type JsonObject,
  linkTemplate,
  renderDocx,
} from '../src/template/index.ts';

const { values: flags, positionals: folders } = parseArgs({
  allowPositionals: true,
  options: {
    save: { type: 'string' },
    against: { type: 'string' },
    keep: { type: 'string' },
    only: { type: 'string', default: '' },
    tagged: { type: 'boolean', default: false },
    render: { type: 'boolean', default: false },
  },
});
if (folders.length === 0 || (flags.save === undefined && flags.against === undefined)) {
  console.error(
    'usage: npm run same-bytes -- DIR… (--save FILE | --against FILE) [--only TEXT] [--tagged | --render] [--keep FOLDER]',
  );
  process.exit(2);
}

/** What came of one document, each in a word or a line that can be compared. */
interface Outcome {
  readonly file: string;
  readonly reasons: readonly string[];
  readonly warnings: readonly string[];
}

const library = await openFontLibrary();

const hashOf = (bytes: Uint8Array | string): string =>
  createHash('sha256').update(bytes).digest('hex').slice(0, 24);

const keep = (path: string, ending: string, bytes: Uint8Array): void => {
  if (flags.keep !== undefined)
    writeFileSync(join(flags.keep, `${path.replaceAll(/[/\\]/g, '_')}.${ending}`), bytes);
};

/** Any moment will do, so long as it is always the same. */
const NOW = Date.UTC(2026, 0, 15, 12);

const rendered = (path: string): Outcome => {
  const file = readFileSync(path);
  const { delimiter, warnings } = checkTemplate(file, {});
  const { program, inspection } = compileTemplate(file, { delimiter });
  const pieces: Uint8Array[] = [];
  const report = renderDocx(
    linkTemplate(program, file),
    inspection.sample as JsonObject,
    { now: NOW },
    { write: (piece) => void pieces.push(piece.slice()) },
  );
  const docx = Buffer.concat(pieces);
  keep(path, 'docx', docx);
  return {
    file: [program, JSON.stringify(inspection), docx].map(hashOf).join(' '),
    reasons: report.missing,
    warnings: [...warnings.map(({ message }) => message), ...report.warnings],
  };
};

const converted = (path: string): Outcome => {
  const result = convertNatively(readFileSync(path), library, { pdf: { tagged: flags.tagged } });
  if (result.kind === 'declined') return { file: 'declined', reasons: result.reasons, warnings: [] };
  keep(path, 'pdf', result.pdf);
  return { file: hashOf(result.pdf), reasons: result.reasons, warnings: result.warnings };
};

const outcomeOf = (path: string): Outcome => {
  try {
    return flags.render ? rendered(path) : converted(path);
  } catch (error) {
    const said = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    const code = error instanceof PlatenError ? error.code : 'unexpected';
    return { file: `${code} ${said}`, reasons: [], warnings: [] };
  }
};

if (flags.keep !== undefined) mkdirSync(flags.keep, { recursive: true });
const paths = folders
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.docx') && name.includes(flags.only))
      .map((name) => join(folder, name)),
  )
  .sort();
const before = process.cpuUsage();
const outcomes: Record<string, Outcome> = {};
for (const path of paths) outcomes[path] = outcomeOf(path);
const { user, system } = process.cpuUsage(before);
console.log(`${paths.length} documents, ${((user + system) / 1e6).toFixed(1)} s of processor time`);

if (flags.save !== undefined) writeFileSync(flags.save, JSON.stringify(outcomes, undefined, 1));
if (flags.against !== undefined) {
  const saved: Readonly<Record<string, Outcome>> = JSON.parse(readFileSync(flags.against, 'utf8'));
  const differing = paths.filter((path) => JSON.stringify(saved[path]) !== JSON.stringify(outcomes[path]));
  for (const path of differing) {
    console.log(path);
    for (const key of ['file', 'reasons', 'warnings'] as const) {
      const [was, is] = [saved[path]?.[key], outcomes[path]?.[key]].map((part) => JSON.stringify(part));
      if (was !== is) console.log(`  ${key}: ${was ?? 'not saved'} → ${is}`);
    }
  }
  console.log(differing.length === 0 ? 'all the same' : `${differing.length} differ`);
  process.exitCode = differing.length === 0 ? 0 : 1;
}
