/** What is wrong with the data, one line a path, where a click goes; and what the template itself was warned about. */
import { Collapse, Group, Text, UnstyledButton } from '@mantine/core';
import {
  IconAlertTriangle,
  IconChevronUp,
  IconCircleCheck,
  IconCircleX,
  IconFileAlert,
  IconInfoCircle,
} from '@tabler/icons-react';
import { useId, useState } from 'react';
import type { Problem } from '../../../api/types.ts';
import { plural } from '../../../components/format.ts';
import { placeOf, quoted } from '../../../components/problem-list.tsx';
import { Ticks } from '../../../components/ticks.tsx';
import type { DataProblem, ProblemKind } from '../data/check-text.ts';
import classes from './problems-panel.module.css';

interface Props {
  readonly problems: readonly DataProblem[];
  /** Of the template, whatever the data. */
  readonly warnings: readonly Problem[];
  readonly isTruncated: boolean;
  readonly isChecked: boolean;
  readonly onJump: (problem: DataProblem) => void;
}

/** Enough to act on; the rest is behind them. */
const SHOWN = 200;

const LOOKS = {
  syntax: { Icon: IconCircleX, colour: 'red' },
  rendering: { Icon: IconCircleX, colour: 'red' },
  mistyped: { Icon: IconCircleX, colour: 'red' },
  missing: { Icon: IconAlertTriangle, colour: 'yellow' },
  unused: { Icon: IconInfoCircle, colour: 'gray' },
} as const;

const ORDER: readonly ProblemKind[] = ['syntax', 'rendering', 'mistyped', 'missing', 'unused'];
const WORDS: Readonly<Record<ProblemKind, string>> = {
  syntax: 'syntax error',
  rendering: 'error',
  mistyped: 'mistyped',
  missing: 'missing',
  unused: 'unused',
};

export const ProblemsPanel = ({ problems, warnings, isTruncated, isChecked, onJump }: Props) => {
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  const sorted = ORDER.flatMap((kind) => problems.filter((problem) => problem.kind === kind));
  const counts = ORDER.map(
    (kind) => [kind, problems.filter((problem) => problem.kind === kind).length] as const,
  );
  const isFine = isChecked && problems.length === 0;
  const isEmpty = problems.length + warnings.length === 0;
  return (
    <section className={classes['panel']} aria-label="Problems">
      <UnstyledButton
        className={classes['bar'] ?? ''}
        aria-expanded={isOpen}
        aria-controls={id}
        disabled={isEmpty}
        onClick={() => setIsOpen(!isOpen)}
      >
        <Group gap={12} wrap="nowrap" aria-live="polite" data-testid="problem-counts">
          {isFine && (
            <span className={classes['count']} data-colour="pine">
              <IconCircleCheck size={15} stroke={1.8} aria-hidden /> The data fits the template
            </span>
          )}
          {counts.map(([kind, count]) => {
            if (count === 0) return null;
            const { Icon, colour } = LOOKS[kind];
            return (
              <span key={kind} className={classes['count']} data-colour={colour}>
                <Icon size={15} stroke={1.8} aria-hidden />{' '}
                {kind === 'syntax' || kind === 'rendering'
                  ? plural(count, WORDS[kind])
                  : `${count} ${WORDS[kind]}`}
              </span>
            );
          })}
          {warnings.length > 0 && (
            <span className={classes['count']} data-colour="yellow">
              <IconFileAlert size={15} stroke={1.8} aria-hidden />{' '}
              {plural(warnings.length, 'template warning')}
            </span>
          )}
        </Group>
        {!isEmpty && (
          <IconChevronUp size={16} stroke={1.8} className={classes['chevron'] ?? ''} aria-hidden />
        )}
      </UnstyledButton>
      <Collapse expanded={isOpen && !isEmpty} id={id}>
        <ul className={classes['list']}>
          {sorted.slice(0, SHOWN).map((problem) => (
            <li key={`${problem.kind} ${problem.path} ${problem.message}`}>
              <Item problem={problem} onJump={onJump} />
            </li>
          ))}
          {warnings.map((warning) => (
            <li key={`${warning.code} ${warning.message}`} className={classes['warning']}>
              <TemplateWarning warning={warning} />
            </li>
          ))}
        </ul>
        {(isTruncated || sorted.length > SHOWN) && (
          <Text size="xs" c="dimmed" px={14} pb={8}>
            There are more; the list goes on when these are gone.
          </Text>
        )}
      </Collapse>
    </section>
  );
};

const TemplateWarning = ({ warning }: { readonly warning: Problem }) => (
  <>
    <IconFileAlert
      size={15}
      stroke={1.8}
      className={classes['icon'] ?? ''}
      data-colour="yellow"
      aria-hidden
    />
    <div>
      <Ticks text={warning.hint === undefined ? warning.message : `${warning.message} ${warning.hint}`} />
      <Text size="xs" c="dimmed">
        {[placeOf(warning), warning.paragraph && quoted(warning.paragraph.text)].filter(Boolean).join(' · ')}
      </Text>
    </div>
  </>
);

const Item = ({
  problem,
  onJump,
}: {
  readonly problem: DataProblem;
  readonly onJump: (one: DataProblem) => void;
}) => {
  const { Icon, colour } = LOOKS[problem.kind];
  return (
    <UnstyledButton className={classes['item'] ?? ''} onClick={() => onJump(problem)}>
      <Icon size={15} stroke={1.8} className={classes['icon'] ?? ''} data-colour={colour} aria-hidden />
      <span>
        {problem.path !== '' && <strong>{problem.path} </strong>}
        <Ticks text={problem.message} />
        {problem.count > 1 && <Text span size="xs" c="dimmed">{` in ${problem.count} places`}</Text>}
      </span>
    </UnstyledButton>
  );
};
