/**
 * openWorkbook :: bytes → the sheets' names, and the rows of one of them
 *
 * The package is opened by the house's own reader of ZIP files, which holds the directory against its limits before a byte is
 * unpacked; parts are unpacked as streams.
 */

import { PlatenError } from '../../errors.ts';
import { DEFAULT_PACKAGE_LIMITS, type PackageLimits } from '../../ooxml/limits.ts';
import { openZip, type ZipArchive, type ZipEntry } from '../../ooxml/zip-directory.ts';
import type { Row } from '../cells.ts';
import { readAll } from './read-xml.ts';
import { aboutWorkbook, damaged } from './refusals.ts';
import { readSharedStrings } from './shared-strings.ts';
import { readSheet } from './sheet.ts';
import { readStyles } from './styles.ts';
import { unpack } from './unpack.ts';

const MEBIBYTE = 1024 * 1024;

/** Sheets are streamed, so what they unpack to costs time alone: a workbook of 100 MiB has about 1 GiB of XML. */
export const WORKBOOK_LIMITS: PackageLimits = {
  ...DEFAULT_PACKAGE_LIMITS,
  fileBytes: 100 * MEBIBYTE,
  unpackedBytes: 4096 * MEBIBYTE,
};

interface SheetEntry {
  readonly name: string;
  readonly relationship: string;
}

interface Workbook {
  readonly sheets: readonly string[];
  rows(sheet: string | number | undefined): AsyncGenerator<Row, void, undefined>;
}

/** What old workbooks and those with a password begin with. */
const OLE = [0xd0, 0xcf, 0x11, 0xe0];

export const openWorkbook = async (
  bytes: Uint8Array,
  limits: PackageLimits = WORKBOOK_LIMITS,
): Promise<Workbook> => {
  if (OLE.every((byte, at) => bytes[at] === byte))
    throw damaged('The file is an old workbook (.xls), or one that is protected with a password.');
  const archive = opened(bytes, limits);
  const parts = await mainParts(archive);
  const { sheets, isFrom1904 } = await readBook(parts.workbook);
  return {
    sheets: sheets.map(({ name }) => name),
    async *rows(wanted) {
      const sheet = chosen(sheets, wanted);
      const entry = parts.byId.get(sheet.relationship);
      if (entry === undefined) throw damaged(`The sheet ${JSON.stringify(sheet.name)} is not in the file.`);
      const strings = await readSharedStrings(parts.byType('sharedStrings'));
      try {
        const styles = await readStyles(parts.byType('styles'));
        yield* readSheet(entry, { strings, styles, isFrom1904 });
      } finally {
        strings.clear();
      }
    },
  };
};

const opened = (bytes: Uint8Array, limits: PackageLimits): ZipArchive => {
  try {
    return openZip(bytes, limits);
  } catch (error) {
    throw aboutWorkbook(error);
  }
};

const chosen = (sheets: readonly SheetEntry[], wanted: string | number | undefined): SheetEntry => {
  const sheet =
    typeof wanted === 'string' ? sheets.find(({ name }) => name === wanted) : sheets[(wanted ?? 1) - 1];
  if (sheet !== undefined) return sheet;
  if (sheets.length === 0) throw damaged('The workbook has no sheets.');
  throw new PlatenError('bad_source', `The workbook has no sheet ${JSON.stringify(wanted)}.`, {
    hint: `It has: ${sheets
      .slice(0, 50)
      .map(({ name }) => JSON.stringify(name))
      .join(', ')}.`,
  });
};

interface Parts {
  readonly workbook: ZipEntry;
  readonly byId: ReadonlyMap<string, ZipEntry>;
  byType(type: string): ZipEntry | undefined;
}

interface Relationship {
  readonly id: string;
  /** The last word of its address: `worksheet`, `styles`; strict and transitional files have others before it. */
  readonly type: string;
  readonly target: string;
}

const mainParts = async (archive: ZipArchive): Promise<Parts> => {
  const main = (await relationships(archive, '')).find(({ type }) => type === 'officeDocument');
  const workbook = main === undefined ? undefined : archive.entries.get(main.target);
  if (workbook === undefined) throw damaged('The file is no workbook (.xlsx).');
  if (workbook.name.endsWith('.bin'))
    throw damaged('The file is a binary workbook (.xlsb), which is not read.');
  if (!/(?:^|\/)workbook[^/]*\.xml$/i.test(workbook.name) && !archive.entries.has('xl/workbook.xml'))
    throw damaged('The file is no workbook (.xlsx).');
  const related = (await relationships(archive, workbook.name)).map((one) => ({
    ...one,
    entry: archive.entries.get(one.target),
  }));
  const byId = new Map<string, ZipEntry>();
  for (const { id, type, entry } of related)
    if (type === 'worksheet' && entry !== undefined) byId.set(id, entry);
  return { workbook, byId, byType: (wanted) => related.find(({ type }) => type === wanted)?.entry };
};

const relationships = async (archive: ZipArchive, part: string): Promise<Relationship[]> => {
  const slash = part.lastIndexOf('/') + 1;
  const folder = part.slice(0, slash);
  const entry = archive.entries.get(`${folder}_rels/${part.slice(slash)}.rels`);
  if (entry === undefined) return [];
  const found: Relationship[] = [];
  await readAll(entry.name, unpack(entry), {
    open(name, { Id: id = '', Type: type = '', Target: target = '', TargetMode: mode }) {
      if (name === 'Relationship' && mode !== 'External')
        found.push({ id, type: type.slice(type.lastIndexOf('/') + 1), target: resolved(folder, target) });
    },
    text: () => undefined,
    close: () => undefined,
  });
  return found;
};

const resolved = (folder: string, target: string): string => {
  if (target.startsWith('/')) return target.slice(1);
  const steps = folder.split('/').slice(0, -1);
  for (const step of target.split('/')) {
    if (step === '..') steps.pop();
    else if (step !== '.') steps.push(step);
  }
  return steps.join('/');
};

const readBook = async (entry: ZipEntry): Promise<{ sheets: SheetEntry[]; isFrom1904: boolean }> => {
  const sheets: SheetEntry[] = [];
  let isFrom1904 = false;
  await readAll(entry.name, unpack(entry), {
    open(element, attributes) {
      if (element === 'workbookPr') isFrom1904 = ['1', 'true', 'on'].includes(attributes['date1904'] ?? '');
      if (element !== 'sheet') return;
      const relationship = Object.entries(attributes).find(([name]) => /^\w+:id$/.test(name))?.[1] ?? '';
      sheets.push({ name: attributes['name'] ?? '', relationship });
    },
    text: () => undefined,
    close: () => undefined,
  });
  return { sheets, isFrom1904 };
};
