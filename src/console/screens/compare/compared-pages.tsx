/** The documents of both versions with the same data: side by side with their words marked, or one over the other. */
import { Alert, Badge, Group, Loader, SegmentedControl, Select, Slider, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { type Compares, comparedWordsQuery, versionPreviewQuery } from '../../api/queries.ts';
import type { Compared, WordMark } from '../../api/version-types.ts';
import { Failure } from '../../components/failure.tsx';
import type { Mark } from '../workspace/preview/page-map.ts';
import { ChangedWords } from './changed-words.tsx';
import classes from './compare.module.css';
import { Sheet } from './sheet.tsx';

/** Not the name of a set, which is never empty. */
const MADE_UP = '';

type Look = 'sides' | 'over';

const KINDS = [
  ['new', 'new', 'pine'],
  ['changed', 'changed', 'yellow'],
  ['lost', 'lost', 'red'],
  ['moved', 'moved', 'blue'],
] as const;

export const ComparedPages = ({
  samples,
  ...compares
}: Compares & { readonly samples: Compared['samples'] }) => {
  const isPhone = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
  const [asked, setAsked] = useState<string>();
  const [look, setLook] = useState<Look>(isPhone ? 'over' : 'sides');
  const [share, setShare] = useState(50);
  const sample = asked ?? samples[0]?.name ?? MADE_UP;
  const words = useQuery(comparedWordsQuery({ ...compares, sample }));
  const changes = words.data?.words?.changes ?? undefined;
  const problem = words.data?.words?.problem ?? undefined;
  const sides = {
    from: useQuery(versionPreviewQuery({ ...compares, which: compares.from, sample })),
    to: useQuery(versionPreviewQuery({ ...compares, which: compares.to, sample })),
  };
  const marks = useMemo(() => marksOf(changes?.marks ?? []), [changes]);
  const [boxes, setBoxes] = useState<Readonly<Record<'from' | 'to', HTMLElement | null>>>({
    from: null,
    to: null,
  });
  useTogether(boxes.from, boxes.to);

  return (
    <section className={classes['pages']} aria-label="Pages">
      <Group gap="sm" className={classes['bar'] ?? ''}>
        <Select
          size="xs"
          aria-label="Sample set"
          allowDeselect={false}
          value={sample}
          onChange={(value) => setAsked(value ?? MADE_UP)}
          data={[
            ...samples.map(({ name }) => ({ value: name, label: name })),
            { value: MADE_UP, label: 'Made up from the fields' },
          ]}
        />
        <SegmentedControl
          size="xs"
          aria-label="How the pages are shown"
          value={look}
          onChange={(value) => setLook(value as Look)}
          data={[
            { value: 'sides', label: isPhone ? 'Both' : 'Side by side' },
            { value: 'over', label: 'Overlay' },
          ]}
        />
        {look === 'over' && (
          <Slider
            className={classes['slider'] ?? ''}
            thumbLabel="How much of the new pages shows"
            label={(value) => `${value}% new`}
            value={share}
            onChange={setShare}
          />
        )}
        <Group gap={6} aria-live="polite" role="status">
          {words.isFetching && <Loader size={14} />}
          {changes !== undefined &&
            KINDS.map(([kind, label, color]) => (
              <Badge key={kind} variant="dot" color={color} tt="none">
                {changes.counts[kind]} {label}
              </Badge>
            ))}
          {changes !== undefined && changes.pages.from !== changes.pages.to && (
            <Text size="sm">
              {changes.pages.from} → {changes.pages.to} pages
            </Text>
          )}
          {changes?.truncated === true && <Text size="sm">The first 2,000 marks are shown.</Text>}
        </Group>
      </Group>
      <Failure error={words.error} />
      {problem !== undefined && (
        <Alert color="yellow" variant="light">
          The words can’t be compared with this data: {problem.message}
        </Alert>
      )}
      {changes !== undefined && changes.marks.length > 0 && <ChangedWords marks={changes.marks} />}
      <div className={classes['sheets']} data-look={look} style={{ '--share': share / 100 } as object}>
        {(['from', 'to'] as const).map((side) => (
          <Sheet
            key={side}
            label={side === 'from' ? titleOf(compares.from, 'Before') : titleOf(compares.to, 'After')}
            bytes={sides[side].data}
            error={sides[side].error}
            marks={marks[side]}
            isUpper={side === 'to'}
            onBox={(box) => setBoxes((all) => ({ ...all, [side]: box }))}
          />
        ))}
      </div>
    </section>
  );
};

const titleOf = (which: string, when: string): string =>
  which === 'draft' ? `${when}: the draft` : `${when}: version ${which}`;

const marksOf = (marks: readonly WordMark[]): Readonly<Record<'from' | 'to', readonly Mark[]>> => {
  const of = (side: 'from' | 'to'): readonly Mark[] =>
    marks.flatMap(({ kind, [side]: boxes = [] }) => boxes.map((box) => ({ ...box, kind })));
  return { from: of('from'), to: of('to') };
};

/** What is scrolled on one side is scrolled on the other. */
const useTogether = (one: HTMLElement | null, other: HTMLElement | null): void => {
  useEffect(() => {
    if (one === null || other === null) return;
    const follow = (from: HTMLElement, to: HTMLElement) => (): void => {
      if (Math.abs(to.scrollTop - from.scrollTop) > 1)
        to.scrollTo({ top: from.scrollTop, behavior: 'instant' });
    };
    const [down, up] = [follow(one, other), follow(other, one)];
    one.addEventListener('scroll', down, { passive: true });
    other.addEventListener('scroll', up, { passive: true });
    return () => {
      one.removeEventListener('scroll', down);
      other.removeEventListener('scroll', up);
    };
  }, [one, other]);
};
