/** Before a draft is published: what its pages do that those of the version in use don't. */
import { Text, Title } from '@mantine/core';
import { useIsFetching } from '@tanstack/react-query';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import type { LintFinding } from '../../api/version-types.ts';
import { plural } from '../../components/format.ts';
import { FindingList, LintProgress, NothingFound } from './finding-list.tsx';
import { FoundPages } from './found-pages.tsx';
import { addedFindings, type LintSubject } from './run-lint.ts';
import { useLint } from './use-lint.ts';

interface Asked {
  readonly templateKey: string;
  readonly draft: number;
  /** The version in use; undefined where there is none. */
  readonly newest: number | undefined;
}

/** Two pieces for two places: what is said, and pages where something was chosen. */
export const useDraftLint = ({
  templateKey,
  draft,
  newest,
}: Asked): { readonly said: ReactNode; readonly pages: ReactNode; readonly leave: () => void } => {
  const isTurn = useTurn(templateKey);
  // A draft that was replaced is looked at anew.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the number of the draft says which file its label means
  const subjects = useMemo(
    (): readonly LintSubject[] =>
      isTurn
        ? [
            { templateKey, choice: { label: 'draft' }, options: {} },
            ...(newest === undefined ? [] : [{ templateKey, choice: { version: newest }, options: {} }]),
          ]
        : [],
    [templateKey, draft, newest, isTurn],
  );
  const linting = useLint(subjects);
  const [chosen, setChosen] = useState<LintFinding>();
  const [now, before] = linting.reports;
  const [subject] = subjects;
  if (now === undefined || subject === undefined) return { said: null, pages: null, leave: () => undefined };
  const told = before === undefined ? now : { ...now, findings: both(now.findings, before.sets) };
  const added = before === undefined ? now.findings : addedFindings(told, before);
  const same = told.findings.length - added.length;
  const set = now.sets.find(({ name }) => name === chosen?.data);
  const isWhole = linting.at.done === linting.at.of;
  const said = (
    <section aria-label="Layout">
      <Title order={3} size="h5" mb={6}>
        Layout
      </Title>
      <LintProgress linting={linting} />
      {isWhole && added.length === 0 && (
        <NothingFound sets={now.sets.length}>
          {before === undefined ? 'Nothing was found.' : 'Nothing is worse than in what is live.'}
        </NothingFound>
      )}
      {added.length > 0 && before !== undefined && (
        <Text size="sm" mb={8}>
          {plural(added.length, 'finding')} that the version in use does not have:
        </Text>
      )}
      <FindingList findings={added} sets={now.sets} chosen={chosen} onChoose={setChosen} />
      {isWhole && same > 0 && (
        <Text size="xs" c="dimmed" mt={8}>
          {plural(same, 'finding')} {same === 1 ? 'is' : 'are'} as in the version in use.
        </Text>
      )}
    </section>
  );
  const pages =
    chosen !== undefined && set !== undefined ? (
      <FoundPages subject={subject} set={set} findings={added} chosen={chosen} />
    ) : null;
  return { said, pages, leave: () => setChosen(undefined) };
};

const SETTLED_MS = 300;

/** What is compared comes first: both are laid out by the same few processes. */
const useTurn = (templateKey: string): boolean => {
  const comparing = useIsFetching({ queryKey: ['templates', templateKey, 'compare'] });
  const [isTurn, setTurn] = useState(false);
  useEffect(() => {
    if (comparing > 0) return;
    const timer = setTimeout(() => setTurn(true), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [comparing]);
  return isTurn;
};

/** Of sets that both have been looked at with, or that the other has not at all. */
const both = (
  findings: readonly LintFinding[],
  before: readonly { readonly name: string }[],
): readonly LintFinding[] => findings.filter(({ data }) => before.some(({ name }) => name === data));
