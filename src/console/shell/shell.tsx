/** The frame around every screen: a side bar on a desk, a top bar and tabs at the bottom on a phone. */
import { ActionIcon, Group, Kbd, Text, Tooltip, UnstyledButton } from '@mantine/core';
import { IconActivity, IconChartBar, IconFileText, IconSearch, IconSettings } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { Link, useLocation } from 'wouter';
import { sessionQuery } from '../api/queries.ts';
import { isMac } from '../components/use-key.ts';
import { onOtherTab } from '../session/other-tabs.ts';
import { Brand } from './brand.tsx';
import { OrganizationMenu } from './organization-menu.tsx';
import { openPalette, Palette } from './palette.tsx';
import { PersonMenu } from './person-menu.tsx';
import classes from './shell.module.css';
import { Shortcuts } from './shortcuts.tsx';

const PLACES = [
  {
    to: '/',
    name: 'Templates',
    icon: IconFileText,
    within: (path: string) => path === '/' || path.startsWith('/templates'),
  },
  {
    to: '/activity',
    name: 'Activity',
    icon: IconActivity,
    within: (path: string) => path.startsWith('/activity') || path === '/batch',
  },
  { to: '/usage', name: 'Usage', icon: IconChartBar, within: (path: string) => path.startsWith('/usage') },
  {
    to: '/settings',
    name: 'Settings',
    icon: IconSettings,
    within: (path: string) => path.startsWith('/settings'),
  },
] as const;

export const Shell = ({ children }: { readonly children: ReactNode }) => {
  const [location] = useLocation();
  const client = useQueryClient();
  useEffect(
    () => onOtherTab(() => void client.invalidateQueries({ queryKey: sessionQuery.queryKey })),
    [client],
  );

  const links = PLACES.map(({ to, name, icon: Icon, within }) => (
    <Link key={to} href={to} className={classes['link']} aria-current={within(location) ? 'page' : undefined}>
      <Icon size={19} stroke={1.6} aria-hidden />
      <span>{name}</span>
    </Link>
  ));

  return (
    <div className={classes['frame']}>
      <a className="skip-link" href="#content">
        Skip to the content
      </a>
      <header className={classes['bar']}>
        <Brand />
        <div className={classes['organization']}>
          <OrganizationMenu />
        </div>
        <Tooltip label="Search and commands">
          <ActionIcon
            className={classes['phoneOnly']}
            variant="subtle"
            color="gray"
            size="lg"
            aria-label="Search and commands"
            onClick={openPalette}
          >
            <IconSearch size={19} stroke={1.6} />
          </ActionIcon>
        </Tooltip>
        <UnstyledButton className={classes['search']} onClick={openPalette}>
          <Group gap={8} wrap="nowrap">
            <IconSearch size={16} stroke={1.6} aria-hidden />
            <Text size="sm">Find anything</Text>
          </Group>
          <Kbd size="xs">{isMac ? '⌘ K' : 'Ctrl K'}</Kbd>
        </UnstyledButton>
        <nav className={classes['links']} aria-label="Main">
          {links}
        </nav>
        <PersonMenu />
      </header>
      <main id="content" className={classes['content']} tabIndex={-1}>
        {children}
      </main>
      <nav className={classes['tabs']} aria-label="Main, at the bottom">
        {links}
      </nav>
      <Palette />
      <Shortcuts />
    </div>
  );
};
