/** What the check found: the fields, or everything that is wrong; name, key and delimiter before it is stored. */
import { Alert, Badge, Button, Group, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import { type FormEvent, type ReactNode, useState } from 'react';
import { ApiError } from '../../api/errors.ts';
import type { Delimiter, Inspection, Template, TemplateCheck } from '../../api/types.ts';
import { DELIMITER_LOOKS } from '../../parts/delimiters.ts';
import { Failure } from '../../parts/failure.tsx';
import { formatBytes, plural } from '../../parts/format.ts';
import { ProblemList } from '../../parts/problem-list.tsx';
import classes from './checked-file.module.css';
import { ChooseFile } from './choose-file.tsx';
import { keyFrom, nameFrom } from './file-check.ts';
import { Sending } from './sending.tsx';
import { type Store, useStore } from './use-upload.ts';

interface Props {
  readonly file: File;
  readonly check: TemplateCheck;
  readonly checking: boolean;
  readonly replacing: Template | undefined;
  readonly templates: readonly Template[];
  readonly onDelimiter: (delimiter: Delimiter) => void;
  readonly onChoose: (files: readonly File[]) => void;
  readonly onStored: (stored: Store) => void;
  readonly skip: ReactNode;
}

export const CheckedFile = ({ file, check, checking, replacing, templates, skip, ...on }: Props) => {
  const [name, setName] = useState(nameFrom(file));
  const [typedKey, setKey] = useState<string>();
  const key = typedKey ?? keyFrom(name);
  const store = useStore();
  const existing = templates.find((template) => template.key === key.trim().normalize('NFC'));
  const target = replacing ?? existing;
  const broken = check.problems.length > 0;
  const conflict = store.error instanceof ApiError && store.error.code === 'version_conflict';

  const save = (anyway: boolean) => {
    const wanted: Store = {
      file,
      key: replacing?.key ?? key.trim(),
      name: target?.name ?? name.trim(),
      delimiter: check.delimiter,
      replacing: target,
      anyway,
    };
    store.mutate(wanted, { onSuccess: () => on.onStored(wanted) });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!broken) save(false);
  };

  return (
    <form onSubmit={submit}>
      <Stack>
        <Group justify="space-between" wrap="nowrap" gap="sm">
          <Text size="sm" fw={600} truncate>
            {file.name}
          </Text>
          <Text size="sm" c="dimmed" flex="none">
            {formatBytes(file.size)}
          </Text>
        </Group>
        <DelimiterChoice check={check} checking={checking} onDelimiter={on.onDelimiter} />
        {broken ? (
          <>
            <Text role="alert" fw={600}>
              {plural(check.problems.length, 'thing')} to put right in Word. Nothing was stored.
            </Text>
            <ProblemList problems={check.problems} />
            <ChooseFile onFiles={on.onChoose} again />
            <Group justify="flex-end">{skip}</Group>
          </>
        ) : (
          <>
            <Found check={check} />
            {replacing === undefined && (
              <>
                <TextInput
                  label="Name"
                  description="For people: also the file name of its documents."
                  required
                  maxLength={300}
                  value={name}
                  onChange={(event) => setName(event.currentTarget.value)}
                />
                <TextInput
                  label="Key"
                  description="For programs: they ask for the template by this."
                  required
                  maxLength={200}
                  value={key}
                  onChange={(event) => setKey(event.currentTarget.value)}
                />
              </>
            )}
            {target !== undefined && (
              <Alert color="yellow" variant="light" icon={<IconInfoCircle size={18} />}>
                {replacing === undefined && `The key “${target.key}” belongs to ${target.name} already. `}
                This file becomes its{' '}
                {target.version === undefined ? 'next version' : `version ${target.version + 1}`}; the earlier
                ones stay.
                {replacing === undefined && ' Type another key to make a new template instead.'}
              </Alert>
            )}
            {store.isPending && <Sending sent={store.sent} what="Storing…" />}
            <Failure error={store.error} />
            <Group justify="flex-end" gap="sm">
              {skip}
              {conflict && (
                <Button variant="default" onClick={() => save(true)}>
                  Replace anyway
                </Button>
              )}
              <Button
                type="submit"
                loading={store.isPending}
                disabled={checking || conflict || key.trim() === '' || name.trim() === ''}
              >
                {target === undefined ? 'Store template' : 'Store as a new version'}
              </Button>
            </Group>
          </>
        )}
      </Stack>
    </form>
  );
};

const DelimiterChoice = ({
  check,
  checking,
  onDelimiter,
}: Pick<Props, 'check' | 'checking' | 'onDelimiter'>) => (
  <div className={classes['delimiters']}>
    <Text size="sm" fw={500} mb={4} id="delimiter-label">
      Tags look like
    </Text>
    <SegmentedControl
      fullWidth
      aria-labelledby="delimiter-label"
      disabled={checking}
      value={check.delimiter}
      onChange={(value) => onDelimiter(value as Delimiter)}
      data={check.delimiters.map(({ delimiter, tags }) => ({
        value: delimiter,
        label: (
          <>
            <Text span ff="monospace" size="sm">
              {DELIMITER_LOOKS[delimiter]}
            </Text>
            <Text size="xs" c="dimmed">
              {tags === 0 ? 'none found' : plural(tags, 'tag')}
            </Text>
          </>
        ),
      }))}
    />
  </div>
);

const SHOWN_FIELDS = 12;

const Found = ({ check }: { readonly check: TemplateCheck }) => {
  const fields = fieldsOf(check.inspection);
  if (fields.length === 0)
    return (
      <Alert color="yellow" variant="light" icon={<IconInfoCircle size={18} />} title="No tags were found">
        Every document will be the same as this file. In Word, write a tag where a value belongs, such as{' '}
        {DELIMITER_LOOKS[check.delimiter].replace('name', 'customer.name')}, then upload the file again.
      </Alert>
    );
  return (
    <Alert
      color="pine"
      variant="light"
      icon={<IconCircleCheck size={18} />}
      title={`No errors. The template takes ${plural(fields.length, 'field')}:`}
    >
      <Group gap={6}>
        {fields.slice(0, SHOWN_FIELDS).map((path) => (
          <Badge key={path} variant="default" fw={500} ff="monospace">
            {path}
          </Badge>
        ))}
        {fields.length > SHOWN_FIELDS && <Text size="sm">and {fields.length - SHOWN_FIELDS} more</Text>}
      </Group>
    </Alert>
  );
};

const fieldsOf = (inspection: Inspection | null): readonly string[] =>
  inspection?.fields.map(({ path }) => path) ?? [];
