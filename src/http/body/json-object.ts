/** parseObject :: bytes → own fields of a small JSON object. Bodies that hold `data` never come here: a worker reads them. */
import { PlatenError } from '../../errors.ts';

export const parseObject = (bytes: Uint8Array): ReadonlyMap<string, unknown> => {
  if (bytes.byteLength === 0)
    throw new PlatenError('bad_json', 'The body is empty.', { hint: 'Send a JSON object.' });
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (cause) {
    throw new PlatenError('bad_json', 'The body is not valid JSON in UTF-8.', { cause });
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new PlatenError('bad_request', 'The body must be a JSON object.');
  // A Map holds own fields alone: `__proto__` and its kin are names like any other.
  return new Map(Object.entries(value));
};
