/**
 * Marks in what is rendered: processing instructions, which no value can write. They tell what each row of a table adds to sums
 * over pages, which rows come with the pages, and where in these the sums stand; whoever puts the rows on pages takes them out.
 */

/**
 * `head`: on each page but the first, below the header rows. `foot`: at the end of each page, the last included. `between`: at the end
 * of each page but the last.
 */
export type PageRowRole = 'head' | 'foot' | 'between';

/** `tag`: one of those in the row, for messages. */
export const rowMark = (role: PageRowRole, tag: number): string => `<?platen-row ${role} ${tag}?>`;
export const amountMark = (amount: number): string => `<?platen-amount ${amount}?>`;
export const sumMark = (sum: number): string => `<?platen-sum ${sum}?>`;

const ROW = /^<\?platen-row (head|foot|between) (\d+)\?>$/;
const AMOUNT = /^<\?platen-amount (\d+)\?>$/;
const SUM = /<\?platen-sum (\d+)\?>/g;
const MARKS = /<\?platen-(?:row|amount) [^?]*\?>/g;

type RowMark =
  | { readonly type: 'row'; readonly role: PageRowRole; readonly tag: number }
  | { readonly type: 'amount'; readonly amount: number };

export const readMark = (markup: string): RowMark | undefined => {
  const [, role, tag] = ROW.exec(markup) ?? [];
  if (role !== undefined) return { type: 'row', role: role as PageRowRole, tag: Number(tag) };
  const [, amount] = AMOUNT.exec(markup) ?? [];
  return amount === undefined ? undefined : { type: 'amount', amount: Number(amount) };
};

export const withSums = (markup: string, textOf: (sum: number) => string): string =>
  markup.replace(SUM, (_, sum: string) => textOf(Number(sum)));

export const withoutMarks = (markup: string): string => markup.replace(MARKS, '');
