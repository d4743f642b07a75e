/** The organization's settings and one's own: an address each, so that a link can name them. */
import type { ComponentType } from 'react';
import { Redirect, Route, Switch } from 'wouter';
import { Page } from '../../components/page.tsx';
import { SubNav } from '../../components/sub-nav.tsx';
import { useMay } from '../../session/session.ts';
import { AuditSettings } from './audit.tsx';
import { KeysSettings } from './keys.tsx';
import { LimitsSettings } from './limits.tsx';
import { MembersSettings } from './members.tsx';
import { OrganizationSettings } from './organization.tsx';
import { PreludeSettings } from './prelude.tsx';
import { ProfileSettings } from './profile.tsx';

const SECTIONS: readonly {
  readonly to: string;
  readonly name: string;
  readonly screen: ComponentType;
  readonly admin: boolean;
}[] = [
  { to: '/settings/keys', name: 'API keys', screen: KeysSettings, admin: true },
  { to: '/settings/members', name: 'Members', screen: MembersSettings, admin: true },
  { to: '/settings/organization', name: 'Organization', screen: OrganizationSettings, admin: true },
  { to: '/settings/audit', name: 'Audit log', screen: AuditSettings, admin: true },
  { to: '/settings/limits', name: 'Limits', screen: LimitsSettings, admin: false },
  { to: '/settings/prelude', name: 'Prelude', screen: PreludeSettings, admin: false },
  { to: '/settings/profile', name: 'Profile', screen: ProfileSettings, admin: false },
];

export const SettingsScreen = () => {
  const mayAdmin = useMay('admin');
  const sections = SECTIONS.filter(({ admin }) => mayAdmin || !admin);
  const [first] = sections;
  return (
    <Page title="Settings">
      <SubNav label="Settings" links={sections} />
      <Switch>
        {sections.map(({ to, screen }) => (
          <Route key={to} path={to} component={screen} />
        ))}
        {first !== undefined && (
          <Route>
            <Redirect to={first.to} replace />
          </Route>
        )}
      </Switch>
    </Page>
  );
};
