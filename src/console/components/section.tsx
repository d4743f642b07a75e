/** A part of a page: what it is on the left, the controls on the right. */
import { Group, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

interface Props {
  readonly title: string;
  readonly lead: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

export const Section = ({ title, lead, actions, children }: Props) => (
  <section>
    <Group justify="space-between" align="flex-start" mb="md" gap="sm">
      <div style={{ flex: '1 1 300px', maxWidth: 620 }}>
        <Title order={2}>{title}</Title>
        <Text c="dimmed" size="sm" mt={2}>
          {lead}
        </Text>
      </div>
      {actions}
    </Group>
    {children}
  </section>
);
