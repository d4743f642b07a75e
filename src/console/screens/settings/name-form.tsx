/** A name that is changed by itself: a person's, an organization's. */
import { Button, Group, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { Failure } from '../../components/failure.tsx';

interface Props {
  readonly label: string;
  readonly name: string;
  readonly autoComplete?: string;
  readonly change: {
    mutate(name: string): void;
    readonly isPending: boolean;
    readonly error: unknown;
  };
}

export const NameForm = ({ label, name, autoComplete = 'off', change }: Props) => {
  const [typed, setTyped] = useState(name);
  const next = typed.trim();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    change.mutate(next);
  };
  return (
    <form onSubmit={submit}>
      <Stack maw={420}>
        <TextInput
          label={label}
          autoComplete={autoComplete}
          required
          maxLength={200}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Failure error={change.error} />
        <Group>
          <Button type="submit" loading={change.isPending} disabled={next === '' || next === name}>
            Save name
          </Button>
        </Group>
      </Stack>
    </form>
  );
};
