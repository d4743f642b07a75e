/** Several files at once: all of them are checked, what is right is stored by one button, what is not says why. */
import { Badge, Button, Collapse, Group, Loader, Paper, Stack, Text, TextInput } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import { useState } from 'react';
import { sentenceOf } from '../../../api/errors.ts';
import type { Template } from '../../../api/types.ts';
import { plural } from '../../../components/format.ts';
import { ProblemList } from '../../../components/problem-list.tsx';
import { Ticks } from '../../../components/ticks.tsx';
import { normalKey } from './file-check.ts';
import classes from './many-files.module.css';
import { type FileRow, useManyFiles } from './use-many-files.ts';

interface Props {
  readonly files: readonly File[];
  readonly templates: readonly Template[];
  readonly onClose: () => void;
}

export const ManyFiles = ({ files, templates, onClose }: Props) => {
  const { rows, isChecking, isStoring, rename, store } = useManyFiles(files, templates);
  const taken = new Set(templates.map(({ key }) => key));
  for (const { phase, key } of rows) if (phase === 'stored') taken.delete(normalKey(key));
  const refusalOf = (row: FileRow): string | undefined => {
    const key = normalKey(row.key);
    if (key === '') return 'A key is needed.';
    if (taken.has(key)) return 'Another template has this key.';
    const isTwice = rows.some((other) => other !== row && other.key !== '' && normalKey(other.key) === key);
    return isTwice ? 'Another file has this key.' : undefined;
  };
  const ready = rows.filter((row) => row.phase === 'ready' && refusalOf(row) === undefined);
  const stored = rows.filter(({ phase }) => phase === 'stored').length;
  const wrong = rows.filter(({ phase }) => phase === 'wrong').length;
  return (
    <Stack>
      <Text fw={600} role="status">
        {isChecking
          ? `Checking ${plural(rows.length, 'file')}…`
          : stored > 0 && !isStoring
            ? `${plural(stored, 'template')} stored.${stored < rows.length ? ` ${rows.length - stored} not.` : ''}`
            : `${ready.length} of ${plural(rows.length, 'file')} can be stored.`}
      </Text>
      {rows.some(({ phase }) => phase === 'ready') && (
        <Text size="sm" c="dimmed">
          Each becomes a template of its own; programs ask for it by the key beside it.
        </Text>
      )}
      <ul className={classes['list']}>
        {rows.map((row) => (
          <FileItem
            key={row.id}
            row={row}
            refusal={row.phase === 'ready' ? refusalOf(row) : undefined}
            onKey={(key) => rename(row, key)}
          />
        ))}
      </ul>
      {wrong > 0 && !isChecking && (
        <Text size="sm" c="dimmed">
          Correct in Word what is wrong, and upload those files again.
        </Text>
      )}
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onClose} disabled={isStoring}>
          {stored > 0 ? 'Done' : 'Cancel'}
        </Button>
        {(ready.length > 0 || isStoring) && (
          <Button loading={isStoring} disabled={isChecking} onClick={() => void store(ready)}>
            Store {plural(ready.length, 'template')}
          </Button>
        )}
      </Group>
    </Stack>
  );
};

interface ItemProps {
  readonly row: FileRow;
  readonly refusal: string | undefined;
  readonly onKey: (key: string) => void;
}

const FileItem = ({ row, refusal, onKey }: ItemProps) => {
  const { file, phase, key, check, error } = row;
  const [isOpen, setIsOpen] = useState(false);
  const { problems = [], warnings = [] } = check ?? {};
  const isListed = problems.length + warnings.length > 0;
  return (
    <Paper component="li" className={classes['row']} data-phase={phase}>
      <div className={classes['head']}>
        <Sign phase={phase} hasWarnings={warnings.length > 0} />
        <div className={classes['what']}>
          <Text size="sm" fw={600} truncate>
            {file.name}
          </Text>
          <Text size="xs" c="dimmed">
            {saying(row)}
          </Text>
        </div>
        {isListed && (
          <Button
            variant="subtle"
            size="compact-sm"
            aria-expanded={isOpen}
            aria-label={`${isOpen ? 'Hide' : 'Show'} what there is to say about ${file.name}`}
            onClick={() => setIsOpen(!isOpen)}
          >
            {isOpen ? 'Hide' : 'Show'}
          </Button>
        )}
        {phase === 'ready' ? (
          <TextInput
            size="xs"
            className={classes['key'] ?? ''}
            aria-label={`Key of ${file.name}`}
            value={key}
            error={refusal}
            maxLength={200}
            onChange={(event) => onKey(event.currentTarget.value)}
          />
        ) : (
          phase === 'stored' && (
            <Badge variant="default" fw={500} ff="monospace">
              {key}
            </Badge>
          )
        )}
      </div>
      {error !== undefined && (
        <Text size="sm" c="var(--mantine-color-error)" mt={6} role="alert">
          <Ticks text={typeof error === 'string' ? error : sentenceOf(error)} />
        </Text>
      )}
      <Collapse expanded={isOpen && isListed}>
        {isOpen && (
          <div className={classes['problems']}>
            <ProblemList problems={problems} warnings={warnings} />
          </div>
        )}
      </Collapse>
    </Paper>
  );
};

const Sign = ({
  phase,
  hasWarnings,
}: {
  readonly phase: FileRow['phase'];
  readonly hasWarnings: boolean;
}) => {
  if (phase === 'waiting' || phase === 'checking' || phase === 'storing') return <Loader size={18} />;
  if (phase === 'wrong') return <IconCircleX size={20} color="var(--mantine-color-error)" aria-hidden />;
  if (phase === 'ready' && hasWarnings)
    return <IconAlertTriangle size={20} className={classes['warned'] ?? ''} aria-hidden />;
  return <IconCircleCheck size={20} color="var(--mantine-color-pine-6)" aria-hidden />;
};

const saying = ({ phase, check }: FileRow): string => {
  if (phase === 'waiting') return 'waiting';
  if (phase === 'checking') return 'being read';
  if (phase === 'storing') return 'being stored';
  const counts = [
    check?.inspection == null ? undefined : plural(check.inspection.fields.length, 'field'),
    check !== undefined && check.problems.length > 0 ? plural(check.problems.length, 'error') : undefined,
    check !== undefined && check.warnings.length > 0 ? plural(check.warnings.length, 'warning') : undefined,
  ];
  return [phase === 'stored' ? 'stored' : undefined, ...counts].filter(Boolean).join(' · ');
};
