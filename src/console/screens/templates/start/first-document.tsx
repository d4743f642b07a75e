/** After the first templates and before the first document: the next step, once. */
import { Button, Group, Paper, Text } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { Link } from 'wouter';
import type { Template } from '../../../api/types.ts';
import { templatePath } from '../../../paths.ts';
import classes from './first-document.module.css';

export const FirstDocument = ({ templates }: { readonly templates: readonly Template[] }) => {
  if (templates.some(({ usage }) => usage > 0)) return null;
  const first = templates.find(({ key }) => key === 'invoice') ?? templates[0];
  if (first === undefined) return null;
  return (
    <Paper className={classes['card']}>
      <Group justify="space-between" gap="sm">
        <div>
          <Text fw={600}>Make your first document</Text>
          <Text size="sm" c="dimmed">
            {first.name} comes with sample data: look at the preview, change a value, download the result.
          </Text>
        </div>
        <Button
          component={Link}
          href={templatePath(first.key)}
          rightSection={<IconArrowRight size={16} />}
          variant="filled"
        >
          Open {first.name}
        </Button>
      </Group>
    </Paper>
  );
};
