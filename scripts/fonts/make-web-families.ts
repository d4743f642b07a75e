/**
 * make-web-families :: @capsizecss/metrics → src/fonts/data/web-families.json
 *
 *     node scripts/fonts/make-web-families.ts FOLDER
 *
 * FOLDER is the package `@capsizecss/metrics`, which is needed for this alone and is no dependency: heights and average widths of
 * free families, read out of their fonts. Its licence (MIT) asks for the notice that stands in the file.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { canonicalFamily, normalizeFamily } from '../../src/fonts/families/family-names.ts';
import { KNOWN_FAMILIES } from '../../src/fonts/families/known-families.ts';

interface Metrics {
  readonly familyName: string;
  readonly category: 'sans-serif' | 'serif' | 'monospace' | 'handwriting' | 'display';
  readonly ascent: number;
  readonly descent: number;
  readonly lineGap: number;
  readonly xHeight: number;
  readonly capHeight: number;
  readonly xWidthAvg: number;
  readonly unitsPerEm: number;
  readonly variants?: Readonly<Record<string, Pick<Metrics, 'xWidthAvg' | 'unitsPerEm'>>>;
}

const [, , folder = ''] = process.argv;
const collection: { readonly entireMetricsCollection: Readonly<Record<string, Metrics>> } = await import(
  pathToFileURL(resolve(folder, 'dist/entireMetricsCollection.mjs')).href
);

const KINDS = {
  'sans-serif': 'swiss',
  serif: 'roman',
  monospace: 'modern',
  handwriting: 'script',
  display: 'decorative',
} as const;

const known = new Set(KNOWN_FAMILIES.split('\n').map((line) => line.split(/[|/]/)[0]?.trim()));
const lines = Object.values(collection.entireMetricsCollection).flatMap((metrics) => {
  const name = normalizeFamily(metrics.familyName);
  const { unitsPerEm: em, variants = {} } = metrics;
  const figures = [
    metrics.ascent + metrics.lineGap,
    -metrics.descent,
    metrics.xHeight,
    metrics.capHeight,
    metrics.xWidthAvg,
  ];
  const bold = variants['700'] ?? variants['800'] ?? variants['600'];
  if (known.has(canonicalFamily(name)) || name.startsWith('-') || figures.some((figure) => !(figure > 0)))
    return [];
  const thousandths = [...figures, bold?.xWidthAvg ?? metrics.xWidthAvg].map((figure) =>
    Math.round((figure / em) * 1000),
  );
  return [`${name}|${KINDS[metrics.category]}|${thousandths.join(' ')}`];
});
const notice = readFileSync(join(folder, 'LICENSE'), 'utf8').trim().replaceAll(/\s+/g, ' ');
writeFileSync(
  join(import.meta.dirname, '../../src/fonts/data/web-families.json'),
  `${JSON.stringify({ notice, families: lines.sort() }, undefined, 1)}\n`,
);
