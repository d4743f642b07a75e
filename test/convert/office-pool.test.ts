/** The pool against a real LibreOffice: what it converts, and what it survives (peers' complaint 12). */
import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  type LibreOfficeConfig,
  LibreOfficeEngine,
} from '../../src/convert/libreoffice/libreoffice-engine.ts';
import type { PoolEvent } from '../../src/convert/libreoffice/office-pool.ts';
import {
  type Build,
  docx,
  field,
  footer,
  header,
  hyperlink,
  NAMESPACES,
  p,
  part,
  picture,
  r,
  row,
  table,
} from '../support/build.ts';
import { noOffice, searchPath } from '../support/libreoffice.ts';
import { noPoppler, pdfFonts, pdfLinks, pdfPages, pdfText } from '../support/pdf.ts';

/** Also on a machine that is busy with other suites. */
const eventually = (check: () => void): Promise<void> => vi.waitFor(check, { timeout: 60_000, interval: 10 });

const letter = (text = 'Dear reader'): Uint8Array => docx(p(text));
/** About 40 rows a page. LibreOffice takes about 3 ms a row. */
const longTable = (rows: number): Uint8Array =>
  docx(
    table(
      ...Array.from({ length: rows }, (_, index) => row(`Row ${index}`, 'some text', 'more text', '1.00')),
    ),
  );

const FONT = new URL('../../node_modules/bwip-js/fonts/OCRB7.ttf', import.meta.url);
const FONT_NAME = 'OCRB';

/** As Word embeds a font: its first 32 bytes are XORed with the key's, backwards (ECMA-376 §17.8.1). */
const embedFont = (build: Build, name: string): void => {
  const key = '302EE813-EB4A-4642-A93A-89EF99B2457E';
  const mask = Buffer.from(key.replaceAll('-', ''), 'hex').reverse();
  const font = readFileSync(FONT);
  for (let at = 0; at < 32; at += 1) font[at] = (font[at] ?? 0) ^ (mask[at % 16] ?? 0);
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml';
  build.file(
    'word/fontTable.xml',
    `${word}.fontTable+xml`,
    `<w:fonts ${NAMESPACES}><w:font w:name="${name}"><w:charset w:val="00"/><w:family w:val="auto"/><w:pitch w:val="variable"/><w:embedRegular r:id="rId1" w:fontKey="{${key}}"/></w:font></w:fonts>`,
  );
  build.file(
    'word/_rels/fontTable.xml.rels',
    'application/vnd.openxmlformats-package.relationships+xml',
    `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${office}/font" Target="fonts/font1.odttf"/></Relationships>`,
  );
  build.file('word/fonts/font1.odttf', 'application/vnd.openxmlformats-officedocument.obfuscatedFont', font);
  build.relate('fontTable', 'fontTable.xml');
};

