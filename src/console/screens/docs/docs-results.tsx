/** What a search has found: places of docs/, best first, with the words marked. */
import { Highlight, Loader, Text } from '@mantine/core';
import type { MouseEvent } from 'react';
import { Link } from 'wouter';
import classes from './docs.module.css';
import { excerptOf, searchDocs, wordsOf } from './search.ts';
import { useDocsPlaces } from './use-docs.ts';

interface Props {
  readonly query: string;
  readonly onPick?: (href: string, event: MouseEvent) => void;
}

export const DocsResults = ({ query, onPick }: Props) => {
  const places = useDocsPlaces(query.trim() !== '');
  if (places === undefined) return <Loader size="sm" aria-label="Searching" />;
  const found = searchDocs(places, query);
  const words = [...wordsOf(query)];
  return (
    <>
      <Text size="sm" c="dimmed" role="status">
        {found.length === 0
          ? 'Nothing found. Fewer or other words may help.'
          : `Found for “${query.trim()}”:`}
      </Text>
      <ol className={classes['results']} aria-label="Found">
        {found.map((place) => (
          <li key={place.href + place.title}>
            <Link
              href={place.href}
              className={classes['result']}
              onClick={(event) => onPick?.(place.href, event)}
            >
              <span className={classes['resultTitle']}>
                <Highlight component="span" highlight={words} inherit>
                  {place.title}
                </Highlight>
                <Text span size="xs" c="dimmed">
                  {place.page}
                </Text>
              </span>
              <Highlight component="span" highlight={words} size="sm" c="dimmed">
                {excerptOf(place, query)}
              </Highlight>
            </Link>
          </li>
        ))}
      </ol>
    </>
  );
};
