/** The page before the sign-in: one card, the brand, nothing else. */
import { Paper, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useDocumentTitle } from '../../components/page.tsx';
import { Brand } from '../../shell/brand.tsx';
import classes from './card.module.css';

interface Props {
  readonly title: string;
  readonly lead?: ReactNode;
  readonly children?: ReactNode;
}

export const EntryCard = ({ title, lead, children }: Props) => {
  useDocumentTitle(title);
  return (
    <main className={classes['canvas']}>
      <div className={classes['column']}>
        <Brand withName />
        <Paper className={classes['card']} radius="lg">
          <Title order={1}>{title}</Title>
          {lead !== undefined && (
            <Text c="dimmed" size="sm" mt={6} mb="lg">
              {lead}
            </Text>
          )}
          {children}
        </Paper>
        <Text size="xs" c="dimmed" ta="center">
          Word templates and JSON in, finished documents out.
        </Text>
      </div>
    </main>
  );
};
