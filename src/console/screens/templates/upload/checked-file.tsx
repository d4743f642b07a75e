/** What the check found: the fields, or everything that is wrong; name, key and delimiter before it is stored. */
import { Alert, Badge, Button, Group, SegmentedControl, Stack, Switch, Text, TextInput } from '@mantine/core';
import { IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { ApiError } from '../../../api/errors.ts';
import type { Delimiter, Template, TemplateCheck } from '../../../api/types.ts';
import { DELIMITER_LOOKS } from '../../../components/delimiters.ts';
import { Failure } from '../../../components/failure.tsx';
import { formatBytes, plural } from '../../../components/format.ts';
import { ProblemList } from '../../../components/problem-list.tsx';
import classes from './checked-file.module.css';
import { ChooseFile } from './choose-file.tsx';
import { freeKey, keyFrom, nameFrom, normalKey } from './file-check.ts';
import { Sending } from './sending.tsx';
import { type Check, type Store, useStore } from './use-upload.ts';

interface Props {
  readonly checked: Check;
  readonly check: TemplateCheck;
  readonly checking: boolean;
  readonly replacing: Template | undefined;
  readonly templates: readonly Template[];
  readonly onCheck: (again: Check) => void;
  readonly onChoose: (files: readonly File[]) => void;
  readonly onStored: (stored: Store) => void;
}

export const CheckedFile = ({ checked, check, checking, replacing, templates, ...on }: Props) => {
  const { file, hasControls = false } = checked;
  const { delimiter, problems, warnings } = check;
  const isForeign = problems.length > 0 && problems.every(({ code }) => code === 'foreign_tags');
  return (
    <Stack>
      <Group justify="space-between" wrap="nowrap" gap="sm">
        <Text size="sm" fw={600} truncate>
          {file.name}
        </Text>
        <Text size="sm" c="dimmed" flex="none">
          {formatBytes(file.size)}
        </Text>
      </Group>
      <DelimiterChoice
        check={check}
        checking={checking}
        onDelimiter={(other) => on.onCheck({ file, delimiter: other, hasControls })}
      />
      <Switch
        label="Fill controls by their names"
        description="Content controls and form fields of Word then need no tags: one called city shows the field city."
        disabled={checking}
        checked={hasControls}
        onChange={(event) => on.onCheck({ ...checked, delimiter, hasControls: event.currentTarget.checked })}
      />
      {problems.length > 0 ? (
        <>
          <Text role="alert" fw={600}>
            {plural(problems.length, 'thing')} to put right in Word. Nothing was stored.
          </Text>
          <ProblemList problems={problems} warnings={warnings} />
          <ChooseFile onFiles={on.onChoose} again />
          {isForeign && (
            <Group justify="flex-end">
              <Button
                variant="default"
                loading={checking}
                onClick={() => on.onCheck({ ...checked, delimiter, isStatic: true })}
              >
                The text is meant as it is
              </Button>
            </Group>
          )}
        </>
      ) : (
        <>
          <Found check={check} />
          {warnings.length > 0 && (
            <>
              <Text fw={600}>
                {plural(warnings.length, 'thing')} to look at. The file can be stored as it is.
              </Text>
              <ProblemList warnings={warnings} />
            </>
          )}
          <StoreForm
            checked={{ ...checked, delimiter }}
            checking={checking}
            replacing={replacing}
            templates={templates}
            onStored={on.onStored}
          />
        </>
      )}
    </Stack>
  );
};

interface FormProps extends Pick<Props, 'checking' | 'replacing' | 'templates' | 'onStored'> {
  readonly checked: Check & { readonly delimiter: Delimiter };
}

/** A file becomes a template of its own; that it covers another one has to be asked for. */
const StoreForm = ({ checked, checking, replacing, templates, onStored }: FormProps) => {
  const { file, delimiter, isStatic = false, hasControls = false } = checked;
  const [name, setName] = useState(nameFrom(file));
  const [typedKey, setKey] = useState<string>();
  const [covering, setCovering] = useState<Template>();
  const store = useStore();
  const own = keyFrom(name);
  const key = typedKey ?? freeKey(own, new Set(templates.map((template) => template.key)));
  const owner = templates.find((template) => template.key === normalKey(typedKey ?? own));
  const target = replacing ?? covering;
  const isTaken = target === undefined && typedKey !== undefined && owner !== undefined;
  const conflict = store.error instanceof ApiError && store.error.code === 'version_conflict';

  const save = (how: { readonly anyway?: boolean; readonly atOnce?: boolean } = {}) => {
    // Whoever insists wants what they have asked for.
    const isDraft =
      target !== undefined && (how.anyway === true ? store.variables?.isDraft === true : how.atOnce !== true);
    const wanted: Store = {
      file,
      key: target?.key ?? key.trim(),
      name: target?.name ?? name.trim(),
      delimiter,
      isStatic,
      hasControls,
      replacing: target,
      anyway: how.anyway ?? false,
      isDraft,
    };
    store.mutate(wanted, { onSuccess: () => onStored(wanted) });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save();
  };

  return (
    <form onSubmit={submit}>
      <Stack>
        {target === undefined && (
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
              error={isTaken ? `This key belongs to ${owner.name}.` : undefined}
              onChange={(event) => setKey(event.currentTarget.value)}
            />
          </>
        )}
        {target === undefined && owner !== undefined && (
          <Alert color="yellow" variant="light" icon={<IconInfoCircle size={18} />}>
            <Text size="sm" mb="xs">
              {isTaken
                ? `The key “${owner.key}” belongs to ${owner.name} already. Type another one for a template of its own.`
                : `There is a template with the key “${owner.key}” already: ${owner.name}. This file becomes another one, “${key}”.`}
            </Text>
            <Button size="xs" variant="default" onClick={() => setCovering(owner)}>
              Make it {versionOf(owner)} of {owner.name} instead
            </Button>
          </Alert>
        )}
        {target !== undefined && (
          <Alert color="yellow" variant="light" icon={<IconInfoCircle size={18} />}>
            <Text size="sm">
              This file becomes the draft of {versionOf(target)} of {target.name}. Nothing that is in use
              changes until you have seen what would, and publish it.
              {target.draft != null && ' The draft that waits there is replaced.'}
            </Text>
            {replacing === undefined && (
              <Button size="xs" variant="default" mt="xs" onClick={() => setCovering(undefined)}>
                Make a template of its own instead
              </Button>
            )}
          </Alert>
        )}
        {store.isPending && <Sending sent={store.sent} what="Storing…" />}
        <Failure error={store.error} />
        <Group justify="flex-end" gap="sm">
          {conflict && (
            <Button variant="default" onClick={() => save({ anyway: true })}>
              Replace anyway
            </Button>
          )}
          {target !== undefined && !conflict && (
            <Button
              variant="default"
              disabled={checking || store.isPending}
              onClick={() => save({ atOnce: true })}
            >
              Store as {versionOf(target)} at once
            </Button>
          )}
          <Button
            type="submit"
            loading={store.isPending}
            disabled={checking || conflict || isTaken || key.trim() === '' || name.trim() === ''}
          >
            {target === undefined ? 'Store template' : 'Save as draft'}
          </Button>
        </Group>
      </Stack>
    </form>
  );
};

const versionOf = ({ version }: Template): string =>
  version === undefined ? 'the next version' : `version ${version + 1}`;

const DelimiterChoice = ({
  check,
  checking,
  onDelimiter,
}: Pick<Props, 'check' | 'checking'> & { readonly onDelimiter: (delimiter: Delimiter) => void }) => (
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
      data={check.delimiters.map(({ delimiter, tags, problems }) => ({
        value: delimiter,
        label: (
          <>
            <Text span ff="monospace" size="sm">
              {DELIMITER_LOOKS[delimiter]}
            </Text>
            <Text size="xs" c="dimmed">
              {foundWith(tags, problems)}
            </Text>
          </>
        ),
      }))}
    />
  </div>
);

/** Tags that are wrong are not counted among the tags; they were found all the same. */
const foundWith = (tags: number, problems: number): string => {
  if (tags > 0) return plural(tags, 'tag');
  return problems > 0 ? plural(problems, 'error') : 'none found';
};

const SHOWN_FIELDS = 12;

const Found = ({ check: { inspection, warnings } }: Pick<Props, 'check'>) => {
  const fields = inspection?.fields.map(({ path }) => path) ?? [];
  // That there is no tag is one of the warnings, with what to do about it.
  if (fields.length === 0 && warnings.length > 0) return null;
  return (
    <Alert
      color="pine"
      variant="light"
      icon={<IconCircleCheck size={18} />}
      title={
        fields.length === 0
          ? 'No errors. The template takes no data.'
          : `No errors. The template takes ${plural(fields.length, 'field')}:`
      }
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
