/**
 * writeProgram :: Program → bytes · readProgram :: bytes → Program
 *
 * JSON, but for the longer texts: markup is full of quotes, and escaping it took a tenth of compiling a long contract.
 * They follow behind the JSON as they are: those of the parts, then those of the tags, each in the order in which it
 * is named there.
 *
 *   'P', format (2 bytes), then deflated: length of the JSON in bytes (4), JSON, texts
 */

import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { PlatenError } from '../errors.ts';
import type { Where } from './parse/tag.ts';
import { type PartProgram, PROGRAM_FORMAT, type Program } from './program.ts';

const MAGIC = 0x50; // 'P'
const HEAD = 3;
const LENGTH = 4;

/** Characters; shorter texts are no trouble where they are. */
const LONG = 40;

/** Stands in the JSON for a text: its length. No operation, expression or run has a field without a name. */
const TEXT = '';

export const writeProgram = (program: Program): Uint8Array => {
  const texts: string[] = [];
  const parts = withoutTexts(program.parts, texts);
  const tags = withoutTexts(program.tags, texts);
  const json = jsonOf({ ...program, parts, tags });
  // One by one: a single "…" would make a two-byte text of all of them, which takes twenty times as long to encode.
  const content = Buffer.allocUnsafe(
    LENGTH + json.length + 3 * texts.reduce((sum, text) => sum + text.length, 0),
  );
  let at = content.writeUInt32LE(json.length);
  at += json.copy(content, at);
  for (const text of texts) at += content.write(text, at);
  const deflated = deflateRawSync(content.subarray(0, at), { level: 3 });
  const bytes = new Uint8Array(HEAD + deflated.length);
  bytes.set([MAGIC, program.format >> 8, program.format & 0xff]);
  bytes.set(deflated, HEAD);
  return bytes;
};

/** Field by field, for the same reason. */
const jsonOf = (program: { readonly [Field in keyof Program]: unknown }): Buffer => {
  const fields = Object.entries(program).map(
    ([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`,
  );
  return Buffer.concat(
    fields.map((field, index) => Buffer.from((index === 0 ? '{' : ',') + field)).concat(Buffer.from('}')),
  );
};

/** A copy, of what holds such a text only. */
const withoutTexts = (value: unknown, texts: string[]): unknown => {
  if (typeof value === 'string') {
    if (value.length < LONG) return value;
    texts.push(value);
    return { [TEXT]: value.length };
  }
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => withoutTexts(item, texts));
  let copy: Record<string, unknown> | undefined;
  for (const [key, inner] of Object.entries(value)) {
    const changed = withoutTexts(inner, texts);
    if (changed === inner) continue;
    copy ??= { ...value };
    copy[key] = changed;
  }
  return copy ?? value;
};

export const readProgram = (bytes: Uint8Array): Program => {
  const format = ((bytes[1] ?? 0) << 8) | (bytes[2] ?? 0);
  if (bytes[0] !== MAGIC || format !== PROGRAM_FORMAT) {
    throw new PlatenError(
      'not_ready',
      `The compiled template has format ${format}; this version reads ${PROGRAM_FORMAT}.`,
    );
  }
  const content = inflateRawSync(bytes.subarray(HEAD));
  const end = LENGTH + content.readUInt32LE();
  const program = JSON.parse(content.toString('utf8', LENGTH, end)) as Program;
  const texts = content.toString('utf8', end);
  let at = 0;
  // Into what was parsed just now and nobody has seen yet.
  const withTexts = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    const { [TEXT]: length } = value as { [TEXT]?: number };
    if (length === undefined) {
      const holder = value as Record<string, unknown>;
      for (const key of Object.keys(holder)) holder[key] = withTexts(holder[key]);
      return value;
    }
    at += length;
    return texts.slice(at - length, at);
  };
  const parts = withTexts(program.parts) as readonly PartProgram[];
  return { ...program, parts, tags: withTexts(program.tags) as readonly Where[] };
};
