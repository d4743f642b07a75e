/** What is being made while nobody waits, and who is told about it. */
import { Button } from '@mantine/core';
import { IconTable } from '@tabler/icons-react';
import { Link, Redirect, Route, Switch, useLocation } from 'wouter';
import { Page } from '../../components/page.tsx';
import { SubNav } from '../../components/sub-nav.tsx';
import { useMay } from '../../session/session.ts';
import { CALLS_PATH } from '../calls/call-words.ts';
import { CallsSection } from '../calls/calls.tsx';
import { JobsSection } from './jobs.tsx';
import { WebhooksSection } from './webhooks.tsx';

const CALLS = { to: CALLS_PATH, name: 'Calls' };
const JOBS = { to: '/activity/jobs', name: 'Jobs' };
const WEBHOOKS = { to: '/activity/webhooks', name: 'Webhooks' };

export const ActivityScreen = () => {
  const mayAdmin = useMay('admin');
  const [location] = useLocation();
  return (
    <Page
      title="Activity"
      lead="Every call with what came of it, batches and other jobs, and the programs that are told about them."
      actions={
        location === JOBS.to && (
          <Button component={Link} href="/batch" leftSection={<IconTable size={17} />}>
            New batch
          </Button>
        )
      }
    >
      <SubNav label="Activity" links={mayAdmin ? [CALLS, JOBS, WEBHOOKS] : [CALLS, JOBS]} />
      <Switch>
        <Route path={CALLS.to} component={CallsSection} />
        <Route path={JOBS.to} component={JobsSection} />
        {mayAdmin && <Route path={WEBHOOKS.to} component={WebhooksSection} />}
        <Route>
          <Redirect to={JOBS.to} replace />
        </Route>
      </Switch>
    </Page>
  );
};
