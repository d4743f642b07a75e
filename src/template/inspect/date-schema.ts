/**
 * What the formatters of dates take (`toDate`), as a JSON Schema: any validator can say before a render what the render
 * would refuse. A test holds the pattern to the formatter.
 */

const from = (...choices: readonly string[]): string => `(?:${choices.join('|')})`;

/** Days that there are: the 31st of some months, the 29th of February of some years. */
const calendar = (part: string): string =>
  from(
    `\\d{4}${part}${from(
      `(?:0[13578]|1[02])${part}(?:0[1-9]|[12]\\d|3[01])`,
      `(?:0[469]|11)${part}(?:0[1-9]|[12]\\d|30)`,
      `02${part}(?:0[1-9]|1\\d|2[0-8])`,
    )}`,
    `(?:\\d\\d(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)${part}02${part}29`,
  );

/** ISO 8601: a day, written with hyphens or without; a month, a year; a week or a day in it; a day of the year. */
const DAY = from(
  calendar('-'),
  calendar(''),
  '\\d{4}(?:-?(?:0[1-9]|1[0-2]))?',
  '\\d{4}-?W(?:0[1-9]|[1-4]\\d|5[0-3])(?:-?[1-7])?',
  '\\d{4}-?(?:00[1-9]|0[1-9]\\d|[12]\\d\\d|3[0-5]\\d|36[0-6])',
  '[+-]\\d{6}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\\d|3[01])',
);
const TIME = from(
  '(?:[01]\\d|2[0-3])(?::?[0-5]\\d(?::?[0-5]\\d(?:[.,]\\d{1,30})?)?)?',
  '24(?::?00(?::?00(?:[.,]0{1,30})?)?)?',
);
/** As an offset, as a name, or as both. */
const ZONE =
  '(?: ?(?:[Zz]|[+-]\\d\\d(?::?\\d\\d)?|[A-Z]{2,5}|[A-Z][A-Za-z]+/[A-Za-z0-9_/+-]{1,60}))?(?:\\[[^\\]]{1,60}\\])?';

/** Of mail and of HTTP. */
const MONTH = '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)';
const CLOCK = '(?:[01]\\d|2[0-3]):[0-5]\\d';
const MAIL = `(?:[A-Z][a-z]{2,8}, )?\\d{1,2}[ -]${MONTH}[ -]\\d{2,4} ${CLOCK}(?::[0-5]\\d)? (?:[A-Za-z]{1,3}|[+-]\\d{4})(?: *\\([^()]{0,40}\\))?`;
const ASCTIME = `[A-Z][a-z]{2} ${MONTH} [ \\d]\\d ${CLOCK}:[0-5]\\d \\d{4}`;

const EPOCH = '-?(?:\\d{10}|\\d{13})';
const CLOCK_ALONE = `${CLOCK}(?::[0-5]\\d(?:[.,]\\d{1,30})?)?${ZONE}`;

/** Milliseconds that a date can be away from 1970. */
const FARTHEST = 8.64e15;

export const DATE_REFERENCE = '#/$defs/date';

export const DATE_SCHEMA = {
  description: 'An ISO 8601 date such as "2026-03-16", or an epoch number.',
  type: ['string', 'number', 'null'],
  pattern: `^(?:\\s*${from(`${DAY}(?:[T ]${TIME}${ZONE})?`, CLOCK_ALONE, EPOCH, MAIL, ASCTIME)}\\s*)?$`,
  minimum: -FARTHEST,
  maximum: FARTHEST,
};
