/** csvOf :: rows → a file that spreadsheets open. */

/** A spreadsheet would take these for a formula: a text says that it is one. */
const LIKE_A_FORMULA = /^[=+\-@\t\r]/;

const cellOf = (value: string | number): string => {
  if (typeof value === 'number') return String(value);
  const text = LIKE_A_FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

export const csvOf = (rows: readonly (readonly (string | number)[])[]): Blob =>
  // With the mark that Excel knows UTF-8 by.
  new Blob([`\uFEFF${rows.map((row) => row.map(cellOf).join(',')).join('\r\n')}\r\n`], { type: 'text/csv' });
