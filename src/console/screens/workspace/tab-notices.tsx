/** What a person has to know about this tab: another one edits the same, or what is typed can't be kept. */
import { Alert, Button, Group } from '@mantine/core';
import { IconCopy, IconDeviceFloppy, type TablerIcon } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import type { SaveResult } from './data/draft.ts';
import type { OtherTabs } from './data/other-tabs.ts';
import classes from './workspace.module.css';

interface Props {
  readonly tabs: OtherTabs;
  readonly saved: SaveResult | undefined;
  readonly onLoad: () => void;
}

export const TabNotices = ({ tabs, saved, onLoad }: Props) => (
  <>
    {tabs.hasChanged ? (
      <Notice key="changed" Icon={IconCopy} isAnswered>
        <Group justify="space-between" gap="xs">
          <span>The data of this template was changed in another tab.</span>
          <Group gap="xs">
            <Button size="compact-sm" variant="default" onClick={tabs.forget}>
              Keep what is here
            </Button>
            <Button size="compact-sm" onClick={onLoad}>
              Take over the changes
            </Button>
          </Group>
        </Group>
      </Notice>
    ) : (
      tabs.isShared && (
        <Notice key="shared" Icon={IconCopy}>
          This template is open in another tab as well. Both keep one draft: a change there can be taken over
          here, and the last one is kept.
        </Notice>
      )
    )}
    {(saved === 'too-large' || saved === 'no-room') && (
      <Notice key={saved} Icon={IconDeviceFloppy}>
        {saved === 'too-large'
          ? 'The data is too large to be kept in this browser (2 million characters). It is lost when the page is closed: keep a copy in a file.'
          : 'This browser has no room to keep what you type. It is lost when the page is closed: keep a copy in a file.'}
      </Notice>
    )}
  </>
);

interface NoticeProps {
  readonly Icon: TablerIcon;
  /** By buttons of its own. */
  readonly isAnswered?: boolean;
  readonly children: ReactNode;
}

/** Once it was read it need not take the pages' room for as long as it is true. */
const Notice = ({ Icon, isAnswered = false, children }: NoticeProps) => {
  const [isRead, setIsRead] = useState(false);
  if (isRead) return null;
  return (
    <Alert
      className={classes['told'] ?? ''}
      color="yellow"
      variant="light"
      role="alert"
      icon={<Icon size={17} />}
      withCloseButton={!isAnswered}
      closeButtonLabel="Close this notice"
      onClose={() => setIsRead(true)}
    >
      {children}
    </Alert>
  );
};
