/** Nothing that a document points to is fetched or read: peers' complaint 14, shown on the real converter. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createConverter } from '../../src/convert/index.ts';
import { neutralise } from '../../src/convert/neutralise/neutralise.ts';
import { noOffice, plainConvert, searchPath } from '../support/libreoffice.ts';
import { noPoppler, pdfText } from '../support/pdf.ts';
import { type Hostile, hostileDocuments } from './hostile.ts';

const CANARY = 'CANARY-7f3a';

// Skipped where LibreOffice or poppler is not installed: both are what this suite is about.
describe.skipIf(noOffice || noPoppler)(
  'complaint 14: a document cannot make the converter fetch or read',
  { timeout: 120_000 },
  () => {
    const requests: string[] = [];
    let server: Server;
    let folder: string;
    let documents: Hostile[];

    beforeAll(async () => {
      server = createServer((request, response) => {
        requests.push(`${request.method} ${request.url}`);
        response.end();
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const { port } = server.address() as AddressInfo;
      folder = mkdtempSync(join(tmpdir(), 'platen-canary-'));
      const canary = join(folder, 'canary.txt');
      writeFileSync(canary, CANARY, { mode: 0o644 });
      documents = hostileDocuments((name) => `http://127.0.0.1:${port}/${name}`, pathToFileURL(canary).href);
    });

    afterAll(() => {
      server.close();
      rmSync(folder, { recursive: true, force: true });
    });

    test('a plain LibreOffice does fetch, so this test can fail', async () => {
      requests.length = 0;
      const live = documents.filter(({ name }) => ['linked-picture', 'picture-borrows-link'].includes(name));
      await plainConvert(new Map(live.map(({ name, docx }) => [name, docx])));
      expect(requests).toContain('GET /linked-picture.png');
      expect(requests).toContain('GET /picture-borrows-link.png');
    });

    test('the same LibreOffice fetches nothing once a document is neutralised', async () => {
      requests.length = 0;
      const pdfs = await plainConvert(
        new Map(documents.map(({ name, docx }) => [name, neutralise(docx).docx])),
      );
      expect(requests).toEqual([]);
      for (const { name } of documents) {
        const text = pdfText(pdfs.get(name) ?? new Uint8Array());
        expect(text).toContain(`VISIBLE ${name}`);
        expect(text).toContain('THE END');
        expect(text).not.toContain(CANARY);
      }
    });

    test('the converter as a whole fetches nothing, its network left on', async () => {
      requests.length = 0;
      const converter = createConverter({
        engine: 'libreoffice',
        libreoffice: { processes: 1, timeoutMs: 60_000, searchPath, isolate: false },
      });
      try {
        const some = /^(linked|picture|vml-href|includetext$|svg|chunk-html)/;
        for (const { name, docx } of documents.filter((one) => some.test(one.name))) {
          const { pdf } = await converter.convert(docx, { organizationId: 'a' });
          expect(pdfText(pdf)).toContain(`VISIBLE ${name}`);
          expect(pdfText(pdf)).not.toContain(CANARY);
        }
        expect(requests).toEqual([]);
      } finally {
        await converter.close();
      }
    });
  },
);
