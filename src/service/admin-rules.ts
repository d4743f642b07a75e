/** What an administrator may write, from the command line and over HTTP: each value judged once and the same for both. */
import { PlatenError } from '../errors.ts';
import { currencyOf, localeOf, type RegionalDefaults, timezoneOf } from '../regional.ts';
import type { FieldErrors } from './field-errors.ts';
import { SCOPES, type Scope } from './model.ts';

const NAME_CHARACTERS = 200;
/** A name of this many UTF-16 units can't become short enough by normalising. */
const NAME_UNITS = NAME_CHARACTERS * 8;
const NOTE_CHARACTERS = 1000;
/** Jobs are forgotten after thirty days. */
const MOST_RESULT_HOURS = 30 * 24;
const MOST_ROWS = 10_000;
/** The year 9999: what every program that reads the time can hold. */
export const LAST_TIME = 253_402_300_799_999;

export function check(fact: boolean, otherwise: string): asserts fact {
  if (fact) return;
  throw new PlatenError('bad_admin_request', `${otherwise}.`);
}

export const isCount = (value: unknown, most: number): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 && value <= most;

export const nameOf = (value: unknown): string => {
  const wanted = `A name must be 1 to ${NAME_CHARACTERS} characters without control characters`;
  check(typeof value === 'string' && value.length <= NAME_UNITS, wanted);
  const name = value.trim().normalize('NFC');
  check(
    name !== '' && [...name].length <= NAME_CHARACTERS && name.isWellFormed() && !/\p{Cc}/u.test(name),
    wanted,
  );
  return name;
};

/** As large as a balance may be; null: at none. */
export const lowCreditOf = (value: unknown): number | null => {
  if (value === null) return null;
  check(isCount(value, Number.MAX_SAFE_INTEGER), 'lowCredit must be a whole number from 0, or null');
  return value;
};

/** As long as the job itself can be seen; null: a day. */
export const resultHoursOf = (value: unknown): number | null => {
  if (value === null) return null;
  check(
    isCount(value, MOST_RESULT_HOURS) && value > 0,
    `resultHours must be a whole number from 1 to ${MOST_RESULT_HOURS}, or null`,
  );
  return value;
};

/** As long as the operator allows; null: as long as nobody says. */
export const callDaysSent = (value: unknown, most: number): number | null => {
  if (value === null) return null;
  check(
    isCount(value, most) && value > 0,
    `callDays must be a whole number from 1 to ${most}, which is the most that this server keeps, or null`,
  );
  return value;
};

export const flagOf = (value: unknown, name: string): boolean => {
  check(typeof value === 'boolean', `${name} must be true or false`);
  return value;
};

export const noteOf = (value: string): string => {
  check(
    [...value].length <= NOTE_CHARACTERS && value.isWellFormed() && !value.includes('\0'),
    `A note must be at most ${NOTE_CHARACTERS} characters of text`,
  );
  return value;
};

export const rowsOf = (limit: number): number => {
  check(isCount(limit, MOST_ROWS) && limit > 0, `The number of rows must be from 1 to ${MOST_ROWS}`);
  return limit;
};

export const scopesOf = (value: unknown): readonly Scope[] => {
  const names: readonly unknown[] = Array.isArray(value) ? value : [];
  const unknown = names.filter((name) => !SCOPES.some((scope) => scope === name));
  const [first] = unknown;
  // Shown only where it is short and a word; whatever else was sent need not come back.
  const shown = typeof first === 'string' && /^[\w:.-]{1,40}$/.test(first) ? `, not ${first}` : '';
  check(
    names.length > 0 && unknown.length === 0,
    `The scopes must be a list of some of ${SCOPES.join(', ')}${shown}`,
  );
  return SCOPES.filter((scope) => names.includes(scope));
};

/** Epoch milliseconds, or ISO 8601. */
export const expiryOf = (value: unknown, now: number): number | null => {
  if (value === undefined || value === null) return null;
  const at = typeof value === 'string' && /^\d{4}-\d{2}-\d{2}/.test(value) ? Date.parse(value) : value;
  check(
    isCount(at, LAST_TIME) && at > now,
    'The expiry must be a time in the future, in ISO 8601, before the year 10000',
  );
  return at;
};

/** A field that is not there stays as it is; null takes it away. */
export const defaultsOf = (fieldErrors: FieldErrors, value: unknown): Partial<RegionalDefaults> => {
  const fields = fieldErrors.field(
    'defaults',
    () => {
      check(
        typeof value === 'object' && value !== null && !Array.isArray(value),
        'defaults must be an object',
      );
      return new Map<string, unknown>(Object.entries(value));
    },
    new Map<string, unknown>(),
  );
  const defaults: { -readonly [Name in keyof RegionalDefaults]?: string | null } = {};
  for (const [name, read] of [
    ['locale', localeOf],
    ['timezone', timezoneOf],
    ['currency', currencyOf],
  ] as const) {
    const sent = fields.get(name);
    if (sent === undefined) continue;
    const path = `defaults.${name}`;
    defaults[name] = fieldErrors.field(path, () => (sent === null ? null : regional(path, sent, read)), null);
  }
  return defaults;
};

const regional = (path: string, value: unknown, read: (value: unknown) => string): string => {
  try {
    return read(value);
  } catch (error) {
    const what = error instanceof Error ? error.message : 'another value';
    throw new PlatenError('bad_option', `${path} must be ${what}.`);
  }
};
