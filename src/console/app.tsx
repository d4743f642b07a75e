/** Which screen an address shows. Each screen is a chunk of its own, so that the list loads without the editor. */
import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect } from 'react';
import { Redirect, Route, Switch, useLocation } from 'wouter';
import { sessionQuery } from './api/queries.ts';
import { LoadFailure } from './components/load-failure.tsx';
import { PageSkeleton } from './components/page-skeleton.tsx';
import { ScreenBoundary } from './components/screen-boundary.tsx';
import { loadScreen } from './load-screen.ts';
import { templateKeyFrom } from './paths.ts';
import { SessionContext } from './session/session.ts';
import { Shell } from './shell/shell.tsx';

const TemplatesScreen = loadScreen(
  async () => (await import('./screens/templates/templates.tsx')).TemplatesScreen,
);
const TemplateScreen = loadScreen(
  async () => (await import('./screens/workspace/template.tsx')).TemplateScreen,
);
const usage = async () => (await import('./screens/usage/usage.tsx')).UsageScreen;
const settings = async () => (await import('./screens/settings/settings.tsx')).SettingsScreen;
const activity = async () => (await import('./screens/activity/activity.tsx')).ActivityScreen;
const UsageScreen = loadScreen(usage);
const ActivityScreen = loadScreen(activity);
const BatchScreen = loadScreen(async () => (await import('./screens/batch/batch.tsx')).BatchScreen);
const SettingsScreen = loadScreen(settings);
const SignInScreen = loadScreen(async () => (await import('./screens/entry/sign-in.tsx')).SignInScreen);
const SetupScreen = loadScreen(async () => (await import('./screens/entry/setup.tsx')).SetupScreen);
const InvitationScreen = loadScreen(
  async () => (await import('./screens/entry/invitation.tsx')).InvitationScreen,
);
const NoOrganizationScreen = loadScreen(
  async () => (await import('./screens/entry/no-organization.tsx')).NoOrganizationScreen,
);
const DocsScreen = loadScreen(async () => (await import('./screens/docs/docs.tsx')).DocsScreen);
const PublicDocs = loadScreen(async () => (await import('./screens/docs/public-docs.tsx')).PublicDocs);
const NotFound = loadScreen(async () => (await import('./screens/not-found.tsx')).NotFound);

/** The other places of the menu are small: fetched while nobody waits, they open at once. */
const fetchAhead = (): void => {
  void Promise.allSettled([activity(), usage(), settings()]);
};

export const App = () => {
  const [location] = useLocation();
  const session = useQuery(sessionQuery);
  const signedIn = session.data?.person != null;
  useEffect(() => {
    if (!signedIn) return;
    const waiting = setTimeout(fetchAhead, 1500);
    return () => clearTimeout(waiting);
  }, [signedIn]);
  if (session.isPending) return null;
  if (session.data === undefined) return <LoadFailure error={session.error} retry={session.refetch} />;
  const { person, organization, ...rest } = session.data;
  const templateKey = templateKeyFrom(window.location.pathname, window.location.search);
  const here = location + window.location.search;

  return (
    <Suspense fallback={null}>
      <Switch>
        <Route path="/setup" component={SetupScreen} />
        <Route path="/invitation" component={InvitationScreen} />
        <Route path="/sign-in">
          <SignInScreen session={session.data} />
        </Route>
        <Route>
          {organization === null && /^\/docs(\/|$)/.test(location) ? (
            <PublicDocs />
          ) : person !== null && organization === null ? (
            <NoOrganizationScreen person={person} />
          ) : person === null || organization === null ? (
            <Redirect to={here === '/' ? '/sign-in' : `/sign-in?next=${encodeURIComponent(here)}`} replace />
          ) : (
            <SessionContext value={{ person, organization, ...rest }}>
              <Shell>
                <ScreenBoundary key={`${organization.id} ${location.split('/')[1]}`}>
                  <Suspense fallback={<PageSkeleton />}>
                    <Switch>
                      <Route path="/" component={TemplatesScreen} />
                      <Route path="/templates/*">
                        {templateKey === undefined ? (
                          <NotFound />
                        ) : (
                          <TemplateScreen key={templateKey} templateKey={templateKey} />
                        )}
                      </Route>
                      <Route path="/batch" component={BatchScreen} />
                      <Route path="/activity/*?" component={ActivityScreen} />
                      <Route path="/usage" component={UsageScreen} />
                      <Route path="/settings/*?" component={SettingsScreen} />
                      <Route path="/docs/*?" component={DocsScreen} />
                      <Route component={NotFound} />
                    </Switch>
                  </Suspense>
                </ScreenBoundary>
              </Shell>
            </SessionContext>
          )}
        </Route>
      </Switch>
    </Suspense>
  );
};