// Skipped where LibreOffice or poppler is not installed: both are what this suite is about.
describe.skipIf(noOffice || noPoppler)('LibreOfficeEngine', { timeout: 120_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'platen-pool-'));
  // Like /tmp: LibreOffice's user may remove its own folder in here, and nobody else's.
  chmodSync(folder, 0o1777);
  const open: LibreOfficeEngine[] = [];
  const events: PoolEvent[] = [];

  const start = (config: Partial<LibreOfficeConfig> = {}): LibreOfficeEngine => {
    const engine = new LibreOfficeEngine({
      processes: 1,
      timeoutMs: 60_000,
      searchPath,
      temporaryFolder: folder,
      onEvent: (event) => events.push(event),
      ...config,
    });
    engine.warm();
    open.push(engine);
    return engine;
  };
  const convert = (engine: LibreOfficeEngine, file: Uint8Array, organizationId = 'a', signal?: AbortSignal) =>
    engine.convert(file, { organizationId, signal });
  const ready = (engine: LibreOfficeEngine): Promise<void> =>
    eventually(() => expect(engine.status?.ready).toBeGreaterThan(0));
  const isAlive = (pid: number): boolean => {
    try {
      process.kill(pid, 0);
      return true;
    } catch {
      return false;
    }
  };

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const closeAll = async (): Promise<void> => {
    await Promise.all(open.splice(0).map((engine) => engine.close()));
    events.length = 0;
    // Nothing is left behind, whatever the tests did.
    expect(readdirSync(folder)).toEqual([]);
  };

  /** One LibreOffice for all that leave it well, or in the hands of its pool: starting it takes longer than most of them. */
  describe('one that serves for long', () => {
    let engine: LibreOfficeEngine;
    beforeAll(() => {
      engine = start();
    });
    afterAll(closeAll);
    beforeEach(async () => {
      await ready(engine);
      events.length = 0;
    });

    test('text, tables, pictures, headers, page numbers and links arrive', async () => {
      const file = docx(
        p({ style: 'Heading1' }, 'Annual report'),
        p('Read ', hyperlink('https://example.org/report?a=1&b=2', 'the rest'), '.'),
        p(hyperlink('mailto:desk@example.org', 'Write'), ' or ', hyperlink('file:///etc/passwd', 'look')),
        table(row('Item', 'Sum'), row('Pencils', '12.50')),
        p(picture({ width: 720_000, height: 720_000 })),
        ...Array.from({ length: 60 }, (_, index) => p(`Line ${index}`)),
        header(p('ACME')),
        footer(p('Page ', field('PAGE', '9'), ' of ', field('NUMPAGES', '9'))),
      );
      const { pdf, pages, warnings } = await convert(engine, file);
      const text = pdfText(pdf);
      expect(pages).toBe(2);
      expect(pdfPages(pdf)).toBe(2);
      for (const words of ['Annual report', 'Pencils', 'ACME', 'Page 1 of 2', 'Page 2 of 2', 'Line 59']) {
        expect(text).toContain(words);
      }
      expect(pdfLinks(pdf).sort()).toEqual(['https://example.org/report?a=1&b=2', 'mailto:desk@example.org']);
      expect(warnings).toEqual([expect.stringContaining('link')]);
    });

    test('it runs as nobody in particular, in a folder that nobody else can read', async () => {
      await convert(engine, letter());
      const [pid = 0] = engine.status?.officePids ?? [];
      const uid = Number(execFileSync('ps', ['-o', 'uid=', '-p', String(pid)], { encoding: 'utf8' }));
      expect(uid).not.toBe(0);
      const [slot = ''] = readdirSync(folder);
      const mode = execFileSync('ls', ['-ld', join(folder, slot)], { encoding: 'utf8' });
      expect(mode).toMatch(/^drwx------/);
      const environment =
        existsSync('/proc') && uid === process.getuid?.() ? readFileSync(`/proc/${pid}/environ`, 'utf8') : '';
      expect(environment).not.toContain('PLATEN');
    });

    test('a document that is none is refused by name, and the process lives on', async () => {
      const [pid] = engine.status?.officePids ?? [];
      await expect(convert(engine, new TextEncoder().encode('hello'))).rejects.toMatchObject({
        code: 'not_docx',
      });
      await convert(engine, letter());
      expect(engine.status?.officePids).toEqual([pid]);
    });

    test('fonts embedded in one document do not reach the next', async () => {
      const name = 'Platen Test Face';
      const text = p(r('Handgloves', { font: name }));
      const embedding = docx(
        text,
        part((build) => embedFont(build, name)),
      );
      const first = await convert(engine, embedding);
      expect(pdfFonts(first.pdf)).toEqual([FONT_NAME]);
      const second = await convert(engine, docx(text));
      expect(pdfFonts(second.pdf)).not.toContain(FONT_NAME);
      expect(events.map(({ kind }) => kind)).toEqual(['replaced', 'started']);
    });

    test('killed while idle, it is replaced before anybody asks', async () => {
      const [pid = 0] = engine.status?.officePids ?? [];
      process.kill(pid, 'SIGKILL');
      await eventually(() => expect(engine.status?.officePids).not.toContain(pid));
      await ready(engine);
      expect(pdfText((await convert(engine, letter())).pdf)).toContain('Dear reader');
    });

    test('complaint 12: killed in the middle, it starts anew and the document still arrives', async () => {
      const [pid = 0] = engine.status?.officePids ?? [];
      const converting = convert(engine, longTable(800));
      await eventually(() => expect(engine.status?.busy).toBe(1));
      await sleep(100);
      process.kill(pid, 'SIGKILL');
      expect((await converting).pages).toBeGreaterThan(3);
      expect(engine.status?.officePids).not.toContain(pid);
      expect(events.map(({ kind }) => kind)).toEqual(['crashed', 'started']);
    });

    test('20 documents of three organizations: nobody waits behind the one with many', async () => {
      const done: string[] = [];
      const send = (organization: string, count: number) =>
        Array.from({ length: count }, async () => {
          await convert(engine, letter(organization), organization);
          done.push(organization);
        });
      await Promise.all([...send('hog', 14), ...send('b', 3), ...send('c', 3)]);
      expect(done).toHaveLength(20);
      expect(done.lastIndexOf('b')).toBeLessThan(14);
      expect(done.lastIndexOf('c')).toBeLessThan(14);
      // The reserve was started for the second organization, and no more than that.
      await eventually(() => expect(events.filter(({ kind }) => kind === 'started')).toHaveLength(1));
    });

    test('closing refuses what waits, ends what runs, and leaves no process', async () => {
      const pids = engine.status?.officePids ?? [];
      const running = convert(engine, longTable(4_000));
      const waiting = convert(engine, letter());
      const refused = [running, waiting].map((one) =>
        expect(one).rejects.toMatchObject({ code: 'shutting_down' }),
      );
      await sleep(300);
      await engine.close();
      await Promise.all(refused);
      expect(pids.filter(isAlive)).toEqual([]);
      await expect(convert(engine, letter())).rejects.toMatchObject({ code: 'shutting_down' });
    });
  });

  describe('one for each test', () => {
    afterEach(closeAll);

    test('a second attempt has what the first has left of the time', async () => {
      const engine = start({ timeoutMs: 8_000 });
      await ready(engine);
      const [pid = 0] = engine.status?.officePids ?? [];
      const converting = convert(engine, longTable(8_000)).catch((error: unknown) => error);
      await eventually(() => expect(engine.status?.busy).toBe(1));
      process.kill(pid, 'SIGSTOP');
      // It is taken before the document is ready for it, which may take a second or two on a slow machine.
      await sleep(6_000);
      process.kill(pid, 'SIGKILL');
      const { code, cause } = (await converting) as { code: string; cause: Error };
      expect(code).toBe('pdf_timeout');
      expect(Number(/within ([\d.]+) ms/.exec(cause.message)?.[1])).toBeLessThan(5_100);
    });

    test('complaint 12: what takes too long is ended, and the next document finds a new process', async () => {
      const engine = start({ timeoutMs: 2_500 });
      await ready(engine);
      const [pid = 0] = engine.status?.officePids ?? [];
      await expect(convert(engine, longTable(4_000))).rejects.toMatchObject({ code: 'pdf_timeout' });
      expect(events.map(({ kind }) => kind)).toContain('timed_out');
      expect((await convert(engine, letter())).pages).toBe(1);
      expect(isAlive(pid)).toBe(false);
    });

    test('a document whose caller hangs up while it is prepared never reaches LibreOffice', async () => {
      const engine = start({ timeoutMs: 4_000 });
      await ready(engine);
      const controller = new AbortController();
      const running = convert(engine, longTable(4_000), 'a', controller.signal);
      await eventually(() => expect(engine.status?.busy).toBe(1));
      controller.abort(new Error('hung up'));
      await expect(running).rejects.toThrow('hung up');
      expect((await convert(engine, letter())).pages).toBe(1);
      // There, it would have taken longer than it may.
      expect(events.map(({ kind }) => kind)).toEqual(['started']);
    });

    test('a process is replaced after its share of documents', async () => {
      const engine = start({ documentsPerProcess: 2 });
      for (let count = 0; count < 3; count += 1) await convert(engine, letter());
      expect(events.map(({ kind }) => kind)).toEqual(['started', 'replaced', 'started']);
    });

    test('a process that nobody needs is stopped, and comes back when somebody does', async () => {
      const engine = start({ idleMs: 200 });
      await convert(engine, letter());
      await eventually(() => expect(engine.status?.ready).toBe(0));
      expect((await convert(engine, letter())).pages).toBe(1);
    });

    test('what does not start is said at once, tried again later, and shown in health', async () => {
      const engine = start({ soffice: '/bin/false' });
      await expect(convert(engine, letter())).rejects.toMatchObject({
        code: 'pdf_unavailable',
        retryAfter: 1,
      });
      expect(await engine.health()).toMatchObject({
        ok: false,
        message: expect.stringContaining('does not start'),
      });
      await eventually(() => expect(events.length).toBeGreaterThan(1));
      expect(events[0]?.message).toContain('ended with code 1');
    });

    test('killing the server takes LibreOffice and its folder along', async () => {
      const program = `
        import { LibreOfficeEngine } from ${JSON.stringify(new URL('../../src/convert/libreoffice/libreoffice-engine.ts', import.meta.url).href)};
        const engine = new LibreOfficeEngine({ processes: 1, timeoutMs: 60000, searchPath: ${JSON.stringify(searchPath)}, temporaryFolder: ${JSON.stringify(folder)} });
        engine.warm();
        while ((engine.status?.ready ?? 0) === 0) await new Promise((resolve) => setTimeout(resolve, 20));
        console.log(engine.status.officePids[0]);
      `;
      const server = spawn(process.execPath, ['--input-type=module', '-e', program], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const pid = await new Promise<number>((resolve) =>
        server.stdout.once('data', (text) => resolve(Number(text))),
      );
      expect(isAlive(pid)).toBe(true);
      server.kill('SIGKILL');
      await eventually(() => expect(isAlive(pid)).toBe(false));
      await eventually(() => expect(readdirSync(folder)).toEqual([]));
    });
  });
});
