/**
 * A batch from a spreadsheet in four steps: template, file, columns, run. Nothing is sent before the last one; the file is
 * looked at here, by the rules that the server has.
 */
import { Anchor, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useSearch } from 'wouter';
import { organizationQuery, templatesQuery } from '../../api/queries.ts';
import { LoadFailure } from '../../components/load-failure.tsx';
import { Page } from '../../components/page.tsx';
import { RowsSkeleton } from '../../components/page-skeleton.tsx';
import type { ChosenFile, Mapping, Reading, Shared } from './batch-state.ts';
import { ColumnsStep } from './columns-step.tsx';
import { FileStep } from './file-step.tsx';
import { RunStep } from './run-step.tsx';
import { Steps } from './steps.tsx';
import { TemplateStep } from './template-step.tsx';

const STEPS = ['Template', 'File', 'Columns', 'Run'] as const;

export const BatchScreen = () => {
  const asked = new URLSearchParams(useSearch()).get('template') ?? undefined;
  const templates = useQuery(templatesQuery);
  const organization = useQuery(organizationQuery);
  const [step, setStep] = useState(asked === undefined ? 0 : 1);
  const [templateKey, setTemplateKey] = useState(asked);
  const [chosen, setChosen] = useState<ChosenFile>();
  const [reading, setReading] = useState<Reading>({});
  const [locale, setLocale] = useState<string>();
  const [mapping, setMapping] = useState<Mapping>();
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>({});
  const [shared, setShared] = useState<Shared>({});
  const [isBegun, setBegun] = useState(false);

  const list = templates.data;
  if (list === undefined)
    return (
      <Page title="Batch from a spreadsheet">
        {templates.error === null ? (
          <RowsSkeleton rows={5} />
        ) : (
          <LoadFailure error={templates.error} retry={templates.refetch} />
        )}
      </Page>
    );
  const template = list.find(({ key }) => key === templateKey);
  const usedLocale = locale ?? organization.data?.defaults.locale ?? 'en-US';
  const reached = template === undefined ? 0 : chosen === undefined ? 1 : mapping === undefined ? 2 : 3;
  const at = Math.min(step, reached);
  const forget = () => setMapping(undefined);

  return (
    <Page title="Batch from a spreadsheet" lead="A document for each row: letters, certificates, payslips.">
      <Steps names={STEPS} at={at} reached={isBegun ? -1 : reached} onGo={setStep} />
      {list.length === 0 && (
        <Text c="dimmed">
          A batch needs a template.{' '}
          <Anchor component={Link} href="/?upload">
            Upload one
          </Anchor>{' '}
          first.
        </Text>
      )}
      {at === 0 && list.length > 0 && (
        <TemplateStep
          templates={list}
          chosen={templateKey}
          onChoose={(key) => {
            if (key !== templateKey) {
              forget();
              setTexts({});
            }
            setTemplateKey(key);
            setStep(1);
          }}
        />
      )}
      {at === 1 && (
        <FileStep
          chosen={chosen}
          reading={reading}
          locale={usedLocale}
          onFile={(file) => {
            setChosen(file);
            setReading({});
            forget();
          }}
          onReading={(changed) => {
            setReading(changed);
            forget();
          }}
          onLocale={setLocale}
          onNext={() => setStep(2)}
        />
      )}
      {at === 2 && template !== undefined && chosen !== undefined && (
        <ColumnsStep
          template={template}
          chosen={chosen}
          reading={reading}
          locale={usedLocale}
          mapping={mapping}
          texts={texts}
          onTexts={setTexts}
          onMapping={setMapping}
          onNext={(last, common) => {
            setMapping(last);
            setShared(common);
            setStep(3);
          }}
        />
      )}
      {at === 3 && template !== undefined && chosen !== undefined && mapping !== undefined && (
        <RunStep
          template={template}
          chosen={chosen}
          reading={reading}
          locale={usedLocale}
          mapping={mapping}
          shared={shared}
          credit={organization.data?.credit}
          onBegun={() => setBegun(true)}
          onAgain={() => {
            setBegun(false);
            setChosen(undefined);
            setReading({});
            forget();
            setStep(0);
          }}
        />
      )}
    </Page>
  );
};
