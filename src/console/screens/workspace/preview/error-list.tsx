/** Why a document could not be made: each thing with its tag, its place in the template, and a way to its data. */
import { Alert, Anchor, Code, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { ApiError, sentenceOf } from '../../../api/errors.ts';
import type { Problem } from '../../../api/types.ts';
import { quoted } from '../../../components/problem-list.tsx';
import { Ticks } from '../../../components/ticks.tsx';
import { AboutCode } from '../../../help/about-code.tsx';
import classes from './preview-pane.module.css';

/** The first ones are worth reading; the rest usually follow from them. */
const SHOWN = 8;

interface Props {
  readonly error: unknown;
  /** The field that a problem is about; undefined where it is about none. */
  readonly pathOf: (problem: Problem) => string | undefined;
  readonly onJump: (path: string) => void;
}

export const ErrorList = ({ error, pathOf, onJump }: Props) => {
  const details = error instanceof ApiError ? error.details : [];
  return (
    <Alert
      className={classes['errors'] ?? ''}
      color="red"
      variant="light"
      role="alert"
      icon={<IconAlertTriangle size={18} />}
      // The sentence of the error is that of its first detail.
      title={details.length === 0 ? <Ticks text={sentenceOf(error)} /> : 'The document could not be made'}
    >
      {details.length > 0 && (
        <Stack gap={8}>
          {details.slice(0, SHOWN).map((problem, index) => (
            <ErrorItem
              // biome-ignore lint/suspicious/noArrayIndexKey: the same tag may stand in two paragraphs
              key={index}
              problem={problem}
              path={pathOf(problem)}
              onJump={onJump}
            />
          ))}
          {details.length > SHOWN && <Text size="sm">and {details.length - SHOWN} more</Text>}
        </Stack>
      )}
    </Alert>
  );
};

interface ItemProps {
  readonly problem: Problem;
  readonly path: string | undefined;
  readonly onJump: (path: string) => void;
}

const ErrorItem = ({ problem, path, onJump }: ItemProps) => {
  const { code, message, hint, tag, part, paragraph } = problem;
  return (
    <div>
      <Text size="sm">
        <Ticks text={hint === undefined ? message : `${message} ${hint}`} />
      </Text>
      <Text size="xs" c="dimmed" component="div">
        {tag !== undefined && <Code>{tag}</Code>}
        {part !== undefined && ` in the ${part}`}
        {paragraph !== undefined && `, paragraph ${paragraph.number}: ${quoted(paragraph.text)}`}
      </Text>
      <AboutCode code={code} />{' '}
      {path !== undefined && path !== '' && (
        <Anchor component="button" type="button" size="xs" onClick={() => onJump(path)}>
          Show {path} in the data
        </Anchor>
      )}
    </div>
  );
};
