/**
 * encodeJpeg :: JPEG file → image object that holds it as it is (DCTDecode, §7.4.8)
 */
import { damagedImage, guardImage } from '../images/decode/guard.ts';
import type { EncodedImage } from './encoded-image.ts';

const COLOR_SPACES: Readonly<Record<number, string>> = { 1: 'DeviceGray', 3: 'DeviceRGB', 4: 'DeviceCMYK' };

const START_OF_SCAN = 0xda;
const END_OF_IMAGE = 0xd9;
const ADOBE_MARKER = 0xee;

/** Start-of-frame markers are C0 to CF but for the three that define tables. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;

export const encodeJpeg = (bytes: Uint8Array): EncodedImage =>
  guardImage(() => {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    let adobe = false;
    for (let at = 2; ; ) {
      while (view.getUint8(at) !== 0xff) at++;
      while (view.getUint8(at) === 0xff) at++;
      const marker = view.getUint8(at++);
      if (marker === START_OF_SCAN || marker === END_OF_IMAGE) throw damagedImage('JPEG');
      if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)) continue; // markers without a body
      const length = view.getUint16(at);
      if (marker === ADOBE_MARKER && String.fromCharCode(...bytes.subarray(at + 2, at + 7)) === 'Adobe')
        adobe = true;
      if (isFrame(marker)) {
        const bits = view.getUint8(at + 2);
        const height = view.getUint16(at + 3);
        const width = view.getUint16(at + 5);
        const components = view.getUint8(at + 7);
        const space = COLOR_SPACES[components];
        if (space === undefined || width === 0 || height === 0) throw damagedImage('JPEG');
        // Adobe's programs store four-colour data upside down, and their marker says so.
        const inverted = components === 4 && adobe ? '/Decode[1 0 1 0 1 0 1 0]' : '';
        return {
          entries: `/Width ${width}/Height ${height}/ColorSpace/${space}/BitsPerComponent ${bits}${inverted}/Filter/DCTDecode`,
          data: bytes,
          cmyk: components === 4,
        };
      }
      at += length;
    }
  });
