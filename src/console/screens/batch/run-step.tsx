/** The last step: what comes out, then the file goes to the server and the job is watched to its end. */
import {
  Alert,
  Anchor,
  Button,
  Group,
  NumberInput,
  SegmentedControl,
  Stack,
  Switch,
  Text,
  TextInput,
} from '@mantine/core';
import { IconInfoCircle, IconPlayerPlay } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import type { NewJob } from '../../api/activity-types.ts';
import { jobPagesQuery, jobQuery } from '../../api/queries.ts';
import type { Template } from '../../api/types.ts';
import { upload } from '../../api/upload.ts';
import { Failure } from '../../components/failure.tsx';
import { formatBytes, plural } from '../../components/format.ts';
import { Ticks } from '../../components/ticks.tsx';
import { JobView } from '../activity/job-view.tsx';
import { isUnfinished } from '../activity/job-words.ts';
import { Sending } from '../templates/upload/sending.tsx';
import classes from './batch.module.css';
import {
  type ChosenFile,
  isTable,
  type Mapping,
  type Reading,
  requestOf,
  type Shared,
  sourceOf,
  type Wishes,
} from './batch-state.ts';

interface Props {
  readonly template: Template;
  readonly chosen: ChosenFile;
  readonly reading: Reading;
  readonly locale: string;
  readonly mapping: Mapping;
  readonly shared: Shared;
  /** Null is unlimited; undefined while nobody knows. */
  readonly credit: number | null | undefined;
  readonly onBegun: () => void;
  readonly onAgain: () => void;
}

const FIRST_WISHES: Wishes = {
  output: 'PDF',
  bundle: 'zip',
  pattern: '{number}',
  pageNumbers: 'record',
  maxFailures: undefined,
};

export const RunStep = ({
  template,
  chosen,
  reading,
  locale,
  mapping,
  shared,
  credit,
  onBegun,
  onAgain,
}: Props) => {
  const [wishes, setWishes] = useState(FIRST_WISHES);
  const [sent, setSent] = useState(0);
  const client = useQueryClient();
  const run = useMutation({
    mutationFn: () => {
      const form = new FormData();
      const source = sourceOf(chosen, reading, isTable(chosen) ? mapping : undefined);
      form.append(
        'request',
        JSON.stringify(requestOf({ templateKey: template.key, locale, source, shared, wishes })),
      );
      form.append('records', chosen.file, chosen.file.name);
      return upload<NewJob>({ method: 'POST', path: '/jobs', form, onProgress: setSent });
    },
    onSuccess: () => {
      onBegun();
      void client.invalidateQueries({ queryKey: jobPagesQuery.queryKey });
    },
  });
  if (run.data !== undefined) return <Running job={run.data} onAgain={onAgain} />;
  return (
    <Stack gap="lg" maw={640}>
      <Summary template={template} chosen={chosen} credit={credit} />
      <WishInputs wishes={wishes} mapping={mapping} onChange={setWishes} />
      <Failure error={run.error} />
      {run.isPending ? (
        <Sending sent={sent} what="The server looks at the file…" />
      ) : (
        <Group>
          <Button leftSection={<IconPlayerPlay size={17} />} onClick={() => run.mutate()}>
            Make the documents
          </Button>
        </Group>
      )}
    </Stack>
  );
};

const Summary = ({ template, chosen, credit }: Pick<Props, 'template' | 'chosen' | 'credit'>) => (
  <dl className={classes['summary']}>
    <dt>Template</dt>
    <dd>{template.name}</dd>
    <dt>File</dt>
    <dd>
      {chosen.file.name}, {formatBytes(chosen.file.size)}
    </dd>
    <dt>Cost</dt>
    <dd>
      One credit for each document that is made
      {credit == null ? '.' : `; there ${credit === 1 ? 'is' : 'are'} ${plural(credit, 'credit')}.`}
    </dd>
  </dl>
);

interface WishProps {
  readonly wishes: Wishes;
  readonly mapping: Mapping;
  readonly onChange: (wishes: Wishes) => void;
}

const WishInputs = ({ wishes, mapping, onChange }: WishProps) => {
  const { output, bundle, pattern, pageNumbers, maxFailures } = wishes;
  const format = output === 'PDF' ? 'pdf' : 'docx';
  const isOne = bundle !== 'zip';
  const paths = Object.values(mapping).filter((path) => path !== '');
  return (
    <Stack>
      <div>
        <Text size="sm" fw={500} mb={4} id="batch-output">
          Documents
        </Text>
        <SegmentedControl
          aria-labelledby="batch-output"
          value={output}
          onChange={(value) => {
            const chosen = value as Wishes['output'];
            onChange({
              ...wishes,
              output: chosen,
              ...(isOne && { bundle: chosen === 'PDF' ? 'pdf' : 'docx' }),
            });
          }}
          data={[
            { value: 'PDF', label: 'PDF' },
            { value: 'DOCX', label: 'Word' },
          ]}
        />
      </div>
      <div>
        <Text size="sm" fw={500} mb={4} id="batch-bundle">
          Handed out as
        </Text>
        <SegmentedControl
          aria-labelledby="batch-bundle"
          value={isOne ? 'one' : 'zip'}
          onChange={(value) => onChange({ ...wishes, bundle: value === 'one' ? format : 'zip' })}
          data={[
            { value: 'zip', label: 'A ZIP of files' },
            { value: 'one', label: output === 'PDF' ? 'One PDF' : 'One Word document' },
          ]}
        />
      </div>
      {isOne ? (
        <Switch
          label="Page numbers count through all records"
          checked={pageNumbers === 'through'}
          onChange={(event) =>
            onChange({ ...wishes, pageNumbers: event.currentTarget.checked ? 'through' : 'record' })
          }
        />
      ) : (
        <TextInput
          label="Names of the files"
          description={`Fields in braces, such as ${example(paths)}. {number} counts the records where no column goes to it.`}
          maxLength={500}
          value={pattern}
          onChange={(event) => onChange({ ...wishes, pattern: event.currentTarget.value })}
        />
      )}
      <NumberInput
        label="Stop where more records fail than"
        description="What was made by then is handed out. Empty: it goes on to the last record."
        placeholder="any number"
        min={0}
        allowDecimal={false}
        allowNegative={false}
        w={280}
        value={maxFailures ?? ''}
        onChange={(value) =>
          onChange({ ...wishes, maxFailures: typeof value === 'number' ? value : undefined })
        }
      />
    </Stack>
  );
};

const example = (paths: readonly string[]): string =>
  paths.length === 0 ? '{number}' : `{number}-{${paths.find((path) => /name/i.test(path)) ?? paths[0]}}`;

interface RunningProps {
  readonly job: NewJob;
  readonly onAgain: () => void;
}

const Running = ({ job, onAgain }: RunningProps) => {
  const { data } = useQuery(jobQuery(job.id));
  return (
    <Stack gap="lg" maw={760}>
      {job.warnings?.map((warning) => (
        <Alert key={warning} color="yellow" variant="light" icon={<IconInfoCircle size={18} />}>
          <Ticks text={warning} />
        </Alert>
      ))}
      <JobView id={job.id} />
      {data !== undefined && !isUnfinished(data) ? (
        <Group>
          <Button variant="default" onClick={onAgain}>
            Another batch
          </Button>
        </Group>
      ) : (
        <Text size="sm" c="dimmed">
          It goes on when this page is closed, and stays in the list of{' '}
          <Anchor component={Link} href="/activity/jobs">
            jobs
          </Anchor>
          .
        </Text>
      )}
    </Stack>
  );
};
