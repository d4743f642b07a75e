/** A question before something of consequence: says what will happen, and names the button after it. */
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Failure } from './failure.tsx';

interface Props {
  readonly opened: boolean;
  readonly title: string;
  readonly children: ReactNode;
  readonly action: string;
  /** What is asked for can be undone. */
  readonly isMild?: boolean;
  readonly pending: boolean;
  readonly error: unknown;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

export const Confirm = ({
  opened,
  title,
  children,
  action,
  isMild = false,
  pending,
  error,
  onConfirm,
  onClose,
}: Props) => (
  <Modal opened={opened} onClose={onClose} title={title}>
    <Stack>
      <Text size="sm" component="div">
        {children}
      </Text>
      <Failure error={error} />
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onClose} data-autofocus>
          {isMild ? 'Cancel' : 'Keep it'}
        </Button>
        <Button {...(!isMild && { color: 'red' })} loading={pending} onClick={onConfirm}>
          {action}
        </Button>
      </Group>
    </Stack>
  </Modal>
);
