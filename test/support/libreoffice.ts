/**
 * LibreOffice for tests: whether it is there (a suite that needs it skips with the reason), and a plain one, without
 * any of Platen's precautions, to show what a document would do to it.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { findOffice, type Office } from '../../src/convert/availability.ts';

const run = promisify(execFile);

export const searchPath = process.env['PATH'] ?? '';

export const office: Office | { readonly missing: string } = await findOffice({ searchPath }).catch(
  (error: Error) => ({ missing: error.message }),
);

/** For `describe.skipIf`; the reason stands in `office.missing`. */
export const noOffice = 'missing' in office;

/** Documents by name → PDFs by name; one process for all of them. A document that fails is left out. */
export const plainConvert = async (
  documents: ReadonlyMap<string, Uint8Array>,
): Promise<Map<string, Uint8Array>> => {
  if ('missing' in office) throw new Error(office.missing);
  const folder = mkdtempSync(join(tmpdir(), 'platen-plain-'));
  try {
    const files = [...documents].map(([name, bytes]) => {
      const file = join(folder, `${name}.docx`);
      writeFileSync(file, bytes);
      return file;
    });
    const launcher = join(dirname(office.soffice), 'soffice');
    await run(launcher, [
      '--headless',
      '--norestore',
      `-env:UserInstallation=file://${folder}/profile`,
      '--convert-to',
      'pdf',
      '--outdir',
      join(folder, 'out'),
      ...files,
    ]);
    const pdfs = new Map<string, Uint8Array>();
    for (const name of documents.keys()) {
      try {
        pdfs.set(name, readFileSync(join(folder, 'out', `${name}.pdf`)));
      } catch {
        // Not converted.
      }
    }
    return pdfs;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
