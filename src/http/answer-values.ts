/** How the values that many answers hold are written. */

/** UTC with milliseconds. */
export const iso = (time: number): string => new Date(time).toISOString();

export const isoOrNull = (time: number | null): string | null => (time === null ? null : iso(time));
