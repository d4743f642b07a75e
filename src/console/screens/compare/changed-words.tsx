/** What is marked on the pages, as a list: for whoever does not see the marks, or looks for one. */
import { List, Text } from '@mantine/core';
import type { WordMark } from '../../api/version-types.ts';
import { plural } from '../../components/format.ts';
import classes from './compare.module.css';

/** As many as somebody reads. */
const SHOWN = 200;

const WORDS = { new: 'New', changed: 'Changed', lost: 'Lost', moved: 'Moved' } as const;

export const ChangedWords = ({ marks }: { readonly marks: readonly WordMark[] }) => (
  <details className={classes['words']}>
    <summary>{plural(marks.length, 'mark')} as a list</summary>
    <List size="sm" spacing={2} aria-label="Words that differ">
      {marks.slice(0, SHOWN).map((mark, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list is drawn once, and two marks may be alike
        <List.Item key={index}>
          {WORDS[mark.kind]}: {mark.was !== undefined && `“${mark.was}” → `}“{mark.text}”
          <Text span size="xs" c="dimmed">
            {` ${pageOf(mark)}`}
          </Text>
        </List.Item>
      ))}
    </List>
    {marks.length > SHOWN && <Text size="sm">and {marks.length - SHOWN} more, on the pages</Text>}
  </details>
);

const pageOf = ({ from, to }: WordMark): string => {
  const [was, is] = [from?.[0]?.page, to?.[0]?.page];
  if (was === undefined || is === undefined || was === is) return `page ${is ?? was}`;
  return `page ${was} → ${is}`;
};
