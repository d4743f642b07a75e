/** Why a document could not be made: each thing with its tag, its place in the template, and a way to its data. */
import { Alert, Anchor, Code, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { ApiError, sentenceOf } from '../../../api/errors.ts';
import type { Problem } from '../../../api/types.ts';
import classes from './preview-pane.module.css';

/** The first ones are worth reading; the rest usually follow from them. */
const SHOWN = 8;

export const ErrorList = ({
  error,
  onJump,
}: {
  readonly error: unknown;
  readonly onJump: (path: string) => void;
}) => {
  const details = error instanceof ApiError ? error.details : [];
  return (
    <Alert
      className={classes['errors'] ?? ''}
      color="red"
      variant="light"
      role="alert"
      icon={<IconAlertTriangle size={18} />}
      title={sentenceOf(error)}
    >
      {details.length > 0 && (
        <Stack gap={8} mt={4}>
          {details.slice(0, SHOWN).map((problem) => (
            <ErrorItem
              key={`${problem.message} ${problem.path} ${problem.tag}`}
              problem={problem}
              onJump={onJump}
            />
          ))}
          {details.length > SHOWN && <Text size="sm">and {details.length - SHOWN} more</Text>}
        </Stack>
      )}
    </Alert>
  );
};

const ErrorItem = ({
  problem,
  onJump,
}: {
  readonly problem: Problem;
  readonly onJump: (path: string) => void;
}) => {
  const { message, hint, tag, part, paragraph, path } = problem;
  return (
    <div>
      <Text size="sm">
        {message}
        {hint !== undefined && ` ${hint}`}
      </Text>
      <Text size="xs" c="dimmed">
        {tag !== undefined && <Code>{tag}</Code>}
        {part !== undefined && ` in the ${part}`}
        {paragraph !== undefined && `, paragraph ${paragraph.number}`}
        {path !== undefined && (
          <>
            {' · '}
            <Anchor component="button" type="button" size="xs" onClick={() => onJump(path)}>
              Show {path} in the data
            </Anchor>
          </>
        )}
      </Text>
    </div>
  );
};
