/**
 * searchDocs :: entries, words → the best places for them
 *
 * A place is a section of a page, or a row of a table that is about one name: an error's code, a formatter, a setting. Every word has to
 * be there; one in a title counts for more than one in the text.
 */
import type { DocsPage } from './page.ts';

export interface DocsPlace {
  readonly href: string;
  /** The page that it is on. */
  readonly page: string;
  readonly title: string;
  readonly text: string;
}

const MOST = 30;

export const placesOf = ({ name, title, sections }: DocsPage): readonly DocsPlace[] =>
  sections.flatMap((section) => {
    const { body } = new DOMParser().parseFromString(section.html, 'text/html');
    const at = (id: string): string => `/docs/${name}${id === '' ? '' : `#${id}`}`;
    const rows = [...body.querySelectorAll('tr[id]')].map((row): DocsPlace => {
      const [first, ...rest] = [...row.querySelectorAll('td, th')].map((cell) => cell.textContent ?? '');
      return { href: at(row.id), page: title, title: first ?? '', text: rest.join(' · ') };
    });
    for (const heading of body.querySelectorAll('h1, h2, h3, h4')) heading.remove();
    const text = (body.textContent ?? '').replaceAll(/\s+/g, ' ').trim();
    return [{ href: at(section.id), page: title, title: section.title || title, text }, ...rows];
  });

export const wordsOf = (query: string): readonly string[] =>
  query
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');

export const searchDocs = (places: readonly DocsPlace[], query: string): readonly DocsPlace[] => {
  const words = wordsOf(query);
  if (words.length === 0) return [];
  return places
    .map((place, index) => ({ place, index, score: scoreOf(place, words) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.index - b.index)
    .slice(0, MOST)
    .map(({ place }) => place);
};

/** Nothing where a word is missing. */
const scoreOf = ({ title, page, text }: DocsPlace, words: readonly string[]): number => {
  const [heading, name, body] = [title.toLowerCase(), page.toLowerCase(), text.toLowerCase()];
  const scores = words.map((word) => {
    const beginning = heading.startsWith(word) && !/^[\p{L}\p{N}_]/u.test(heading.slice(word.length));
    if (beginning) return 30;
    if (heading.includes(word)) return 12;
    return body.includes(word) ? 2 : name.includes(word) ? 1 : 0;
  });
  return scores.includes(0) ? 0 : scores.reduce<number>((sum, score) => sum + score, 0);
};

const AROUND = 70;

/** Some words of the text, from shortly before the first one that was asked for. */
export const excerptOf = ({ text }: DocsPlace, query: string): string => {
  const lower = text.toLowerCase();
  const places = wordsOf(query)
    .map((word) => lower.indexOf(word))
    .filter((at) => at >= 0);
  const first = places.length === 0 ? 0 : Math.min(...places);
  const from = first <= AROUND ? 0 : text.indexOf(' ', first - AROUND) + 1;
  const part = text.slice(from, from + 3 * AROUND);
  return `${from > 0 ? '… ' : ''}${part}${from + part.length < text.length ? ' …' : ''}`;
};
