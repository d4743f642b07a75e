import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { isAborted, sentenceOf } from '../api/errors.ts';
import { Ticks } from './ticks.tsx';

export const notifyDone = (message: string): void => {
  notifications.show({ message, color: 'pine', withBorder: true });
};

/** With a way back, for as long as it leads to where one was: whoever changes something else hides it. */
export const notifyUndoable = (message: string, undo: () => void): (() => void) => {
  const hide = (): void => void notifications.hide(id);
  const id = notifications.show({
    color: 'pine',
    withBorder: true,
    autoClose: 15_000,
    message: (
      <Group justify="space-between" gap="sm" wrap="nowrap">
        {message}
        <Button
          size="compact-sm"
          variant="default"
          flex="none"
          onClick={() => {
            hide();
            undo();
          }}
        >
          Undo
        </Button>
      </Group>
    ),
  });
  return hide;
};

/** For what has no place of its own on the page. */
export const notifyFailure = (error: unknown): void => {
  if (!isAborted(error)) notifyProblem(sentenceOf(error));
};

export const notifyProblem = (message: string): void => {
  notifications.show({
    message: <Ticks text={message} />,
    color: 'red',
    withBorder: true,
    autoClose: 10_000,
  });
};
