import { PlatenError } from '../errors.ts';

/** Every complaint about a picture is a complaint about data: the caller can mend it. */
export const imageError = (message: string, hint?: string): PlatenError =>
  new PlatenError('data_invalid', message, hint === undefined ? {} : { hint });

export const damaged = (format: string, what: string): PlatenError =>
  imageError(`The ${format} picture is damaged: ${what}.`, 'Check that the file was not cut off or altered.');
