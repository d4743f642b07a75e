/** Long lists are shown a page at a time: every item has fields, and each of them costs time to build. */
import { Pagination, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { Place } from '../../../../data-check/paths.ts';
import { formatNumber } from '../../../components/format.ts';
import { useForm } from './form-context.ts';

/** Items of a page. Folded they are a screen or two, and together about a thousand elements. */
const PAGE = 25;

interface Pages {
  readonly count: number;
  readonly from: number;
  readonly to: number;
  /** Turns to the page that has the item. */
  readonly show: (index: number) => void;
}

/** `onTheWay` says which item leads to a place that somebody jumps to. */
export const usePages = (
  count: number,
  onTheWay: (revealed: Place | undefined) => number | undefined,
  onShown?: (index: number) => void,
): Pages => {
  const { revealed } = useForm();
  const [page, setPage] = useState(0);
  const show = (index: number): void => setPage(Math.floor(index / PAGE));
  const followed = useRef<Place>(undefined);
  useEffect(() => {
    // Once: afterwards whoever turns the pages is not taken back.
    if (followed.current === revealed) return;
    followed.current = revealed;
    const index = onTheWay(revealed);
    if (index === undefined) return;
    show(index);
    onShown?.(index);
  });
  // Items were removed: the last page that there is.
  const from = Math.min(page, Math.max(0, Math.ceil(count / PAGE) - 1)) * PAGE;
  return { count, from, to: Math.min(count, from + PAGE), show };
};

export const ListPages = ({ pages, title }: { readonly pages: Pages; readonly title: string }) => {
  const { count, from, to, show } = pages;
  if (count <= PAGE) return null;
  return (
    <>
      <Text size="xs" c="dimmed" aria-live="polite">
        {formatNumber(from + 1)}–{formatNumber(to)} of {formatNumber(count)}
      </Text>
      <Pagination
        size="xs"
        siblings={0}
        aria-label={`Pages of ${title}`}
        total={Math.ceil(count / PAGE)}
        value={from / PAGE + 1}
        onChange={(page) => show((page - 1) * PAGE)}
        getItemProps={(page) => ({ 'aria-label': `Page ${page} of ${title}` })}
        getControlProps={(control) => ({
          'aria-label': `${control === 'previous' ? 'Previous' : 'Next'} page of ${title}`,
        })}
      />
    </>
  );
};
