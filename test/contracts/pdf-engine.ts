/**
 * The contract of the PDF engines (src/convert/engine.ts): one suite, run on each implementation with real documents.
 *
 * What is particular to one of them (how near to Word it comes, what its processes survive) is tested beside it.
 */
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { EngineOptions, PdfEngine } from '../../src/convert/engine.ts';
import { docx, footer, header, hyperlink, p, pageBreak, raw, row, table, zip } from '../support/build.ts';
import { pdfLinks, pdfPages, pdfText } from '../support/pdf.ts';

export interface EngineSettings {
  /** How long one document may take. */
  readonly timeoutMs: number;
  /** Documents that may wait; one organization's may be half of them. */
  readonly queue: number;
}

export interface EngineFactory {
  /** For `describe.skipIf`: the engine, or what looks into its PDFs, is not installed. */
  readonly isMissing: boolean;
  /** Opens an engine that lays out one document of an organization at a time. */
  readonly open: (settings: EngineSettings) => PdfEngine;
}

const PATIENT: EngineSettings = { timeoutMs: 60_000, queue: 200 };

const letter = (text = 'Dear reader'): Uint8Array => docx(p(text));

/** Takes either engine longer than a moment. */
const longTable = (): Uint8Array =>
  docx(
    table(
      ...Array.from({ length: 4_000 }, (_, index) => row(`Row ${index}`, 'some text', 'more text', '1.00')),
    ),
  );

const from = (organizationId: string, signal?: AbortSignal): EngineOptions => ({ organizationId, signal });

/** Also on a machine that is busy with other suites. */
const waiting = (engine: PdfEngine, count: number): Promise<void> =>
  vi.waitFor(async () => expect((await engine.health()).message).toMatch(new RegExp(`\\b${count} waiting`)), {
    timeout: 60_000,
    interval: 10,
  });

