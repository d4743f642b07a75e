/**
 * Zips that no honest writer makes: every field of every record can be made to lie.
 */
import { crc32, deflateRawSync } from 'node:zlib';
import { ZIP_SIGNATURES } from '../../src/ooxml/zip-read.ts';

interface Fields {
  readonly name?: string | Uint8Array;
  readonly flags?: number;
  readonly method?: number;
  readonly crc32?: number;
  readonly compressedSize?: number;
  readonly size?: number;
  readonly extra?: Uint8Array;
}

export interface HostileEntry {
  readonly name: string;
  readonly content?: string | Uint8Array;
  /** As it lies in the file, instead of the content deflated. */
  readonly compressed?: Uint8Array;
  /** What the entry's own header says, where it differs. */
  readonly local?: Fields;
  /** What the directory says, where it differs. */
  readonly central?: Fields & { readonly offset?: number };
  /** Sizes after the data instead of before it. */
  readonly descriptor?: boolean;
  /** Sizes and offset in the zip64 extra field of the directory. */
  readonly zip64?: boolean;
  /** The directory points at the data of the entry before. */
  readonly sharesPrevious?: boolean;
}

export interface HostileOptions {
  readonly prefix?: Uint8Array;
  readonly suffix?: Uint8Array;
  readonly comment?: string;
  readonly count?: number;
  readonly directoryOffset?: number;
  readonly directorySize?: number;
  /** The end record in its zip64 form. */
  readonly zip64End?: boolean;
  /** Offsets count from the start of the file, prefix included. */
  readonly adjustOffsets?: boolean;
  readonly disk?: number;
}

const record = (size: number, write: (view: DataView) => void): Buffer => {
  const bytes = Buffer.alloc(size);
  write(new DataView(bytes.buffer, bytes.byteOffset, size));
  return bytes;
};

const bytesOf = (value: string | Uint8Array): Buffer => Buffer.from(value as Uint8Array);

const extra64 = (values: readonly number[]): Buffer =>
  record(4 + values.length * 8, (view) => {
    view.setUint16(0, 1, true);
    view.setUint16(2, values.length * 8, true);
    values.forEach((value, index) => {
      view.setBigUint64(4 + index * 8, BigInt(value), true);
    });
  });

export const hostileZip = (entries: readonly HostileEntry[], options: HostileOptions = {}): Uint8Array => {
  const chunks: Buffer[] = options.prefix === undefined ? [] : [bytesOf(options.prefix)];
  const base = options.prefix !== undefined && options.adjustOffsets !== true ? options.prefix.length : 0;
  const position = (): number => chunks.reduce((sum, chunk) => sum + chunk.length, 0) - base;
  const directory: Buffer[] = [];
  let previous = 0;
  for (const entry of entries) {
    const content = bytesOf(entry.content ?? '');
    const compressed = entry.compressed === undefined ? deflateRawSync(content) : bytesOf(entry.compressed);
    const facts = { name: entry.name, flags: 0, method: 8, crc32: crc32(content), extra: Buffer.alloc(0) };
    const sizes = { compressedSize: compressed.length, size: content.length };
    const local = {
      ...facts,
      ...(entry.descriptor === true ? { flags: 8, crc32: 0, compressedSize: 0, size: 0 } : sizes),
      ...entry.local,
    };
    const offset = entry.sharesPrevious === true ? previous : position();
    previous = offset;
    if (entry.sharesPrevious !== true) {
      const name = bytesOf(local.name);
      const head = record(30, (view) => {
        view.setUint32(0, ZIP_SIGNATURES.LOCAL, true);
        view.setUint16(6, local.flags, true);
        view.setUint16(8, local.method, true);
        view.setUint32(14, local.crc32, true);
        view.setUint32(18, local.compressedSize, true);
        view.setUint32(22, local.size, true);
        view.setUint16(26, name.length, true);
        view.setUint16(28, local.extra.length, true);
      });
      chunks.push(head, name, bytesOf(local.extra), compressed);
      if (entry.descriptor === true) {
        chunks.push(
          record(16, (view) => {
            view.setUint32(0, ZIP_SIGNATURES.DESCRIPTOR, true);
            view.setUint32(4, facts.crc32, true);
            view.setUint32(8, sizes.compressedSize, true);
            view.setUint32(12, sizes.size, true);
          }),
        );
      }
    }
    const wide = { ...sizes, offset, ...entry.central };
    const central = {
      ...facts,
      flags: entry.descriptor === true ? 8 : 0,
      ...wide,
      ...(entry.zip64 === true && {
        compressedSize: 0xffffffff,
        size: 0xffffffff,
        offset: 0xffffffff,
        extra: extra64([wide.size, wide.compressedSize, wide.offset]),
      }),
      ...(entry.central?.name !== undefined && { name: entry.central.name }),
    };
    const name = bytesOf(central.name);
    directory.push(
      record(46, (view) => {
        view.setUint32(0, ZIP_SIGNATURES.CENTRAL, true);
        view.setUint16(8, central.flags, true);
        view.setUint16(10, central.method, true);
        view.setUint32(16, central.crc32, true);
        view.setUint32(20, central.compressedSize, true);
        view.setUint32(24, central.size, true);
        view.setUint16(28, name.length, true);
        view.setUint16(30, central.extra.length, true);
        view.setUint32(42, central.offset, true);
      }),
      name,
      bytesOf(central.extra),
    );
  }
  const start = options.directoryOffset ?? position();
  const end = position();
  const size = options.directorySize ?? directory.reduce((sum, chunk) => sum + chunk.length, 0);
  const count = options.count ?? entries.length;
  chunks.push(...directory);
  if (options.zip64End === true) chunks.push(zip64End(count, size, start, end + size));
  const comment = Buffer.from(options.comment ?? '');
  chunks.push(
    record(22, (view) => {
      const wide = options.zip64End === true;
      view.setUint32(0, ZIP_SIGNATURES.END, true);
      view.setUint16(4, options.disk ?? 0, true);
      view.setUint16(8, wide ? 0xffff : count, true);
      view.setUint16(10, wide ? 0xffff : count, true);
      view.setUint32(12, wide ? 0xffffffff : size, true);
      view.setUint32(16, wide ? 0xffffffff : start, true);
      view.setUint16(20, comment.length, true);
    }),
    comment,
    ...(options.suffix === undefined ? [] : [bytesOf(options.suffix)]),
  );
  return new Uint8Array(Buffer.concat(chunks));
};

const zip64End = (count: number, size: number, start: number, at: number): Buffer =>
  record(76, (view) => {
    view.setUint32(0, ZIP_SIGNATURES.ZIP64_END, true);
    view.setBigUint64(4, 44n, true);
    view.setBigUint64(24, BigInt(count), true);
    view.setBigUint64(32, BigInt(count), true);
    view.setBigUint64(40, BigInt(size), true);
    view.setBigUint64(48, BigInt(start), true);
    view.setUint32(56, ZIP_SIGNATURES.ZIP64_LOCATOR, true);
    view.setBigUint64(64, BigInt(at), true);
    view.setUint32(72, 1, true);
  });
