/**
 * comparePageReferences :: document, what Word saved → of the page numbers that its fields show (a table of contents, mostly),
 * how many stand on that page here
 *
 * Fields are brought up to date by hand. So one counts only where the marks say the same page, after what all have in common:
 * numbers that do not begin at 1.
 */
import type { Destination } from '../../../src/layout/display-list.ts';
import type { DocxPackage } from '../../../src/ooxml/docx.ts';
import { descendantsOf, textContent, type XmlElement } from '../../../src/ooxml/xml.ts';
import type { SavedLayout } from './saved.ts';

export interface PageReferences {
  readonly current: number;
  readonly alike: number;
}

export const comparePageReferences = (
  docx: DocxPackage,
  { marks }: SavedLayout,
  destinations: readonly Destination[],
): PageReferences => {
  const root = docx.xml(docx.mainPart);
  const here = new Map(destinations.map(({ name, page }) => [name, page + 1]));
  const begins = [...marks].flatMap(([{ at }, page]) => (page === undefined ? [] : [{ at, page }]));
  if (begins.length === 0) return { current: 0, alike: 0 };
  const byMarks = new Map<string, number>();
  for (const one of descendantsOf(root)) {
    const name = one.name === 'w:bookmarkStart' ? one.attribute('w:name') : undefined;
    if (name !== undefined) byMarks.set(name, begins.findLast(({ at }) => at <= one.start)?.page ?? 1);
  }
  const shown = [...references(root)].flatMap(({ bookmark, number }) => {
    const page = byMarks.get(bookmark);
    return page === undefined ? [] : [{ bookmark, page, more: number - page }];
  });
  const most = mostFrequent(shown.map(({ more }) => more));
  const current = shown.filter(({ more }) => more === most);
  return {
    current: current.length,
    alike: current.filter((one) => here.get(one.bookmark) === one.page).length,
  };
};

function* references(root: XmlElement): Generator<{ readonly bookmark: string; readonly number: number }> {
  let instruction = '';
  let bookmark: string | undefined;
  for (const element of descendantsOf(root)) {
    if (element.name === 'w:instrText') instruction += textContent(element);
    else if (element.name === 'w:fldChar') {
      const isResult = element.attribute('w:fldCharType') === 'separate';
      bookmark = isResult ? /^\s*PAGEREF\s+(\S+)/.exec(instruction)?.[1] : undefined;
      instruction = '';
    } else if (element.name === 'w:t' && bookmark !== undefined) {
      const number = Number(textContent(element));
      if (Number.isInteger(number) && number > 0) yield { bookmark, number };
      bookmark = undefined;
    }
  }
}

const mostFrequent = (values: readonly number[]): number | undefined => {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0];
};
