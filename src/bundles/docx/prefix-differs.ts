import { PlatenError } from '../../errors.ts';

/** The root of a record's part declares a prefix in another way than the first record's does. */
export const prefixDiffers =
  (record: number) =>
  (prefix: string): PlatenError =>
    new PlatenError(
      'bundle_failed',
      `The documents cannot become one: in that of record ${record}, the prefix "${prefix}" stands for something else than in the first.`,
    );
