/**
 * How a test says that something is refused: the code and the sentence of the error that it must end with.
 */
import { expect } from 'vitest';
import { type ErrorCode, PlatenError } from '../../src/errors.ts';

export const refused = (action: () => unknown): PlatenError => {
  try {
    action();
  } catch (error) {
    if (error instanceof PlatenError) return error;
    throw error;
  }
  return expect.unreachable('nothing was refused');
};

export const expectRefused = (action: () => unknown, code: ErrorCode, message: RegExp): void => {
  const error = refused(action);
  expect({ code: error.code, message: error.message }).toEqual({
    code,
    message: expect.stringMatching(message),
  });
};
