/** docs/cheat-sheet.md: every tag in it is one that Platen takes, and all of it is one page, made by Platen. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { cheatSheetData, cheatSheetTemplate } from '../scripts/guide/cheat-sheet.ts';
import { RenderedLayout } from '../src/convert/native/rendered-layout.ts';
import { openDocx } from '../src/ooxml/docx.ts';
import { compileTemplate, linkTemplate, renderParts, writeFinished } from '../src/template/index.ts';
import { bars, chart, series } from './layout/chart-support.ts';
import { cell, docx, p, row, table } from './support/build.ts';
import { paragraphs } from './support/read.ts';
import { problemsOf } from './template/engine.ts';

const markdown = readFileSync(join(import.meta.dirname, '../docs/cheat-sheet.md'), 'utf8');

/** What is to be written, of each row: pieces that belong to several cells as one. */
const tags = [...markdown.matchAll(/^\| (.*?) \| [^|]* \|$/gm)].flatMap(([, write = '']) => {
  const spans = [...write.replaceAll('\\|', '|').matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);
  const own = spans.filter((code) => code.startsWith('{'));
  return write.includes(' · ') ? [own.join('')] : own;
});

describe('the cheat sheet', () => {
  test('is of tags', () => expect(tags.length).toBeGreaterThan(50));

  test.each(tags)('%s', (tag) => {
    const file = tag.startsWith('{CHART')
      ? docx(p(chart(bars(series('A', [1])), { alt: tag.replaceAll('"', '&quot;') })))
      : /^\{(?:CARRY|PAGETOTAL)/.test(tag)
        ? docx(table(row('{#rows}{name}', '{amount}{/rows}'), row('sum', tag)), p('x'))
        : docx(table(row('a', cell(p(`${tag} x`)))), p(tag.startsWith('{TOGETHER') ? tag : 'x'));
    expect(problemsOf(file)).toEqual([]);
  });

  test('is one page, without being made too small', async () => {
    const template = cheatSheetTemplate();
    const linked = linkTemplate(compileTemplate(template, { delimiter: 'BRACES' }).program, template);
    const rendered = renderParts(linked, cheatSheetData(markdown), { isLaidOut: true });
    const { warnings, missing } = rendered;
    const layout = new RenderedLayout({ system: false });
    const chunks: Uint8Array[] = [];
    const said = await writeFinished(
      linked,
      rendered,
      {},
      {
        pagesOf: (some) => layout.pagesOf(some, 10_000),
        sink: { write: (chunk) => void chunks.push(chunk) },
      },
    );
    expect([...warnings, ...missing, ...said.warnings, ...said.elsewhere]).toEqual([]);
    const made = new Uint8Array(Buffer.concat(chunks));
    expect((await layout.pagesOf(openDocx(made).archive, 10_000))?.pages).toBe(1);
    expect(paragraphs(made).join(' ')).toContain('{INCLUDE "address" WITH customer}');
  });
});
