/** Windows metafiles, built record by record. */

/** 32-bit words, or bytes as they are. */
type Part = number | Uint8Array;

const bytesOf = (parts: readonly Part[]): Uint8Array =>
  Buffer.concat(
    parts.map((part) => {
      if (typeof part !== 'number') return part;
      const word = Buffer.alloc(4);
      word.writeUInt32LE(part >>> 0);
      return word;
    }),
  );

export const emr = (type: number, ...parts: readonly Part[]): Uint8Array => {
  const body = bytesOf(parts);
  const padded = Buffer.concat([body, Buffer.alloc((4 - (body.length % 4)) % 4)]);
  return bytesOf([type, padded.length + 8, padded]);
};

/** 20 by 10 mm of a device of 1000 by 1000 dots, 100 by 100 mm: 200 by 100 dots. */
export const emf = (...records: readonly Uint8Array[]): Uint8Array => {
  const header = emr(
    1,
    ...[0, 0, 199, 99],
    ...[0, 0, 2000, 1000],
    0x464d4520,
    0x10000,
    ...[0, records.length + 2, 1, 0, 0, 0],
    ...[1000, 1000],
    ...[100, 100],
    ...[0, 0, 0],
    ...[100_000, 100_000],
  );
  return bytesOf([header, ...records, emr(14, 0, 16, 20)]);
};

export const utf16 = (text: string): Uint8Array => Buffer.from(text, 'utf16le');

export const emfFont = (index: number, height: number, family: string, escapement = 0): Uint8Array => {
  const name = Buffer.alloc(64);
  name.set(utf16(family));
  return emr(82, index, height, 0, escapement, 0, 400, 0, 0, name);
};

export const emfText = (text: string, x: number, y: number, advances: readonly number[], options = 0) => {
  const string = utf16(text);
  const padded = Buffer.concat([string, Buffer.alloc((4 - (string.length % 4)) % 4)]);
  return emr(
    84,
    ...[0, 0, 0, 0],
    ...[1, 0, 0],
    ...[x, y, text.length, 76, options],
    ...[0, 0, 0, 0],
    76 + padded.length,
    padded,
    ...advances,
  );
};

/** A bitmap of 24 bits, its rows from above; each pixel is 0xRRGGBB. */
export const dib = (rows: readonly (readonly number[])[]): Uint8Array => {
  const width = rows[0]?.length ?? 0;
  const stride = Math.ceil((width * 24) / 32) * 4;
  const bits = Buffer.alloc(stride * rows.length);
  for (const [index, row] of rows.toReversed().entries())
    for (const [x, color] of row.entries()) bits.writeUIntLE(color, index * stride + x * 3, 3);
  return bytesOf([40, width, rows.length, 1 | (24 << 16), 0, bits.length, 0, 0, 0, 0, bits]);
};

/** 16-bit words. */
export const wmr = (call: number, ...parts: readonly Part[]): Uint8Array => {
  const body = Buffer.concat(
    parts.map((part) => {
      if (typeof part !== 'number') return part;
      const word = Buffer.alloc(2);
      word.writeInt16LE(part);
      return word;
    }),
  );
  const padded = Buffer.concat([body, Buffer.alloc(body.length % 2)]);
  const head = Buffer.alloc(6);
  head.writeUInt32LE(padded.length / 2 + 3);
  head.writeUInt16LE(call, 4);
  return Buffer.concat([head, padded]);
};

export const long = (value: number): Uint8Array => bytesOf([value]);

/** Placeable, 200 by 100 units of 1,440 to the inch. */
export const wmf = (...records: readonly Uint8Array[]): Uint8Array => {
  const place = Buffer.alloc(22);
  place.writeUInt32LE(0x9ac6cdd7);
  place.writeInt16LE(200, 10);
  place.writeInt16LE(100, 12);
  place.writeUInt16LE(1440, 14);
  const header = Buffer.alloc(18);
  header.set([1, 0, 9, 0, 0, 3]);
  return Buffer.concat([place, header, ...records, wmr(0)]);
};
