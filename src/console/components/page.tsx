/** A screen's head and body, at the width that reads well. */
import { Group, Text, Title } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import classes from './page.module.css';

interface Props {
  readonly title: string;
  readonly lead?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

export const Page = ({ title, lead, actions, children }: Props) => {
  useDocumentTitle(title);
  return (
    <div className={classes['page']}>
      <Group justify="space-between" align="flex-start" mb="lg" gap="md">
        <div className={classes['head']}>
          <Title order={1}>{title}</Title>
          {lead !== undefined && (
            <Text c="dimmed" mt={4}>
              {lead}
            </Text>
          )}
        </div>
        {actions !== undefined && <Group gap="sm">{actions}</Group>}
      </Group>
      {children}
    </div>
  );
};

export const useDocumentTitle = (title: string): void => {
  useEffect(() => {
    document.title = `${title} · Platen`;
  }, [title]);
};
