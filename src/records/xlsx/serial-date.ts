/** Days since the beginning of 1900 or 1904, as sheets count them, to ISO 8601 without a zone. */

const DAY_MS = 86_400_000;
const BEGIN_1900 = Date.UTC(1899, 11, 31);
const BEGIN_1904 = Date.UTC(1904, 0, 1);
/** 29 February 1900, which never was; days behind it are counted one too high (§18.17.4.1). */
const NO_DAY = 60;
/** 31 December 9999. */
const LAST = 2_958_465;

/** Undefined where there is no such day. A part of a day alone is a time. */
export const dateOfSerial = (serial: number, isFrom1904: boolean): string | undefined => {
  if (!(serial >= 0) || serial >= LAST + 1) return undefined;
  const day = Math.floor(serial);
  const ms = Math.round((serial - day) * DAY_MS);
  if (day === 0 && !isFrom1904) return new Date(ms).toISOString().slice(11, ms % 1000 === 0 ? 19 : 23);
  if (day === NO_DAY && !isFrom1904) return undefined;
  const begin = isFrom1904 ? BEGIN_1904 : BEGIN_1900 - (day > NO_DAY ? DAY_MS : 0);
  const written = new Date(begin + day * DAY_MS + ms).toISOString();
  if (ms === 0) return written.slice(0, 10);
  return written.slice(0, ms % 1000 === 0 ? 19 : 23);
};
