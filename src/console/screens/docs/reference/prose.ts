/** proseOf :: docs/api.md, Operation → the section that is about it; the heading of each says which operations these are */
import type { DocsPage, DocsSection } from '../page.ts';
import type { Operation } from './openapi.ts';

export const proseOf = (tour: DocsPage, { method, path }: Operation): DocsSection | undefined =>
  tour.sections.find(({ title }) => callsIn(title).includes(`${method} ${path}`));

/** ``Labels: `GET` and `PUT /template/labels` `` is about both: methods are collected until their path comes. */
const callsIn = (title: string): readonly string[] => {
  const calls: string[] = [];
  let methods: string[] = [];
  for (const [word] of title.matchAll(/\b(?:GET|POST|PUT|PATCH|DELETE)\b|\/[\w/{}]+/g)) {
    if (!word.startsWith('/')) methods.push(word);
    else {
      calls.push(...methods.map((method) => `${method} ${word}`));
      methods = [];
    }
  }
  return calls;
};
