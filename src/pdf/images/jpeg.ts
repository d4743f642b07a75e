/**
 * encodeJpeg :: JPEG file → image object that holds it as it is (DCTDecode, ISO 32000-1 §7.4.8)
 */
import { readJpegFrame } from '../../images/decode/jpeg.ts';
import type { EncodedImage } from './encoded-image.ts';

const COLOR_SPACES = { 1: 'DeviceGray', 3: 'DeviceRGB', 4: 'DeviceCMYK' } as const;

export const encodeJpeg = (bytes: Uint8Array): EncodedImage => {
  const { width, height, bits, components, isAdobe } = readJpegFrame(bytes);
  // Adobe's programs store four-colour data upside down, and their marker says so.
  const inverted = components === 4 && isAdobe ? '/Decode[1 0 1 0 1 0 1 0]' : '';
  return {
    entries: `/Width ${width}/Height ${height}/ColorSpace/${COLOR_SPACES[components]}/BitsPerComponent ${bits}${inverted}/Filter/DCTDecode`,
    data: bytes,
    cmyk: components === 4,
  };
};
