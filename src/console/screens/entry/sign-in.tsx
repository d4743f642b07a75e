import { Alert, Button, Divider, Stack } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { Redirect, useLocation } from 'wouter';
import type { Session } from '../../api/types.ts';
import { safeNext } from '../../paths.ts';
import { CredentialsForm } from '../../session/credentials-form.tsx';
import { EntryCard } from './card.tsx';

/** What the identity provider, or our rules about it, said; the server sends these codes and no other. */
const REFUSALS: Readonly<Record<string, string>> = {
  not_invited:
    'Your address is not one that was invited. Ask an administrator for an invitation that names it.',
  email_unverified: 'The sign-in service has not verified your e-mail address, so it can’t be used here.',
  access_denied: 'The sign-in was cancelled.',
  failed: 'Signing in there did not work. Try again; if it keeps failing, tell whoever runs this server.',
};

const refusalOf = (search: string): string | undefined => {
  const code = new URLSearchParams(search).get('error');
  return code === null ? undefined : (REFUSALS[code] ?? REFUSALS['failed']);
};

export const SignInScreen = ({ session }: { readonly session: Session }) => {
  const [, navigate] = useLocation();
  const next = safeNext(window.location.search);
  const refusal = refusalOf(window.location.search);
  if (session.person !== null) return <Redirect to={next} replace />;
  return (
    <EntryCard title="Sign in" lead="To the templates, keys and documents of your organization.">
      <Stack>
        {session.setup && (
          <Alert color="yellow" icon={<IconInfoCircle size={18} />} title="Nobody owns this server yet">
            Open the one-time link that the server printed when it started: it makes you the first owner. It
            can also be had with <code>npm run -s platen -- admin owner-link</code>.
          </Alert>
        )}
        {refusal !== undefined && (
          <Alert color="red" icon={<IconInfoCircle size={18} />} title="Not signed in" role="alert">
            {refusal}
          </Alert>
        )}
        {session.signInWith.map(({ id, name, url }) => (
          <Button key={id} component="a" href={url} variant="default" size="md" fullWidth>
            Continue with {name}
          </Button>
        ))}
        {session.signInWith.length > 0 && <Divider label="or" />}
        <CredentialsForm onSignedIn={() => navigate(next, { replace: true })} />
      </Stack>
    </EntryCard>
  );
};