export const pdfEngineContract = (name: string, factory: EngineFactory): void => {
  // The reason for a skip is that the engine is not installed, or poppler, which reads what it makes.
  describe.skipIf(factory.isMissing)(`the ${name} engine`, { timeout: 120_000 }, () => {
    let engine: PdfEngine;
    beforeAll(() => {
      engine = factory.open(PATIENT);
    });
    afterAll(() => engine.close());

    /** One of its own, for what ends or narrows an engine. */
    const another = (settings: Partial<EngineSettings> = {}): PdfEngine => {
      const opened = factory.open({ ...PATIENT, ...settings });
      onTestFinished(() => opened.close());
      return opened;
    };

    test('has its name, and is well', async () => {
      expect(engine.name).toBe(name);
      expect(await engine.health()).toMatchObject({ ok: true });
    });

    test('makes a PDF, and says how many pages it has', async () => {
      const file = docx(
        p('On the first page, with ', hyperlink('https://example.org/terms', 'a link')),
        p(pageBreak(), 'On the second page'),
        table(row('Pencils', '12.50'), row('Paper', '3.00')),
        p(pageBreak(), 'On the third page'),
        header(p('Head of the page')),
        footer(p('Foot of the page')),
      );
      const { pdf, pages, warnings } = await engine.convert(file, from('a'));
      expect(Buffer.from(pdf.subarray(0, 5)).toString()).toBe('%PDF-');
      expect(pages).toBe(3);
      expect(pdfPages(pdf)).toBe(3);
      const [first = '', second = '', third = ''] = pdfText(pdf).split('\f');
      expect(first).toContain('On the first page');
      expect(second).toMatch(/On the second page\s+Pencils\s+12\.50\s+Paper\s+3\.00/);
      expect(third).toContain('On the third page');
      for (const page of [first, second, third])
        expect(page).toMatch(/Head of the page[\s\S]+Foot of the page/);
      expect(pdfLinks(pdf)).toEqual(['https://example.org/terms']);
      expect(warnings).toEqual([]);
    });

    test('says what it leaves out', async () => {
      const file = docx(
        p('Before'),
        (build) => {
          build.file('word/other.html', 'text/html', '<p>Inserted</p>');
          return `<w:altChunk r:id="${build.relate('aFChunk', 'other.html')}"/>`;
        },
        p('Behind'),
      );
      const { pdf, warnings } = await engine.convert(file, from('a'));
      expect(pdfText(pdf)).toMatch(/Before[\s\S]+Behind/);
      expect(warnings.join()).toMatch(/altChunk|alt-chunk/);
    });

    test.each<[string, Uint8Array, string]>([
      ['no package', Buffer.from('hello'), 'not_docx'],
      ['cut off', letter().subarray(0, 900), 'docx_damaged'],
      ['a package without a document', zip({ 'readme.txt': 'hello' }), 'not_docx'],
      ['of XML that does not end', docx(raw('<w:p><w:r>')), 'docx_damaged'],
    ])('refuses a file that is %s, and goes on', async (_, file, code) => {
      await expect(engine.convert(file, from('a'))).rejects.toMatchObject({ code });
      expect((await engine.convert(letter(), from('a'))).pages).toBe(1);
    });

    test('gives everybody their own document, however many ask at once', async () => {
      const names = Array.from({ length: 9 }, (_, index) => `Reader${index}`);
      const results = await Promise.all(
        names.map((reader, index) => engine.convert(letter(`Dear ${reader}`), from(`org ${index % 3}`))),
      );
      expect(results.map(({ pdf }) => pdfText(pdf).trim())).toEqual(names.map((reader) => `Dear ${reader}`));
    });

    test('does nothing for whoever has hung up already', async () => {
      const signal = AbortSignal.abort(new Error('hung up'));
      await expect(engine.convert(letter(), from('a', signal))).rejects.toThrow('hung up');
    });

    test('lets go of whoever hangs up, running or waiting, and of their places', async () => {
      const controller = new AbortController();
      const running = engine.convert(longTable(), from('a', controller.signal));
      const behind = engine.convert(letter(), from('a', controller.signal));
      await waiting(engine, 1);
      const left = [running, behind].map((one) => expect(one).rejects.toThrow('hung up'));
      controller.abort(new Error('hung up'));
      await Promise.all(left);
      await waiting(engine, 0);
      expect((await engine.convert(letter(), from('a'))).pages).toBe(1);
    });

    test('ends what takes too long', async () => {
      const hasty = another({ timeoutMs: 50 });
      await expect(hasty.convert(longTable(), from('a'))).rejects.toMatchObject({ code: 'pdf_timeout' });
    });

    test('says that it is busy where no more may wait, and when to come back', async () => {
      const narrow = another({ queue: 2 });
      const controller = new AbortController();
      const running = narrow.convert(longTable(), from('a', controller.signal));
      const behind = narrow.convert(letter(), from('a', controller.signal));
      const left = Promise.allSettled([running, behind]);
      await waiting(narrow, 1);
      await expect(narrow.convert(letter(), from('a'))).rejects.toMatchObject({
        code: 'busy',
        retryAfter: expect.any(Number),
      });
      // Another organization does not wait behind the one with many.
      expect((await narrow.convert(letter(), from('b'))).pages).toBe(1);
      controller.abort(new Error('enough'));
      await left;
    });

    // The last one: it takes the engine that all others had.
    test('refuses what runs and what waits once it is closed, and says so in health', async () => {
      const running = engine.convert(longTable(), from('a'));
      const behind = engine.convert(letter(), from('a'));
      const refused = [running, behind].map((one) =>
        expect(one).rejects.toMatchObject({ code: 'shutting_down' }),
      );
      await waiting(engine, 1);
      await engine.close();
      await Promise.all(refused);
      expect(await engine.health()).toMatchObject({ ok: false });
      await expect(engine.convert(letter(), from('a'))).rejects.toMatchObject({ code: 'shutting_down' });
    });
  });
};
