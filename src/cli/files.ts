import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { DELIMITERS, type DelimiterName } from '../service/model.ts';
import { UsageError } from './terminal.ts';

export const readInput = (path: string): Uint8Array => {
  try {
    return readFileSync(path);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    throw new UsageError(
      code === 'ENOENT' ? `There is no file ${path}.` : `${path} can't be read (${code}).`,
    );
  }
};

/** A JSON file that holds an object. */
export const readData = (path: string): Record<string, never> => {
  const text = new TextDecoder().decode(readInput(path));
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch (error) {
    throw new UsageError(
      `${path} is not valid JSON: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
  if (typeof data !== 'object' || data === null || Array.isArray(data))
    throw new UsageError(`${path} must hold a JSON object.`);
  return data as Record<string, never>;
};

export const makeFolder = (path: string): void => {
  try {
    mkdirSync(path, { recursive: true });
  } catch (error) {
    throw new UsageError(`The folder ${path} can't be made (${(error as NodeJS.ErrnoException).code}).`);
  }
};

/** Written beside its place and renamed: a reader never sees half a document, and a failure leaves none. */
export const writeOutput = (path: string, bytes: Uint8Array): void => {
  const partial = `${path}.${process.pid}.partial`;
  try {
    writeFileSync(partial, bytes);
    renameSync(partial, path);
  } catch (error) {
    rmSync(partial, { force: true });
    throw new UsageError(`${path} can't be written (${(error as NodeJS.ErrnoException).code}).`);
  }
};

export const parseDelimiter = (name: string): DelimiterName => {
  const found = DELIMITERS.find((delimiter) => delimiter === name.toUpperCase());
  if (!found) throw new UsageError(`There is no delimiter "${name}". There are: ${DELIMITERS.join(', ')}.`);
  return found;
};
