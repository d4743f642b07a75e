/** On a phone one pane at a time. */
import { Tabs } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Mode } from '../use-jump.ts';
import classes from '../workspace.module.css';

export type PhoneTab = Mode | 'fields' | 'preview';

interface PhoneProps {
  readonly tab: PhoneTab;
  readonly onTab: (tab: PhoneTab) => void;
  readonly children: ReactNode;
}

const PHONE_TABS: readonly (readonly [PhoneTab, string])[] = [
  ['form', 'Form'],
  ['json', 'JSON'],
  ['preview', 'Preview'],
  ['fields', 'Fields'],
  ['code', 'Code'],
];

export const PhoneTabs = ({ tab, onTab, children }: PhoneProps) => (
  <Tabs
    value={tab}
    onChange={(value) => value !== null && onTab(value as PhoneTab)}
    className={classes['phone'] ?? ''}
  >
    <Tabs.List grow className={classes['phoneList'] ?? ''}>
      {PHONE_TABS.map(([value, label]) => (
        <Tabs.Tab key={value} value={value}>
          {label}
        </Tabs.Tab>
      ))}
    </Tabs.List>
    <Tabs.Panel value={tab} className={classes['phonePanel'] ?? ''}>
      {children}
    </Tabs.Panel>
  </Tabs>
);
