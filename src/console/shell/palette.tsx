/** Ctrl/⌘ K: to any template and any place, from the keyboard. */

import { DOCS } from 'virtual:docs';
import { createSpotlight, Spotlight, type SpotlightActionData } from '@mantine/spotlight';
import {
  IconActivity,
  IconBook2,
  IconBuilding,
  IconChartBar,
  IconFileText,
  IconFileUpload,
  IconHistory,
  IconKey,
  IconListSearch,
  IconSearch,
  IconTable,
  IconUser,
  IconUsers,
  IconWebhook,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { useLocation } from 'wouter';
import { templatesQuery } from '../api/queries.ts';
import { templatePath } from '../paths.ts';

const [store, palette] = createSpotlight();
export const openPalette = (): void => palette.open();

const PLACES: readonly [string, string, ComponentType<{ size: number; stroke: number }>][] = [
  ['Templates', '/', IconFileText],
  ['Upload a template', '/?upload', IconFileUpload],
  ['Batch from a spreadsheet', '/batch', IconTable],
  ['Log of calls', '/activity/calls', IconListSearch],
  ['Jobs', '/activity/jobs', IconActivity],
  ['Webhooks and deliveries', '/activity/webhooks', IconWebhook],
  ['Usage and credit', '/usage', IconChartBar],
  ['API keys', '/settings/keys', IconKey],
  ['Members', '/settings/members', IconUsers],
  ['Organization', '/settings/organization', IconBuilding],
  ['Audit log', '/settings/audit', IconHistory],
  ['Profile and password', '/settings/profile', IconUser],
  ['Documentation', '/docs', IconBook2],
  ['API reference', '/docs/reference', IconBook2],
];

export const Palette = () => {
  const [, navigate] = useLocation();
  const templates = useQuery(templatesQuery);
  const actions: SpotlightActionData[] = PLACES.map(([label, to, Icon]) => ({
    id: to,
    label,
    onClick: () => navigate(to),
    leftSection: <Icon size={18} stroke={1.6} />,
  }));
  const found: SpotlightActionData[] = (templates.data ?? []).map(({ key, name }) => ({
    id: `template ${key}`,
    label: name,
    description: key,
    onClick: () => navigate(templatePath(key)),
    leftSection: <IconFileText size={18} stroke={1.6} />,
  }));
  const pages: SpotlightActionData[] = DOCS.map(({ name, title, group }) => ({
    id: `docs ${name}`,
    label: title,
    description: group,
    onClick: () => navigate(`/docs/${name}`),
    leftSection: <IconBook2 size={18} stroke={1.6} />,
  }));
  return (
    <Spotlight
      store={store}
      actions={[
        { group: 'Go to', actions },
        { group: 'Templates', actions: found },
        { group: 'Documentation', actions: pages },
      ]}
      attributes={{ content: { 'aria-label': 'Find anything' } }}
      shortcut="mod + K"
      highlightQuery
      scrollable
      maxHeight={420}
      limit={12}
      nothingFound="Nothing found"
      searchProps={{
        leftSection: <IconSearch size={18} stroke={1.6} />,
        placeholder: 'A template, a page…',
        'aria-label': 'Find anything',
      }}
    />
  );
};
