/**
 * What was read from a part's bytes, kept for the next document: all documents of a template have its styles, theme,
 * numbering and settings, and layout knows what it derives from them by identity. Keyed by the template's own entry, which
 * lives as long as the template is kept in memory; of files that came from elsewhere by the bytes themselves, so nobody is
 * given anything but what their own file says; bounded, least recently used first; one cache a thread.
 */
import { LRUCache } from 'lru-cache';
import type { DocxPackage } from '../ooxml/docx.ts';
import type { ZipEntry } from '../ooxml/zip-read.ts';
import { type Finding, Findings } from './findings.ts';

interface Shared {
  readonly value: unknown;
  /** What else it was read with. */
  readonly needs: readonly unknown[];
  readonly findings: readonly Finding[];
}

/** Of the parts' own sizes: the model of a style sheet takes some times as much. */
const MOST_BYTES = 4 * 1024 * 1024;
/** A style sheet of Word's has 30 to 100 KB; what is larger is not read often. */
const LARGEST_PART = 512 * 1024;

const KNOWN = new LRUCache<string, Shared>({ maxSize: MOST_BYTES });

const BY_ENTRY = new WeakMap<ZipEntry, Shared>();

interface SharedReading<Value> {
  readonly docx: DocxPackage;
  readonly part: string;
  readonly findings: Findings;
  /** What the value depends on beside the part, compared by identity. */
  readonly needs: readonly unknown[];
  readonly read: (findings: Findings) => Value;
}

export const readShared = <Value>(reading: SharedReading<Value>): Value => {
  const { docx, part, findings, needs } = reading;
  const entry = docx.entry(part);
  let known = BY_ENTRY.get(entry);
  if (known === undefined || !sameNeeds(known.needs, needs)) {
    known = byBytes(entry, reading);
    BY_ENTRY.set(entry, known);
  }
  for (const finding of known.findings) findings.add(finding);
  return known.value as Value;
};

/**
 * The same for a header, a footer or notes: kept for the template's own entry alone, since what they show may lie in parts
 * beside them. `read` says whether it looked into one.
 */
export const readSharedStory = <Value>(
  reading: Omit<SharedReading<Value>, 'read'> & {
    readonly read: (findings: Findings) => { readonly value: Value; readonly isWhole: boolean };
  },
): Value => {
  const { docx, part, findings } = reading;
  const entry = docx.entry(part);
  const needs = [...reading.needs, docx.relationshipsOf(part)];
  let known = BY_ENTRY.get(entry);
  if (known === undefined || !sameNeeds(known.needs, needs)) {
    const own = new Findings();
    const { value, isWhole } = reading.read(own);
    known = { value, needs, findings: own.list };
    if (isWhole) BY_ENTRY.set(entry, known);
  }
  for (const finding of known.findings) findings.add(finding);
  return known.value as Value;
};

const byBytes = (entry: ZipEntry, { part, needs, read }: SharedReading<unknown>): Shared => {
  const { size, crc32, compressed } = entry;
  const make = (): Shared => {
    const own = new Findings();
    return { value: read(own), needs, findings: own.list };
  };
  if (size > LARGEST_PART) return make();
  const bytes = Buffer.from(compressed.buffer, compressed.byteOffset, compressed.byteLength);
  const key = `${part}\n${size} ${crc32}\n${bytes.toString('latin1')}`;
  const known = KNOWN.get(key);
  if (known !== undefined && sameNeeds(known.needs, needs)) return known;
  const made = make();
  KNOWN.set(key, made, { size: size + key.length });
  return made;
};

const sameNeeds = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  a.length === b.length && a.every((need, index) => need === b[index]);
