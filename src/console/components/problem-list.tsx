/** What is wrong with a template, or may be: each with its paragraph, the tag marked, and what to do about it. */
import { Badge, Code, Group, Paper, Stack, Text } from '@mantine/core';
import { IconBulb } from '@tabler/icons-react';
import type { Problem } from '../api/types.ts';
import classes from './problem-list.module.css';
import { Ticks } from './ticks.tsx';

interface Props {
  readonly problems?: readonly Problem[];
  /** What keeps nobody from storing it. */
  readonly warnings?: readonly Problem[];
}

export const ProblemList = ({ problems = [], warnings = [] }: Props) => (
  <Stack gap="sm" component="ol" className={classes['list']}>
    {[...problems, ...warnings].map((problem, index) => (
      <Paper
        component="li"
        // biome-ignore lint/suspicious/noArrayIndexKey: the list is drawn once, and two problems may be alike
        key={index}
        className={classes['problem']}
        data-warning={index >= problems.length || undefined}
      >
        <Group justify="space-between" gap="xs" align="flex-start" wrap="nowrap">
          <Text size="sm" fw={600}>
            {index >= problems.length && 'Warning: '}
            <Ticks text={problem.message} />
          </Text>
          {/* Beside the dialog that it stands in, which keeps the keyboard to itself. */}
          <Badge
            component="a"
            href={`/docs/errors#row-${problem.code}`}
            target="_blank"
            variant="light"
            color="gray"
            title="What this means"
            className={classes['code'] ?? ''}
          >
            {problem.code}
          </Badge>
        </Group>
        {problem.paragraph !== undefined && (
          <blockquote className={classes['paragraph']}>
            <Marked text={problem.paragraph.text} tag={problem.tag} />
            <Text size="xs" c="dimmed" mt={4}>
              {placeOf(problem)}
            </Text>
          </blockquote>
        )}
        {problem.paragraph === undefined && problem.tag !== undefined && <Code>{problem.tag}</Code>}
        {problem.hint !== undefined && (
          <Group gap={8} wrap="nowrap" align="flex-start" mt={8}>
            <IconBulb size={17} stroke={1.6} className={classes['bulb']} aria-hidden />
            <Text size="sm">
              <Ticks text={problem.hint} />
            </Text>
          </Group>
        )}
      </Paper>
    ))}
  </Stack>
);

const Marked = ({ text, tag }: { readonly text: string; readonly tag: string | undefined }) => {
  const at = tag === undefined || tag === '' ? -1 : text.indexOf(tag);
  if (at < 0 || tag === undefined) return <Text size="sm">{text}</Text>;
  return (
    <Text size="sm">
      {text.slice(0, at)}
      <mark className={classes['mark']}>{tag}</mark>
      {text.slice(at + tag.length)}
    </Text>
  );
};

const SHOWN_CHARACTERS = 60;

/** Word counts no paragraphs, but finds their words. */
export const quoted = (text: string): string =>
  `“${text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS).trimEnd()}…` : text}”`;

/** "Document · paragraph 3" */
export const placeOf = ({ part, paragraph, cell }: Problem): string =>
  [
    part === undefined ? undefined : part.charAt(0).toUpperCase() + part.slice(1),
    paragraph === undefined ? undefined : `paragraph ${paragraph.number}`,
    cell === undefined ? undefined : `row ${cell.row}, column ${cell.column}`,
  ]
    .filter((place) => place !== undefined)
    .join(' · ');
