/** encodeGif :: GIF file → image object of its first frame */

import { deflateSync } from 'node:zlib';
import { decodeGif } from '../../images/decode/gif.ts';
import type { EncodedImage } from './encoded-image.ts';
import { indexedSpace } from './pixels.ts';

export const encodeGif = (bytes: Uint8Array): EncodedImage => {
  const { width, height, indices, palette, transparent } = decodeGif(bytes);
  return {
    entries:
      `/Width ${width}/Height ${height}/ColorSpace${indexedSpace(palette)}/BitsPerComponent 8` +
      `${transparent === undefined ? '' : `/Mask[${transparent} ${transparent}]`}/Filter/FlateDecode`,
    data: deflateSync(indices, { level: 7 }),
  };
};
