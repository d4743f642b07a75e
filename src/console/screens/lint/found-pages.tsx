/** The pages that were looked at, with the data that they were looked at with, and marks where something was found. */
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api } from '../../api/client.ts';
import type { LintedSet, LintFinding } from '../../api/version-types.ts';
import { Sheet } from '../compare/sheet.tsx';
import type { Mark } from '../workspace/preview/page-map.ts';
import { isMadeUp, ruleOf, setOf } from './lint-words.ts';
import type { LintSubject } from './run-lint.ts';

interface Props {
  readonly subject: LintSubject;
  readonly set: LintedSet;
  readonly findings: readonly LintFinding[];
  readonly chosen: LintFinding;
}

export const FoundPages = ({ subject, set, findings, chosen }: Props) => {
  const { templateKey, choice, options } = subject;
  const pages = useQuery({
    // The set itself is part of the question: it was made when its pages were looked at.
    queryKey: ['templates', templateKey, 'lint', choice, options, set],
    queryFn: async ({ signal }) => {
      // What was looked at is Platen's own layout.
      const asked = { ...options, ...set.options, ...choice, engine: 'native' };
      const body = { templateKey, data: set.data, options: asked };
      const { blob } = await api.file('/template/preview', { method: 'POST', body, signal });
      return new Uint8Array(await blob.arrayBuffer());
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const marks = useMemo(() => marksOf(findings, set.name, chosen), [findings, set, chosen]);
  const reveal = useMemo(() => ({ page: chosen.page, ...chosen.box }), [chosen]);
  return (
    <>
      <Sheet
        label={`Pages with ${setOf(set.name)}`}
        bytes={pages.data}
        error={pages.error}
        marks={marks}
        reveal={reveal}
      />
      {isMadeUp(set.name) && (
        <Text size="xs" c="dimmed" mt={4}>
          These data are made up for the check. What you have typed stays as it is.
        </Text>
      )}
    </>
  );
};

const marksOf = (findings: readonly LintFinding[], set: string, chosen: LintFinding): readonly Mark[] =>
  findings
    .filter(({ data }) => data === set)
    .map((finding) => ({
      page: finding.page,
      ...finding.box,
      kind: finding === chosen ? ('chosen' as const) : ('found' as const),
      ...(finding === chosen && { label: ruleOf(finding.rule) }),
    }));
