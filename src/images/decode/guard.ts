/** How damage of pictures is reported by those who decode them, and how large they may be. */
import { PlatenError } from '../../errors.ts';
import { DEFAULT_IMAGE_LIMITS } from '../limits.ts';

export const badImage = (what: string): PlatenError =>
  new PlatenError('data_invalid', `A picture cannot be drawn: ${what}.`);

/** A header that points past the end of the file surfaces as a RangeError: that file is cut off. */
export const guardImage = <Result>(read: () => Result): Result => {
  try {
    return read();
  } catch (error) {
    if (error instanceof PlatenError) throw error;
    if (error instanceof RangeError) throw badImage('the file is cut off');
    // zlib's complaints about damaged data carry a code.
    if (error instanceof Error && 'code' in error) throw badImage('the file is damaged');
    throw error;
  }
};

export const damagedImage = (format: string): PlatenError => badImage(`the ${format} file is damaged`);

/** Decoded pixels cost four bytes each, twice while they are being encoded. */
export const checkPixels = (width: number, height: number): void => {
  if (width < 1 || height < 1) throw badImage('it has no pixels');
  if (width * height > DEFAULT_IMAGE_LIMITS.decodedPixels)
    throw badImage(`it has ${width} × ${height} pixels`);
};
