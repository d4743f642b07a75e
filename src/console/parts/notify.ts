import { notifications } from '@mantine/notifications';
import { isAborted, sentenceOf } from '../api/errors.ts';

export const notifyDone = (message: string): void => {
  notifications.show({ message, color: 'pine', withBorder: true });
};

/** For what has no place of its own on the page. */
export const notifyFailure = (error: unknown): void => {
  if (!isAborted(error)) notifyProblem(sentenceOf(error));
};

export const notifyProblem = (message: string): void => {
  notifications.show({ message, color: 'red', withBorder: true, autoClose: 10_000 });
};
