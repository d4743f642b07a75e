/** Name, e-mail and a password of one's own: for the first owner and for whoever accepts an invitation. */
import { Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { Failure } from '../../components/failure.tsx';
import { PASSWORD_LENGTH } from '../../session/session.ts';

export interface NewPerson {
  readonly name: string;
  readonly email: string;
  readonly password: string;
}

interface Props {
  /** Where the invitation is for one address alone. */
  readonly email?: string | null;
  readonly action: string;
  readonly pending: boolean;
  readonly error: unknown;
  readonly onSubmit: (person: NewPerson) => void;
}

export const NewPersonForm = ({ email: fixed = null, action, pending, error, onSubmit }: Props) => {
  const [name, setName] = useState('');
  const [email, setEmail] = useState(fixed ?? '');
  const [password, setPassword] = useState('');
  const short = password.length > 0 && password.length < PASSWORD_LENGTH;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (password.length >= PASSWORD_LENGTH) onSubmit({ name: name.trim(), email: email.trim(), password });
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <TextInput
          label="Your name"
          autoComplete="name"
          required
          maxLength={200}
          data-autofocus
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <TextInput
          label="E-mail"
          type="email"
          autoComplete="username"
          required
          readOnly={fixed !== null}
          description={fixed === null ? undefined : 'The invitation is for this address.'}
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <PasswordInput
          label="Password"
          autoComplete="new-password"
          required
          description={`At least ${PASSWORD_LENGTH} characters; a few words are easier to remember than symbols.`}
          error={short ? `${PASSWORD_LENGTH - password.length} more to go` : undefined}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <Failure error={error} />
        <Button type="submit" size="md" fullWidth loading={pending}>
          {action}
        </Button>
      </Stack>
    </form>
  );
};

/** The secret of a one-time link: after the `#`, so that no server, proxy or log ever sees it. */
export const tokenOfLink = (): string =>
  new URLSearchParams(window.location.hash.slice(1)).get('token') ?? '';
