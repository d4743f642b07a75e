/**
 * subsetCff :: face, glyphs → the CFF table with nothing else in it
 *
 * By HarfBuzz's subsetter as WebAssembly, glyph numbers kept. A new instance for each font: a damaged file can corrupt
 * nothing but its own memory, and that memory is given back.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Face } from '../font.ts';
import { badFont, openSfnt } from './sfnt.ts';

export interface Subsetter {
  readonly memory: WebAssembly.Memory;
  _initialize(): void;
  malloc(bytes: number): number;
  free(data: number): void;
  hb_blob_create(data: number, length: number, mode: number, user: number, destroy: number): number;
  hb_blob_destroy(blob: number): void;
  hb_blob_get_data(blob: number, length: number): number;
  hb_blob_get_length(blob: number): number;
  hb_face_create(blob: number, index: number): number;
  hb_face_destroy(face: number): void;
  hb_face_reference_blob(face: number): number;
  hb_set_add(set: number, value: number): void;
  hb_subset_input_create_or_fail(): number;
  hb_subset_input_destroy(input: number): void;
  hb_subset_input_glyph_set(input: number): number;
  hb_subset_input_set_flags(input: number, flags: number): void;
  hb_subset_input_pin_axis_location(input: number, face: number, tag: number, value: number): number;
  hb_subset_or_fail(face: number, input: number): number;
}

const MODE_WRITABLE = 2;
/** No hinting, glyph numbers kept, the missing-glyph box kept, no glyphs that features might lead to. */
const FLAGS = 0x0001 | 0x0002 | 0x0040 | 0x0200;

let compiled: WebAssembly.Module | undefined;

export const openSubsetter = (): Subsetter => {
  compiled ??= new WebAssembly.Module(
    readFileSync(createRequire(import.meta.url).resolve('harfbuzzjs/dist/harfbuzz-subset.wasm')),
  );
  const exports = new WebAssembly.Instance(compiled, {}).exports as unknown as Subsetter;
  exports._initialize();
  return exports;
};

export const subsetCff = (face: Face, glyphs: Iterable<number>): Uint8Array => {
  const hb = openSubsetter();
  const source = face.bytes();
  const data = hb.malloc(source.byteLength);
  new Uint8Array(hb.memory.buffer).set(source, data);
  const blob = hb.hb_blob_create(data, source.byteLength, MODE_WRITABLE, 0, 0);
  const input = hb.hb_subset_input_create_or_fail();
  const wanted = hb.hb_subset_input_glyph_set(input);
  for (const glyph of glyphs) hb.hb_set_add(wanted, glyph);
  hb.hb_subset_input_set_flags(input, FLAGS);
  const subset = hb.hb_subset_or_fail(hb.hb_face_create(blob, face.index), input);
  if (subset === 0) throw badFont('it cannot be cut down to the glyphs in use');
  const result = hb.hb_face_reference_blob(subset);
  const start = hb.hb_blob_get_data(result, 0);
  const file = new Uint8Array(hb.memory.buffer).slice(start, start + hb.hb_blob_get_length(result));
  const table = openSfnt(file).table('CFF ');
  if (table.byteLength === 0) throw badFont('it has no outlines that a PDF can hold');
  return new Uint8Array(table.buffer, table.byteOffset, table.byteLength);
};
