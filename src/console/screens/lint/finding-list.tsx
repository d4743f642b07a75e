/** What was found, by the data that it shows with; one line for what is the same on several pages. */
import { Button, Group, Progress, Stack, Text, UnstyledButton } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import type { LintedSet, LintFinding } from '../../api/version-types.ts';
import { Failure } from '../../components/failure.tsx';
import { plural } from '../../components/format.ts';
import classes from './lint.module.css';
import { ruleOf, setOf, titled } from './lint-words.ts';
import type { Linting } from './use-lint.ts';

interface Props {
  readonly findings: readonly LintFinding[];
  readonly sets: readonly LintedSet[];
  readonly chosen: LintFinding | undefined;
  readonly onChoose: (finding: LintFinding) => void;
}

/** Pages of one line that can be gone to by themselves. */
const MOST_PAGES = 8;

export const FindingList = ({ findings, sets, chosen, onChoose }: Props) => {
  const bySet = Map.groupBy(findings, ({ data }) => data);
  return (
    <Stack gap="md">
      {sets
        .filter(({ name, error }) => error !== null || bySet.has(name))
        .map(({ name, pages, error }) => (
          <section key={name} aria-label={`With ${setOf(name)}`}>
            <Text size="sm" fw={600} mb={6}>
              With {setOf(name)}
              {pages !== null && (
                <Text span size="xs" c="dimmed">
                  {' '}
                  · {plural(pages, 'page')}
                </Text>
              )}
            </Text>
            {error !== null && (
              <Text size="sm" c="dimmed">
                No document can be made with it, so no page was looked at: {error}
              </Text>
            )}
            <ul className={classes['list']}>
              {[...Map.groupBy(bySet.get(name) ?? [], ({ rule, message }) => rule + message).values()].map(
                (alike) => (
                  <Found key={alike[0]?.message} alike={alike} chosen={chosen} onChoose={onChoose} />
                ),
              )}
            </ul>
          </section>
        ))}
    </Stack>
  );
};

const Found = ({
  alike,
  chosen,
  onChoose,
}: Pick<Props, 'chosen' | 'onChoose'> & { readonly alike: readonly LintFinding[] }) => {
  const [first] = alike;
  if (first === undefined) return null;
  const pages = [...Map.groupBy(alike, ({ page }) => page).values()].map(([one]) => one as LintFinding);
  return (
    <li data-chosen={(chosen !== undefined && alike.includes(chosen)) || undefined}>
      <UnstyledButton className={classes['found'] ?? ''} onClick={() => onChoose(first)}>
        <Text size="sm" fw={600}>
          {ruleOf(first.rule)}
          <Text span size="xs" c="dimmed" fw={400}>
            {' '}
            · page {first.page}
            {alike.length > 1 && `, ${plural(alike.length, 'place')}`}
          </Text>
        </Text>
        <Text size="xs" c="dimmed">
          {first.message}
        </Text>
      </UnstyledButton>
      {pages.length > 1 && (
        <Group gap={4} mt={4}>
          {pages.slice(0, MOST_PAGES).map((finding) => (
            <Button
              key={finding.page}
              size="compact-xs"
              variant={finding === chosen ? 'filled' : 'default'}
              aria-label={`Page ${finding.page}: ${ruleOf(finding.rule)}`}
              onClick={() => onChoose(finding)}
            >
              {finding.page}
            </Button>
          ))}
          {pages.length > MOST_PAGES && <Text size="xs">and more</Text>}
        </Group>
      )}
    </li>
  );
};

/** How far it has come, with a way to stop it; and whether anything is left to be looked at. */
export const LintProgress = ({ linting }: { readonly linting: Linting }) => {
  const { isRunning, at, error } = linting;
  const isWhole = at.of !== undefined && at.done === at.of;
  if (isWhole && error === undefined) return null;
  return (
    <div>
      {isRunning && (
        <Group gap="sm" wrap="nowrap" role="status">
          <div className={classes['progress']}>
            <Text size="sm" mb={4}>
              Laying it out{at.set !== undefined && ` with ${setOf(at.set)}`}…
              {at.of !== undefined && ` (${at.done + 1} of ${at.of})`}
            </Text>
            <Progress
              value={at.of === undefined ? 4 : (at.done / at.of) * 100}
              aria-label="How much has been looked at"
            />
          </div>
          <Button size="xs" variant="default" onClick={linting.stop}>
            Stop
          </Button>
        </Group>
      )}
      <Failure error={error} />
      {!isRunning && (
        <Group gap="sm" mt={error === undefined ? 0 : 'xs'} role="status">
          <Text size="sm">
            {at.of === undefined
              ? 'Nothing has been looked at yet.'
              : `${at.done} of ${at.of} looked at: there may be more.`}
          </Text>
          <Button size="xs" variant="default" onClick={linting.goOn}>
            {error === undefined ? 'Go on' : 'Try again'}
          </Button>
        </Group>
      )}
    </div>
  );
};

/** Where nothing was found, so that silence says something. */
export const NothingFound = ({ sets, children }: { readonly sets: number; readonly children: string }) => (
  <Group gap={6} wrap="nowrap" align="flex-start">
    <IconCircleCheck size={17} color="var(--mantine-color-pine-6)" aria-hidden />
    <Text size="sm">
      {children} {titled(plural(sets, 'set'))} of data {sets === 1 ? 'was' : 'were'} tried.
    </Text>
  </Group>
);
