/** Quietly says that the server is away; requests wait meanwhile and go on by themselves. */
import { Loader, Paper, Portal, Text } from '@mantine/core';
import { onlineManager } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import classes from './connection-banner.module.css';

export const ConnectionBanner = () => {
  const online = useSyncExternalStore(
    (listener) => onlineManager.subscribe(listener),
    () => onlineManager.isOnline(),
  );
  return (
    <div role="status">
      {!online && (
        <Portal>
          <Paper className={classes['banner']} shadow="md" radius="xl">
            <Loader size={14} color="yellow" aria-hidden />
            <Text size="sm">The server can't be reached. Trying again…</Text>
          </Paper>
        </Portal>
      )}
    </div>
  );
};
