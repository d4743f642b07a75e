/** Which labels point at a version: moved here, taken away, or made. */
import { Button, Group, Popover, Stack, Text, TextInput, UnstyledButton } from '@mantine/core';
import { IconTag, IconTagOff } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api } from '../../../api/client.ts';
import type { TemplateVersion } from '../../../api/version-types.ts';
import { Failure } from '../../../components/failure.tsx';
import { notifyDone } from '../../../components/notify.tsx';
import classes from '../templates.module.css';

interface Props {
  readonly templateKey: string;
  readonly version: TemplateVersion;
  readonly all: readonly TemplateVersion[];
}

/** Those that most have a use for. */
const USUAL = ['production', 'staging'];

export const LabelButton = ({ templateKey, version, all }: Props) => {
  const client = useQueryClient();
  const [name, setName] = useState('');
  const [isOpen, setIsOpen] = useState(false);
  const at = new Map(all.flatMap((one) => one.labels.map((label) => [label, one.version] as const)));
  const names = [...new Set([...USUAL, ...at.keys()])].sort();
  const move = useMutation({
    mutationFn: ([label, to]: readonly [string, number | null]) =>
      api.put('/template/labels', {
        templateKey,
        labels: { [label]: to },
        expected: { [label]: at.get(label) ?? null },
      }),
    onSuccess: (_answer, [label, to]) => {
      notifyDone(to === null ? `The label ${label} is gone.` : `${label} points at version ${to} now.`);
      setName('');
      setIsOpen(false);
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['templates', templateKey] }),
  });
  const add = (event: FormEvent): void => {
    event.preventDefault();
    if (name.trim() !== '') move.mutate([name.trim(), version.version]);
  };
  return (
    <Popover
      width={270}
      position="bottom-start"
      shadow="md"
      trapFocus
      returnFocus
      opened={isOpen}
      onChange={setIsOpen}
    >
      <Popover.Target>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconTag size={15} />}
          onClick={() => setIsOpen(!isOpen)}
          aria-label={`Labels of version ${version.version}`}
        >
          Labels
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap={6}>
          <Text size="sm" c="dimmed">
            Programs ask for a label instead of a number, and get what it points at.
          </Text>
          {names.map((label) => {
            const isHere = at.get(label) === version.version;
            const Icon = isHere ? IconTagOff : IconTag;
            return (
              <UnstyledButton
                key={label}
                className={classes['label'] ?? ''}
                disabled={move.isPending}
                // Escape closes this alone, not the drawer under it.
                data-mantine-stop-propagation
                onClick={() => move.mutate([label, isHere ? null : version.version])}
              >
                <Group gap={8} wrap="nowrap">
                  <Icon size={15} stroke={1.7} aria-hidden />
                  <Text size="sm">
                    {isHere ? `Take ${label} away` : `Point ${label} here`}
                    {!isHere && at.has(label) && (
                      <Text span size="sm" c="dimmed">
                        {' '}
                        (now at version {at.get(label)})
                      </Text>
                    )}
                  </Text>
                </Group>
              </UnstyledButton>
            );
          })}
          <form onSubmit={add}>
            <Group gap={6} wrap="nowrap" align="end">
              <TextInput
                size="xs"
                label="Another label"
                maxLength={50}
                data-mantine-stop-propagation
                value={name}
                onChange={(event) => setName(event.currentTarget.value)}
              />
              <Button size="xs" type="submit" variant="light" disabled={name.trim() === ''}>
                Add
              </Button>
            </Group>
          </form>
          <Failure error={move.error} />
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
};
