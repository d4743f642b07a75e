/**
 * formatterExamples :: docs/templates.md → name, what it does, and its call, of every formatter
 *
 * The table there is made of the engine's own, so that this is no second list. Those of loops (`sortBy`) have no text to show.
 */
import type { DocsPage } from '../screens/docs/page.ts';

interface FormatterExample {
  readonly name: string;
  readonly summary: string;
  /** `currency:"EUR"`. */
  readonly call: string;
}

const EXAMPLE = /^\{[\w.$]+ \| (.+)\}$/;

export const formatterExamples = ({ sections }: DocsPage): readonly FormatterExample[] => {
  const html = sections.find(({ id }) => id === 'formatters')?.html ?? '';
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  return [...body.querySelectorAll('tr[id^="row-"]')].flatMap((row) => {
    const [, summary, example] = [...row.querySelectorAll('td')].map((cell) => cell.textContent ?? '');
    const call = EXAMPLE.exec(example ?? '')?.[1];
    return call === undefined ? [] : [{ name: row.id.slice('row-'.length), summary: summary ?? '', call }];
  });
};
