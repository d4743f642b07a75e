/** CarryPlan: what a render has found out for sums over the rows of a page, before anybody knows the pages. */
export class CarryPlan {
  /** What rows add up to, in the order in which they were written. */
  readonly amounts: Amount[] = [];
  readonly sums: PageSum[] = [];
}

interface Amount {
  /** Of which sum: there may be several in a table. */
  readonly slot: number;
  readonly value: number;
}

export interface PageSum {
  readonly slot: number;
  /** Of the rows of a page, or of all before its end. */
  readonly of: 'total' | 'carry';
  /** As it is written, escaped. */
  text(sum: number): string;
}
