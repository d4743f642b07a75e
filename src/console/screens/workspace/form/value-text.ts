/** How values are shown in a text field, and what a text in one means: nothing that is shown is lost by showing it. */

/** A number as JSON writes it; what is not one stays a text, and the check says so. */
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

export const isScalar = (value: unknown): boolean => value === null || typeof value !== 'object';

export const textOf = (value: unknown): string =>
  value === null || value === undefined ? '' : String(value);

export const numberFrom = (text: string): number | string | null => {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  return NUMBER.test(trimmed) && Number.isFinite(Number(trimmed)) ? Number(trimmed) : text;
};

type DateStyle = 'date' | 'datetime-local' | 'text';

/** Browsers' date fields show nothing for what they can't read, which would look like an empty value. */
export const dateStyleOf = (value: unknown): DateStyle => {
  if (value === null || value === undefined || value === '') return 'date';
  if (typeof value !== 'string') return 'text';
  if (/^\d{4}-\d\d-\d\d$/.test(value)) return 'date';
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?$/.test(value) ? 'datetime-local' : 'text';
};

export const isLong = (value: unknown): boolean =>
  typeof value === 'string' && (value.length > 60 || value.includes('\n'));
