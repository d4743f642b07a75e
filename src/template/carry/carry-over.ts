/**
 * carryOver :: rendered parts with marks, layout → the same with the rows that come with pages, and what is to be said about it
 *
 * Laid out once to find where pages end, and once more to see that they end there; again with the longest sums and more room where they don't.
 */
import type { KeptParts } from '../../ooxml/kept-parts.ts';
import type { CarriedTable } from './carried-tables.ts';
import { type Breaks, PagedRows, type PagedText, untracked } from './paged-rows.ts';
import type { CarryPlan } from './plan.ts';

/** Twips left free at the end of each page, besides the rows of sums, in each draft that there may be. */
const MORE_ROOM = [0, 160, 600] as const;

/** Pages by the number of the row. */
interface RowPages {
  readonly begins: readonly number[];
  readonly ends: readonly number[];
  readonly inColumns: boolean;
}

export interface FoundRows {
  /** By the name that the table was given. */
  readonly rows: ReadonlyMap<string, RowPages>;
}

export interface Carried<Found> {
  readonly parts: KeptParts;
  /** Of the document as it is now. */
  readonly found?: Found | undefined;
  readonly warnings: readonly string[];
  /** To be said where others will lay it out. */
  readonly elsewhere: readonly string[];
}

export interface CarrySource {
  readonly part: string;
  readonly plan: CarryPlan;
  /** As it stands in the template, for messages. */
  readonly tagOf: (tag: number) => string;
}

export const carryOver = async <Found extends FoundRows>(
  parts: KeptParts,
  source: CarrySource,
  pagesOf: (parts: KeptParts) => Promise<Found | undefined>,
): Promise<Carried<Found>> => {
  const rows = pagedRows(parts, source);
  const { tagOf } = source;
  const withText = (text: string): KeptParts => parts.with(new Map([[source.part, Buffer.from(text)]]));
  const said = new Set<string>();
  for (let round = 1; ; round++) {
    const found = await pagesOf(withText(rows.draft(MORE_ROOM[round - 1])));
    if (found === undefined) return onePage(parts, source);
    said.clear();
    const breaks = rows.tables.map((table, index) => {
      const facts = found.rows.get(String(index));
      const doubt = doubtOf(table, facts);
      if (doubt !== undefined) said.add(`${tagOf(table.tag)}: ${doubt}`);
      return facts === undefined || facts.inColumns ? undefined : breaksOf(table, facts);
    });
    const paged = rows.paged(breaks);
    const elsewhere = rows.tables
      .filter((_, index) => (breaks[index]?.before.size ?? 0) > 0)
      .map(({ tag }) => `${tagOf(tag)}: ${MOMENT}`);
    const settled = { parts: withText(untracked(paged.text)), elsewhere: [...new Set(elsewhere)] };
    // Without a break, what was laid out is what is there.
    if (elsewhere.length === 0) return { ...settled, found, warnings: [...said] };
    const checked = await pagesOf(withText(paged.text));
    const isDone = checked !== undefined && isSettled(paged, checked);
    if (!isDone && round < MORE_ROOM.length) continue;
    if (!isDone) for (const { tag } of rows.tables) said.add(`${tagOf(tag)}: ${UNSETTLED}`);
    return { ...settled, found: checked, warnings: [...said] };
  }
};

const pagedRows = (parts: KeptParts, { part, plan }: CarrySource): PagedRows => {
  const entry = parts.entries.get(part);
  return new PagedRows(entry === undefined ? '' : new TextDecoder().decode(entry.compressed), plan);
};

/** As layout takes it: how many pages it has is how many it will have. */
export const draftOf = (parts: KeptParts, source: CarrySource): KeptParts =>
  parts.with(new Map([[source.part, Buffer.from(pagedRows(parts, source).draft())]]));

/** Where nobody knows the pages: all rows count for one. */
export const onePage = (parts: KeptParts, source: CarrySource): Carried<never> => {
  const rows = pagedRows(parts, source);
  const text = untracked(rows.paged([]).text);
  return {
    parts: parts.with(new Map([[source.part, Buffer.from(text)]])),
    warnings: [...new Set(rows.tables.map(({ tag }) => `${source.tagOf(tag)}: ${UNKNOWN}`))],
    elsewhere: [],
  };
};

const breaksOf = ({ body, end }: CarriedTable, { begins, ends }: RowPages): Breaks => {
  const before = new Set<number>();
  const high = new Set<number>();
  for (let index = body; index < end; index++) {
    if (index > body && (begins[index] ?? 0) > (ends[index - 1] ?? 0)) before.add(index);
    if (begins[index] !== ends[index]) high.add(index);
  }
  return { before, high };
};

const doubtOf = ({ body, end }: CarriedTable, facts: RowPages | undefined): string | undefined => {
  if (facts === undefined) return UNKNOWN;
  if (facts.inColumns) return IN_COLUMNS;
  let isHigher = false;
  for (let index = body; index < end; index++) {
    if (facts.begins[index] === undefined) return UNKNOWN;
    isHigher ||= facts.begins[index] !== facts.ends[index];
  }
  return isHigher ? HIGHER : undefined;
};

/** Rows stand on the pages that their sums are of. */
const isSettled = ({ pages }: PagedText, { rows }: FoundRows): boolean =>
  pages.every((wanted, table) => {
    if (!wanted.some((page) => page !== undefined && page > 0)) return true;
    const facts = rows.get(String(table));
    return wanted.every((page, index) => {
      const before = wanted[index - 1];
      if (page === undefined || before === undefined) return facts !== undefined || index === 0;
      const [begins, ends] = [facts?.begins[index], facts?.ends[index - 1]];
      if (begins === undefined || ends === undefined) return false;
      return page === before ? begins === ends : begins > ends;
    });
  });

const UNKNOWN =
  'which rows stand on which page could not be found out; the table has one sum over all of its rows.';
const IN_COLUMNS =
  'the table stands in columns, of which a page has several; it has one sum over all of its rows.';
const HIGHER =
  'a row is higher than a page; the sum at the end of the last of its pages is of all rows since the sum before.';
const UNSETTLED =
  'with the sums in it, the table comes out on other pages than those that they are of; look at its page ends.';
const MOMENT =
  'pages end where Platen’s layout ended them, each with a page break; with other fonts or after changes, rows may need more room than their page has, and LibreOffice leaves out page breaks inside tables.';
