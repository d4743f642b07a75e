/**
 * What was read from a part's bytes, kept for the next document: all documents of a template have its styles, theme,
 * numbering and settings, and layout knows what it derives from them by identity. Keyed by the bytes themselves, so nobody
 * is given anything but what their own file says; bounded, least recently used first; one cache a thread.
 */
import { LRUCache } from 'lru-cache';
import type { DocxPackage } from '../ooxml/docx.ts';
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

export interface SharedReading<Value> {
  readonly docx: DocxPackage;
  readonly part: string;
  readonly findings: Findings;
  /** What the value depends on beside the part, compared by identity. */
  readonly needs: readonly unknown[];
  readonly read: (findings: Findings) => Value;
}

export const readShared = <Value>({ docx, part, findings, needs, read }: SharedReading<Value>): Value => {
  const { size, crc32, compressed } = docx.entry(part);
  if (size > LARGEST_PART) return read(findings);
  const bytes = Buffer.from(compressed.buffer, compressed.byteOffset, compressed.byteLength);
  const key = `${part}\n${size} ${crc32}\n${bytes.toString('latin1')}`;
  let known = KNOWN.get(key);
  if (known === undefined || !sameNeeds(known.needs, needs)) {
    const own = new Findings();
    known = { value: read(own), needs, findings: own.list };
    KNOWN.set(key, known, { size: size + key.length });
  }
  for (const finding of known.findings) findings.add(finding);
  return known.value as Value;
};

const sameNeeds = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  a.length === b.length && a.every((need, index) => need === b[index]);
