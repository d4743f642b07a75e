/** What is being made while nobody waits, and who is told about it. */
import { Button } from '@mantine/core';
import { IconTable } from '@tabler/icons-react';
import { Link, Redirect, Route, Switch, useLocation } from 'wouter';
import { Page } from '../../components/page.tsx';
import { SubNav } from '../../components/sub-nav.tsx';
import { useMay } from '../../session/session.ts';
import { JobsSection } from './jobs.tsx';
import { WebhooksSection } from './webhooks.tsx';

const JOBS = { to: '/activity/jobs', name: 'Jobs' };
const WEBHOOKS = { to: '/activity/webhooks', name: 'Webhooks' };

export const ActivityScreen = () => {
  const mayAdmin = useMay('admin');
  const [location] = useLocation();
  return (
    <Page
      title="Activity"
      lead="Batches and other jobs, and the programs that are told what has become of them."
      actions={
        location !== WEBHOOKS.to && (
          <Button component={Link} href="/batch" leftSection={<IconTable size={17} />}>
            New batch
          </Button>
        )
      }
    >
      {mayAdmin && <SubNav label="Activity" links={[JOBS, WEBHOOKS]} />}
      <Switch>
        <Route path={JOBS.to} component={JobsSection} />
        {mayAdmin && <Route path={WEBHOOKS.to} component={WebhooksSection} />}
        <Route>
          <Redirect to={JOBS.to} replace />
        </Route>
      </Switch>
    </Page>
  );
};
