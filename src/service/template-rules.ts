/**
 * What a caller may write: template keys, names, delimiters, versions and notes, each judged once and the same everywhere; and how
 * much of it an organization may keep.
 */
import { type ErrorCode, PlatenError } from '../errors.ts';
import { DELIMITERS, type DelimiterName, type Organization, type Storage } from './model.ts';

const KEY_CHARACTERS = 200;
const NAME_CHARACTERS = 300;
const SAMPLE_CHARACTERS = 100;
const NOTE_CHARACTERS = 2_000;

/** Canonical composition makes at most 4 UTF-16 units of input into one; more than this can't become short enough. */
const UNITS_A_CHARACTER = 8;

interface TextRule {
  readonly code: ErrorCode;
  readonly label: string;
  readonly characters: number;
}

/** Most are like this, and every document names one: nothing below would change or refuse it. */
const PLAIN = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/;

/** NFC, so that a key typed on one system is found from another that spells its accents differently. */
const ruledText = (value: unknown, { code, label, characters }: TextRule): string => {
  const refuse = (why: string, hint?: string): never => {
    throw new PlatenError(code, `${label} ${why}.`, hint === undefined ? {} : { hint });
  };
  if (typeof value !== 'string') return refuse('must be a string');
  if (value.length <= characters && PLAIN.test(value)) return value;
  const trimmed = value.trim();
  if (trimmed === '') return refuse('must not be empty');
  if (trimmed.length > characters * UNITS_A_CHARACTER)
    return refuse(`is longer than ${characters} characters`);
  if (!trimmed.isWellFormed()) return refuse('is not valid Unicode text', 'Send it as UTF-8.');
  const text = trimmed.normalize('NFC');
  if ([...text].length > characters) return refuse(`is longer than ${characters} characters`);
  if (/\p{Cc}/u.test(text)) return refuse('must not hold control characters');
  return text;
};

export const templateKeyOf = (value: unknown): string =>
  ruledText(value, { code: 'bad_template_key', label: 'templateKey', characters: KEY_CHARACTERS });

export const templateNameOf = (value: unknown, label = 'templateName'): string =>
  ruledText(value, { code: 'bad_template_name', label, characters: NAME_CHARACTERS });

export const sampleNameOf = (value: unknown): string =>
  ruledText(value, { code: 'bad_request', label: 'name', characters: SAMPLE_CHARACTERS });

/** What an author says of a version, in as many lines as it takes; undefined: nothing. */
export const versionNoteOf = (value: unknown): string | undefined => {
  if (value === undefined || value === null) return undefined;
  if (
    typeof value !== 'string' ||
    value.length > NOTE_CHARACTERS ||
    !value.isWellFormed() ||
    value.includes('\0')
  )
    throw new PlatenError('bad_request', `note must be a text of at most ${NOTE_CHARACTERS} characters.`);
  const note = value.trim();
  return note === '' ? undefined : note;
};

/** As large as both databases and JSON hold without loss. */
const LAST_VERSION = 2_147_483_647;

export const versionOf = (value: unknown, label: string): number => {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 1 && value <= LAST_VERSION)
    return value;
  throw new PlatenError('bad_request', `${label} must be a whole number from 1.`);
};

export const delimiterOf = (value: unknown): DelimiterName => {
  const found = DELIMITERS.find((name) => name === value);
  if (found === undefined)
    throw new PlatenError('bad_delimiter', `delimiter must be one of ${DELIMITERS.join(', ')}.`);
  return found;
};

/** What an organization may keep. */
export const storageLimitsOf = (
  { templateLimit, versionLimit, storageLimit }: Organization,
  defaults: Storage,
): Storage => ({
  templates: templateLimit ?? defaults.templates,
  versions: versionLimit ?? defaults.versions,
  bytes: storageLimit ?? defaults.bytes,
});
