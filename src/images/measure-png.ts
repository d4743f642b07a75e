/** measurePng :: PNG → Measured (PNG 3rd edition, §5 and §11). Checks every chunk's length and CRC. */
import { readExif } from './exif.ts';
import { damaged } from './image-error.ts';
import type { Measured } from './image-info.ts';
import { pngChunks } from './structure/png-chunks.ts';

const METRES_PER_INCH = 0.0254;

export const measurePng = (bytes: Uint8Array): Measured => {
  let size: { width: number; height: number } | undefined;
  let dpi: { dpiX: number; dpiY: number } | undefined;
  let orientation: Measured['orientation'] = 1;
  let hasData = false;

  for (const chunk of pngChunks(bytes)) {
    const { name, data } = chunk;
    if (!chunk.isIntact()) throw damaged('PNG', `its ${name} chunk is altered`);
    if (size === undefined && name !== 'IHDR') throw damaged('PNG', 'it has no header');
    const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
    switch (name) {
      case 'IHDR':
        size = { width: view.getUint32(0), height: view.getUint32(4) };
        break;
      case 'pHYs':
        // Unit 1 is the metre; 0 gives only the shape of a pixel.
        if (data.byteLength >= 9 && view.getUint8(8) === 1) {
          dpi = { dpiX: view.getUint32(0) * METRES_PER_INCH, dpiY: view.getUint32(4) * METRES_PER_INCH };
        }
        break;
      case 'eXIf':
        orientation = readExif(data).orientation;
        break;
      case 'IDAT':
        hasData = true;
        break;
    }
  }
  if (size === undefined || !hasData) throw damaged('PNG', 'it holds no picture');
  return { ...size, ...dpi, orientation };
};
