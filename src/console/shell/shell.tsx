/** The frame around every screen: a side bar on a desk, a top bar and tabs at the bottom on a phone. */
import { ActionIcon, Group, Kbd, Text, Tooltip, UnstyledButton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import {
  IconActivity,
  IconBook2,
  IconChartBar,
  IconFileText,
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconSearch,
  IconSettings,
} from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { Link, useLocation } from 'wouter';
import { sessionQuery } from '../api/queries.ts';
import { useFolds } from '../components/use-folds.ts';
import { isMac, useKey } from '../components/use-key.ts';
import { Help } from '../help/help.tsx';
import { templateKeyFrom } from '../paths.ts';
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
  { to: '/docs', name: 'Help', icon: IconBook2, within: (path: string) => path.startsWith('/docs') },
] as const;

export const Shell = ({ children }: { readonly children: ReactNode }) => {
  const [location] = useLocation();
  const client = useQueryClient();
  useEffect(
    () => onOtherTab(() => void client.invalidateQueries({ queryKey: sessionQuery.queryKey })),
    [client],
  );

  const { isFolded, toggle } = useFoldedBar(location);

  const links = PLACES.map(({ to, name, icon: Icon, within }) => (
    <Tooltip key={to} label={name} position="right" disabled={!isFolded}>
      <Link href={to} className={classes['link']} aria-current={within(location) ? 'page' : undefined}>
        <Icon size={19} stroke={1.6} aria-hidden />
        <span>{name}</span>
      </Link>
    </Tooltip>
  ));

  return (
    <div className={classes['frame']} data-folded={isFolded || undefined}>
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
        <UnstyledButton
          className={classes['search']}
          onClick={openPalette}
          {...(isFolded && { 'aria-label': 'Find anything', title: 'Find anything' })}
        >
          <Group gap={8} wrap="nowrap">
            <IconSearch size={16} stroke={1.6} aria-hidden />
            <Text size="sm">Find anything</Text>
          </Group>
          <Kbd size="xs">{isMac ? '⌘ K' : 'Ctrl K'}</Kbd>
        </UnstyledButton>
        <nav className={classes['links']} aria-label="Main">
          {links}
        </nav>
        <FoldButton isFolded={isFolded} onClick={toggle} />
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
      <Help />
    </div>
  );
};

/** Beside a document its pages need the room: there the bar is folded until somebody says otherwise, which then counts everywhere. */
const useFoldedBar = (location: string): { readonly isFolded: boolean; toggle(): void } => {
  const isWide = useMediaQuery('(min-width: 110em)', false, { getInitialValueInEffect: false });
  const isOnTemplate = templateKeyFrom(location, window.location.search) !== undefined;
  const folds = useFolds();
  const isFolded = folds.isFolded('navigation', isOnTemplate && !isWide);
  const toggle = (): void => folds.set('navigation', !isFolded);
  useKey('m', toggle);
  return { isFolded, toggle };
};

const FoldButton = ({ isFolded, onClick }: { readonly isFolded: boolean; readonly onClick: () => void }) => {
  const Icon = isFolded ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse;
  const label = isFolded ? 'Unfold the menu (M)' : 'Fold the menu (M)';
  return (
    <Tooltip label={label} position="right">
      <UnstyledButton
        className={`${classes['link']} ${classes['fold']}`}
        aria-label={label}
        aria-expanded={!isFolded}
        onClick={onClick}
      >
        <Icon size={19} stroke={1.6} aria-hidden />
        <span>Fold the menu</span>
      </UnstyledButton>
    </Tooltip>
  );
};
