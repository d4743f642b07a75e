/** inShort :: a value → what a complaint about it shows, so that its owner finds it */

/** Long enough to tell one URL or label from another, short enough for a message. */
const SHOWN = 60;

export const inShort = (value: unknown): string => {
  if (typeof value === 'string') return `"${value.length > SHOWN ? `${value.slice(0, SHOWN)}…` : value}"`;
  if (Array.isArray(value)) return 'a list';
  return value === null || typeof value !== 'object' ? String(value) : 'an object';
};
