import { Button, Group, Stack, Text } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { Link } from 'wouter';
import { templatePath } from '../../../paths.ts';
import type { Store } from './use-upload.ts';

interface Props {
  readonly stored: Store;
  readonly onClose: () => void;
}

export const StoredTemplate = ({ stored, onClose }: Props) => (
  <Stack align="center" gap="sm" py="md">
    <IconCircleCheck size={44} stroke={1.3} color="var(--mantine-color-pine-6)" aria-hidden />
    <Text fw={600} ta="center" role="status">
      {stored.name} is ready.
    </Text>
    <Text size="sm" c="dimmed" ta="center" maw={400}>
      Open it to see its fields, try it with sample data and look at the result.
    </Text>
    <Group mt="sm" gap="sm">
      <Button variant="default" onClick={onClose}>
        Done
      </Button>
      <Button component={Link} href={templatePath(stored.key)} data-autofocus>
        Open and try it
      </Button>
    </Group>
  </Stack>
);
