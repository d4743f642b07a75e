/**
 * jpegSegments :: JPEG file → its segments, in order, up to the end of the picture (ITU T.81 Annex B)
 *
 * What the segments are read for is over at the first scan, so nobody comes as far as the pixels. Throws RangeError where the
 * file ends before.
 */

interface JpegSegment {
  readonly marker: number;
  /** Whether it stands right behind the one before it; readers differ in what they forgive. */
  readonly follows: boolean;
  /** Where the data begins and ends; it ends before it begins where the length is nonsense. */
  readonly data: number;
  readonly end: number;
}

export const START_OF_SCAN = 0xda;
export const END_OF_IMAGE = 0xd9;

/** SOF0 to SOF15 but for the three codes among them that mean something else (DHT, JPG, DAC). */
export const isJpegFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;

/** TEM, RSTn, SOI. */
const standsAlone = (marker: number): boolean => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8);

export function* jpegSegments(bytes: Uint8Array): Generator<JpegSegment, void> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let follows = true;
  for (let at = 2; ; ) {
    follows &&= view.getUint8(at) === 0xff;
    while (view.getUint8(at) !== 0xff) at++;
    while (view.getUint8(at) === 0xff) at++;
    const marker = view.getUint8(at++);
    if (standsAlone(marker)) continue;
    if (marker === END_OF_IMAGE) {
      yield { marker, follows, data: at, end: at };
      return;
    }
    const end = at + view.getUint16(at);
    yield { marker, follows, data: at + 2, end };
    follows = true;
    at = end;
  }
}
