import { dataError, type PlatenError } from '../errors.ts';

/** Every complaint about a picture is one about data. */
export const damaged = (format: string, what: string): PlatenError =>
  dataError(`The ${format} picture is damaged: ${what}.`, 'Check that the file was not cut off or altered.');
