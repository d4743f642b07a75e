/** E-mail and password, the same on the sign-in page and in the dialog that follows an expired session. */
import { Alert, Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { sentenceOf } from '../api/errors.ts';
import type { Session } from '../api/types.ts';
import { useSignIn } from './use-sign-in.ts';

interface Props {
  readonly email?: string;
  readonly onSignedIn: (session: Session) => void;
}

export const CredentialsForm = ({ email: known = '', onSignedIn }: Props) => {
  const [email, setEmail] = useState(known);
  const [password, setPassword] = useState('');
  const signIn = useSignIn();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    signIn.mutate({ email: email.trim(), password }, { onSuccess: onSignedIn });
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        {signIn.error !== null && (
          <Alert color="red" role="alert" variant="light">
            {sentenceOf(signIn.error)}
          </Alert>
        )}
        <TextInput
          label="E-mail"
          type="email"
          autoComplete="username"
          required
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
          data-autofocus={known === '' || undefined}
        />
        <PasswordInput
          label="Password"
          autoComplete="current-password"
          required
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          data-autofocus={known !== '' || undefined}
        />
        <Button type="submit" loading={signIn.isPending} fullWidth size="md">
          Sign in
        </Button>
      </Stack>
    </form>
  );
};
