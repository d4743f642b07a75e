/** encodeTiff :: TIFF file → image object: a fax and a JPEG go in as they came */
import { readTiff, type TiffFax } from '../../images/decode/tiff.ts';
import type { EncodedImage } from './encoded-image.ts';
import { encodeJpeg } from './jpeg.ts';
import { encodePixels } from './pixels.ts';

export const encodeTiff = (bytes: Uint8Array): EncodedImage => {
  const picture = readTiff(bytes);
  if (picture.kind === 'fax') return fax(picture);
  if (picture.kind === 'pixels') return encodePixels(picture.pixels);
  const image = encodeJpeg(picture.file);
  return picture.isRgb ? { ...image, entries: `${image.entries}/DecodeParms<</ColorTransform 0>>` } : image;
};

/** ISO 32000-1 §7.4.6. */
const PARAMETERS: Readonly<Record<TiffFax['coding'], readonly [k: number, others: string]>> = {
  rows: [0, '/EncodedByteAlign true/EndOfBlock false'],
  'group 3': [0, ''],
  'group 3 mixed': [1, ''],
  'group 4': [-1, '/EndOfBlock false'],
};

/** What is black in the scan is black here, whatever the file calls it. */
const fax = ({ width, height, coding, blackIsOne, data }: TiffFax): EncodedImage => {
  const [k, others] = PARAMETERS[coding];
  const parameters = `/K ${k}/Columns ${width}/Rows ${height}${blackIsOne ? '/BlackIs1 true' : ''}${others}`;
  return {
    entries: `/Width ${width}/Height ${height}/ColorSpace/DeviceGray/BitsPerComponent 1/Filter/CCITTFaxDecode/DecodeParms<<${parameters}>>`,
    data,
  };
};
