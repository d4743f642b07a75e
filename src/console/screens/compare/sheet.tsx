/** A document with marks on its pages. */
import { Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { Failure } from '../../components/failure.tsx';
import type { Mark, PageBox } from '../workspace/preview/page-map.ts';
import type { PdfPages } from '../workspace/preview/pdf-pages.ts';
import classes from './compare.module.css';

interface Props {
  readonly label: string;
  readonly bytes: Uint8Array | undefined;
  readonly error: unknown;
  readonly marks: readonly Mark[];
  /** What is to be seen of it; the same object as long as nobody asks for another place. */
  readonly reveal?: PageBox;
  readonly isUpper?: boolean;
  readonly onBox?: (box: HTMLElement | null) => void;
}

export const Sheet = ({ label, bytes, error, marks, reveal, isUpper = false, onBox }: Props) => {
  const box = useRef<HTMLElement>(null);
  const [viewer, setViewer] = useState<PdfPages>();
  const [broken, setBroken] = useState<unknown>();
  useEffect(() => {
    let made: PdfPages | undefined;
    let isGone = false;
    import('../workspace/preview/pdf-pages.ts').then(({ PdfPages: Pages }) => {
      if (isGone || box.current === null) return;
      made = new Pages(box.current, () => undefined);
      setViewer(made);
    }, setBroken);
    return () => {
      isGone = true;
      made?.close();
    };
  }, []);
  const [shown, setShown] = useState<Uint8Array>();
  useEffect(() => {
    if (viewer === undefined || bytes === undefined) return;
    viewer.show(bytes.slice()).then(() => setShown(bytes), setBroken);
  }, [viewer, bytes]);
  useEffect(() => {
    // Pages that are shown anew have none; and what belongs to other pages is not put on these.
    if (shown !== undefined && shown === bytes) viewer?.mark(marks);
  }, [viewer, shown, bytes, marks]);
  useEffect(() => {
    if (shown !== undefined && shown === bytes && reveal !== undefined) viewer?.reveal(reveal);
  }, [viewer, shown, bytes, reveal]);
  const take = (element: HTMLElement | null): void => {
    box.current = element;
    onBox?.(element);
  };
  const [ref] = useState(() => take);
  return (
    <div className={classes['sheet']} data-upper={isUpper || undefined}>
      <Text size="sm" fw={600} className={classes['label'] ?? ''}>
        {label}
      </Text>
      <Failure error={error ?? broken} />
      <section
        ref={ref}
        className={classes['box']}
        aria-label={`Pages, ${label}`}
        aria-busy={(bytes === undefined || bytes !== shown) && error === null}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region has to be reachable by keyboard
        tabIndex={0}
      />
    </div>
  );
};
