/** measurePng :: PNG → Measured (PNG 3rd edition, §5 and §11). Checks every chunk's length and CRC. */
import { crc32 } from 'node:zlib';
import { readExif } from './exif.ts';
import { damaged } from './image-error.ts';
import type { Measured } from './image-info.ts';

const METRES_PER_INCH = 0.0254;

const chunkName = (view: DataView, at: number): string =>
  String.fromCharCode(view.getUint8(at), view.getUint8(at + 1), view.getUint8(at + 2), view.getUint8(at + 3));

export const measurePng = (bytes: Uint8Array): Measured => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let size: { width: number; height: number } | undefined;
  let dpi: { dpiX: number; dpiY: number } | undefined;
  let orientation: Measured['orientation'] = 1;
  let hasData = false;

  for (let at = 8; ; ) {
    const length = view.getUint32(at);
    const name = chunkName(view, at + 4);
    const data = at + 8;
    const end = data + length;
    // Reading the CRC first also proves that the chunk is all there: DataView throws past the end.
    if (view.getUint32(end) !== crc32(bytes.subarray(at + 4, end)))
      throw damaged('PNG', `its ${name} chunk is altered`);
    if (size === undefined && name !== 'IHDR') throw damaged('PNG', 'it has no header');
    switch (name) {
      case 'IHDR':
        size = { width: view.getUint32(data), height: view.getUint32(data + 4) };
        break;
      case 'pHYs':
        // Unit 1 is the metre; 0 gives only the shape of a pixel.
        if (view.getUint8(data + 8) === 1) {
          dpi = {
            dpiX: view.getUint32(data) * METRES_PER_INCH,
            dpiY: view.getUint32(data + 4) * METRES_PER_INCH,
          };
        }
        break;
      case 'eXIf':
        orientation = readExif(bytes.subarray(data, end)).orientation;
        break;
      case 'IDAT':
        hasData = true;
        break;
      case 'IEND':
        if (size === undefined || !hasData) throw damaged('PNG', 'it holds no picture');
        return { ...size, ...dpi, orientation };
    }
    at = end + 4;
  }
};
