import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { findOffice } from '../../src/convert/availability.ts';
import { createConverter } from '../../src/convert/index.ts';
import { unprivilegedUser } from '../../src/convert/libreoffice/unprivileged.ts';
import { docx, p } from '../support/build.ts';
import { noOffice, searchPath } from '../support/libreoffice.ts';

const folder = mkdtempSync(join(tmpdir(), 'platen-office-test-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const script = (name: string, body: string): string => {
  const path = join(folder, name);
  writeFileSync(path, `#!/bin/sh\n${body}\n`);
  chmodSync(path, 0o755);
  return path;
};

const soffice = script('soffice', 'exit 1');
const python = script('python3', 'exit 0');
const bare = script('python-without-uno', 'exit 1');

describe('findOffice', () => {
  test('takes what the configuration names', async () => {
    expect(await findOffice({ soffice, python })).toEqual({ soffice, python });
  });

  test('looks along the PATH, whose relative folders do not count', async () => {
    expect(await findOffice({ searchPath: `.:bin:${folder}`, python })).toEqual({ soffice, python });
  });

  test('says what to install where LibreOffice is missing', async () => {
    await expect(findOffice({ soffice: join(folder, 'nothing') })).rejects.toMatchObject({
      code: 'pdf_unavailable',
      hint: expect.stringMatching(/libreoffice-writer-nogui python3-uno.*brew install --cask libreoffice/),
    });
  });

  test('says so where no Python can import uno', async () => {
    await expect(findOffice({ soffice, python: bare })).rejects.toMatchObject({
      code: 'pdf_unavailable',
      message: expect.stringContaining('python3-uno'),
    });
  });
});

describe('createConverter without LibreOffice', () => {
  const options = { organizationId: 'a' };

  const document = docx(p('Hello'));

  test('starts, says what is missing to who asks for it, and lays out by itself for who does not', async () => {
    const converter = createConverter({
      engine: 'auto',
      libreoffice: { processes: 1, timeoutMs: 20_000, soffice: join(folder, 'nothing') },
    });
    await expect(converter.convert(document, { ...options, engine: 'libreoffice' })).rejects.toMatchObject({
      code: 'pdf_unavailable',
      kind: 'unavailable',
    });
    expect(await converter.convert(document, options)).toMatchObject({ engine: 'native', pages: 1 });
    expect(await converter.health()).toMatchObject({ ok: true });
    await converter.close();
  });

  test('natively alone, by configuration', async () => {
    const native = createConverter({ engine: 'native', libreoffice: { processes: 1, timeoutMs: 20_000 } });
    await expect(native.convert(new Uint8Array(), options)).rejects.toMatchObject({ code: 'not_docx' });
    await expect(native.convert(document, { ...options, engine: 'libreoffice' })).rejects.toMatchObject({
      code: 'pdf_unavailable',
    });
    expect(await native.convert(document, options)).toMatchObject({ engine: 'native', reasons: [] });
    expect(await native.health()).toMatchObject({ ok: true });
    await native.close();
  });
});

describe.skipIf(noOffice)('createConverter with a LibreOffice that comes to nothing', () => {
  const strange = docx(p('Hello'), (build) => {
    // So much of it that no LibreOffice is done before the timer is looked at, on a machine that stands still for a moment too.
    build.file('word/other.html', 'text/html', '<p>Inserted</p>'.repeat(20_000));
    return `<w:altChunk r:id="${build.relate('aFChunk', 'other.html')}"/>`;
  });
  const options = { organizationId: 'a' };

  test('makes the document all the same, and says by whom and why', { timeout: 60_000 }, async () => {
    const converter = createConverter({
      engine: 'auto',
      libreoffice: { processes: 1, timeoutMs: 1, searchPath },
      native: { timeoutMs: 20_000 },
    });
    const made = await converter.convert(strange, options);
    expect(made).toMatchObject({ engine: 'native', pages: 1, reasons: ['alt-chunk'] });
    expect(made.warnings).toEqual([
      expect.stringContaining('alt-chunk'),
      expect.stringMatching(/^made by the native engine: Converting the document to PDF took longer/),
    ]);
    const pages = { first: 3, total: 9 };
    await expect(converter.convert(strange, { ...options, pages })).rejects.toMatchObject({
      code: 'bad_option',
      message: expect.stringContaining('alt-chunk'),
    });
    await converter.close();
  });
});

describe('unprivilegedUser', () => {
  const passwd = join(folder, 'passwd');
  writeFileSync(
    passwd,
    'root:*:0:0::/root:/bin/sh\nnobody:*:-2:-2::/:/bin/false\nmaker:*:1001:1002::/:/bin/false\n',
  );
  const root = process.getuid?.() === 0;

  test('where the service is an ordinary user there is nobody else to be', () => {
    if (root) {
      expect(unprivilegedUser('maker', passwd)).toEqual({ uid: 1001, gid: 1002 });
      expect(unprivilegedUser(undefined, passwd)).toEqual({ uid: 4294967294, gid: 4294967294 });
      expect(unprivilegedUser('1001:7', passwd)).toEqual({ uid: 1001, gid: 7 });
      expect(() => unprivilegedUser('root', passwd)).toThrow(/root/);
      expect(() => unprivilegedUser('0', passwd)).toThrow(/root/);
      expect(() => unprivilegedUser('stranger', passwd)).toThrow(/does not exist/);
    } else expect(unprivilegedUser('maker', passwd)).toBeUndefined();
  });
});
