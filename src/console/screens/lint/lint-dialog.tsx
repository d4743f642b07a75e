/** The layout of a template, looked at: what its pages do with short, long, many and foreign data, and where. */
import { Alert, Modal, Stack, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { Template } from '../../api/types.ts';
import type { LintFinding } from '../../api/version-types.ts';
import { useSession } from '../../session/session.ts';
import compare from '../compare/compare.module.css';
import { drafts } from '../workspace/data/use-draft.ts';
import { FindingList, LintProgress, NothingFound } from './finding-list.tsx';
import { FoundPages } from './found-pages.tsx';
import type { LintSubject } from './run-lint.ts';
import { useLint } from './use-lint.ts';

type Named = Pick<Template, 'key' | 'name' | 'version'>;

export const LintDialog = ({
  template,
  onClose,
}: {
  readonly template: Named;
  readonly onClose: () => void;
}) => (
  <Modal
    opened
    fullScreen
    onClose={onClose}
    title={`Layout of ${template.name}`}
    closeButtonProps={{ 'aria-label': 'Close the layout' }}
  >
    <Lint template={template} />
  </Modal>
);

const Lint = ({ template: { key, version } }: { readonly template: Named }) => {
  const { organization } = useSession();
  const subjects = useMemo((): readonly LintSubject[] => {
    const typed = drafts.load(organization.id, key);
    const isData = typed !== undefined && isObject(typed.text);
    return [
      {
        templateKey: key,
        choice: version === 0 ? { label: 'draft' } : {},
        dataText: isData ? typed.text : undefined,
        options: typed?.options ?? {},
      },
    ];
  }, [organization.id, key, version]);
  const [subject] = subjects;
  const linting = useLint(subjects);
  const [report] = linting.reports;
  const [asked, setAsked] = useState<LintFinding>();
  if (subject === undefined || report === undefined) return null;
  const { findings, sets } = report;
  const chosen = asked ?? findings[0];
  const set = sets.find(({ name }) => name === chosen?.data);
  const isWhole = linting.at.done === linting.at.of;
  return (
    <div className={compare['comparison']}>
      <Stack gap="md" className={compare['said'] ?? ''}>
        <Text size="sm" c="dimmed">
          The pages are laid out with{' '}
          {subject.dataText === undefined ? 'sample data' : 'the data you have typed'}, with short and long
          texts, many rows and none, other languages, and your sample sets. What is hardly meant is listed;
          click it to see it on its page.
        </Text>
        <LintProgress linting={linting} />
        {isWhole && findings.length === 0 && (
          <NothingFound sets={sets.length}>Nothing was found.</NothingFound>
        )}
        <FindingList findings={findings} sets={sets} chosen={chosen} onChoose={setAsked} />
      </Stack>
      <section className={compare['pages']} aria-label="Pages">
        {chosen !== undefined && set !== undefined ? (
          <FoundPages subject={subject} set={set} findings={findings} chosen={chosen} />
        ) : (
          <Alert variant="light">Pages on which something is found are shown here.</Alert>
        )}
      </section>
    </div>
  );
};

const isObject = (text: string): boolean => {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
};
