import { Alert, Button, Divider, Stack } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { Redirect, useLocation } from 'wouter';
import type { Session } from '../../api/types.ts';
import { safeNext } from '../../paths.ts';
import { CredentialsForm } from '../../session/credentials-form.tsx';
import { EntryCard } from './card.tsx';

export const SignInScreen = ({ session }: { readonly session: Session }) => {
  const [, navigate] = useLocation();
  const next = safeNext(window.location.search);
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
