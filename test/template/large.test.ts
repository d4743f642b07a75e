/** Size: many tags, deep nesting, long tables. Always in time, and without more memory than the data needs. */
import { crc32, deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { DEFAULT_PACKAGE_LIMITS } from '../../src/ooxml/limits.ts';
import { openZip } from '../../src/ooxml/zip-read.ts';
import { ZipWriter } from '../../src/ooxml/zip-write.ts';
import { compileTemplate, type JsonObject, linkTemplate, renderDocx } from '../../src/template/index.ts';
import { docx, p, row, table } from '../support/build.ts';
import { cpuMilliseconds } from '../support/cpu-time.ts';
import { problemsOf, render } from './engine.ts';

describe('templates', () => {
  it('10,000 tags in 100 paragraphs', () => {
    const paragraph = p(...Array.from({ length: 100 }, (_, index) => `{v${index}}`));
    const data = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`v${index}`, index % 10]));
    const { text } = render(docx(...Array.from({ length: 100 }, () => paragraph)), data);
    expect(text).toHaveLength(100);
    expect(text[0]).toHaveLength(100);
  });

  it('5,000 tags in one paragraph of 5,000 runs', () => {
    expect(render(docx(p(...Array.from({ length: 5000 }, () => '{v}'))), { v: 1 }).text[0]).toHaveLength(
      5000,
    );
  });

  it('200 nested blocks, inline and over paragraphs; 1,000 are an error that says so', () => {
    const inline = (depth: number) => docx(p('{#if t}'.repeat(depth), 'x', '{/if}'.repeat(depth)));
    const over = (depth: number) =>
      docx(
        ...Array.from({ length: depth }, () => p('{#each l}')),
        p('x'),
        ...Array.from({ length: depth }, () => p('{/each}')),
      );
    for (const nested of [inline, over]) {
      expect(render(nested(200), { t: true, l: [1] }).text).toEqual(['x']);
      expect(problemsOf(nested(1000)).map(({ code }) => code)).toEqual(['too_deep']);
    }
  });

  it('a thousand errors are told, not all of them shown', () => {
    const problems = problemsOf(docx(...Array.from({ length: 1000 }, () => p('{/x}'))));
    expect(problems.length).toBeGreaterThan(10);
    expect(problems.length).toBeLessThanOrEqual(100);
  });

  it('opening delimiters without end take no quadratic time', () => {
    const started = cpuMilliseconds();
    expect(problemsOf(docx(p('{'.repeat(3000)))).length).toBeGreaterThan(0);
    expect(problemsOf(docx(...Array.from({ length: 300 }, () => p("{it's (")))).length).toBeGreaterThan(0);
    expect(cpuMilliseconds() - started).toBeLessThan(5000);
  });
});

describe('13: memory (docx-templates#81; docxtpl#188; docxtemplater#550): a table of 200,000 rows', () => {
  it('is streamed: what is in memory at a time does not grow with the rows', () => {
    const file = docx(table(row('{#items}{name}', '{n}', '{n * 2}{/items}')));
    const linked = linkTemplate(compileTemplate(file, { delimiter: 'BRACES' }).program, file);
    const item = { name: 'Article', n: 1.5 };
    const data: JsonObject = { items: Array.from({ length: 200_000 }, () => item) };
    let bytes = 0;
    let largest = 0;
    let chunks = 0;
    renderDocx(
      linked,
      data,
      {},
      {
        write: (chunk) => {
          bytes += chunk.length;
          largest = Math.max(largest, chunk.length);
          chunks++;
        },
      },
    );
    // Deflated blocks leave one by one; none holds more than one block's worth.
    expect(chunks).toBeGreaterThan(200);
    expect(largest).toBeLessThan(256 * 1024);
    expect(bytes).toBeGreaterThan(100_000);
  }, 60_000);
});

describe('a template beyond the usual limits', () => {
  it('that was compiled under larger ones is rendered too', () => {
    const small = docx(p('Hello {name}'));
    const zeros = new Uint8Array(15 * 1024 * 1024);
    const noise = {
      method: 8,
      crc32: crc32(zeros),
      size: zeros.length,
      compressed: deflateRawSync(zeros),
    } as const;
    const chunks: Uint8Array[] = [];
    const zip = new ZipWriter({ write: (chunk) => void chunks.push(chunk) });
    for (const entry of openZip(small).entries.values()) zip.raw(entry.name, entry);
    for (let index = 0; index < 14; index++) zip.raw(`customXml/item${index}.bin`, noise);
    zip.finish();
    const file = new Uint8Array(Buffer.concat(chunks));
    const unpackedBytes = 14 * zeros.length + 1024 * 1024;
    expect(unpackedBytes).toBeGreaterThan(DEFAULT_PACKAGE_LIMITS.unpackedBytes);
    expect(() => compileTemplate(file, { delimiter: 'BRACES' })).toThrow(/unpack/i);
    const limits = { ...DEFAULT_PACKAGE_LIMITS, unpackedBytes };
    const linked = linkTemplate(compileTemplate(file, { delimiter: 'BRACES', limits }).program, file);
    const made: Uint8Array[] = [];
    renderDocx(linked, { name: 'Ada' }, {}, { write: (chunk) => void made.push(chunk) });
    expect(Buffer.concat(made).length).toBeGreaterThan(14 * noise.compressed.length);
  });
});

describe('data', () => {
  it('huge strings, hostile keys, odd numbers', () => {
    const hostile = JSON.parse(
      '{"__proto__": {"x": 1}, "constructor": "c", "toString": "t", "a b": "s"}',
    ) as JsonObject;
    const { text } = render(docx(p('{big.length} {constructor} {toString} {a b} {nan} {x}')), {
      ...hostile,
      big: 'x'.repeat(1_000_000),
      nan: 'NaN',
    });
    expect(text).toEqual(['1000000 c t s NaN ']);
    expect(render(docx(p('{big}')), { big: 'ü€<'.repeat(100_000) }).text[0]).toHaveLength(300_000);
  });
});
