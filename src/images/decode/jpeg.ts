/**
 * readJpegFrame :: JPEG file → what its frame header says (ITU T.81 §B.2.2)
 *
 * Nobody here decodes a JPEG: Word and PDF take it as it is.
 */
import { isJpegFrame, jpegSegments, START_OF_SCAN } from '../structure/jpeg-segments.ts';
import { damagedImage, guardImage } from './guard.ts';

interface JpegFrame {
  readonly width: number;
  readonly height: number;
  /** Of a sample. */
  readonly bits: number;
  /** Grey, three colours or four. */
  readonly components: 1 | 3 | 4;
  /** Written by a program of Adobe's, which says so in a marker of its own. */
  readonly isAdobe: boolean;
}

const ADOBE_MARKER = 0xee;

export const readJpegFrame = (bytes: Uint8Array): JpegFrame =>
  guardImage(() => {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    let isAdobe = false;
    for (const { marker, data } of jpegSegments(bytes)) {
      if (marker === START_OF_SCAN) break;
      if (marker === ADOBE_MARKER && String.fromCharCode(...bytes.subarray(data, data + 5)) === 'Adobe')
        isAdobe = true;
      if (!isJpegFrame(marker)) continue;
      const [height, width] = [view.getUint16(data + 1), view.getUint16(data + 3)];
      const components = view.getUint8(data + 5);
      const isKnown = components === 1 || components === 3 || components === 4;
      if (!isKnown || width === 0 || height === 0) break;
      return { width, height, bits: view.getUint8(data), components, isAdobe };
    }
    throw damagedImage('JPEG');
  });
