/** What went wrong, where it went wrong: beside the button that was pressed. */
import { Alert, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { ApiError, isAborted, sentenceOf } from '../api/errors.ts';
import { Ticks } from './ticks.tsx';

export const Failure = ({ error }: { readonly error: unknown }) => {
  if (error === null || error === undefined || isAborted(error)) return null;
  return (
    <Alert color="red" variant="light" role="alert" icon={<IconAlertTriangle size={18} />}>
      <Ticks text={sentenceOf(error)} />
      {error instanceof ApiError && error.status >= 500 && error.requestId !== undefined && (
        <Text size="xs" c="dimmed" mt={4}>
          Request {error.requestId}
        </Text>
      )}
    </Alert>
  );
};
