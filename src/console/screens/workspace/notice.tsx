/** What previews and downloads cost, what is left, and what the last answer had to say. */
import { HoverCard, List, Text, Tooltip, UnstyledButton } from '@mantine/core';
import { plural } from '../../components/format.ts';
import type { AnswerFacts, ListHeader } from './preview/answer-facts.ts';
import classes from './workspace.module.css';

export const PRICE = 'Previews are free and watermarked; a download costs one credit.';

/** What is left, where it can be spent. */
export const leftOf = (credit: number | null): string =>
  credit === null ? 'Credit is unlimited' : `${plural(credit, 'credit')} left`;

export const CreditNote = ({ credit }: { readonly credit: number | null | undefined }) =>
  credit == null ? null : (
    <Tooltip label={PRICE}>
      <Text size="xs" c="dimmed" className={classes['credit'] ?? ''} data-testid="credit">
        {leftOf(credit)}
      </Text>
    </Tooltip>
  );

interface FactsProps {
  readonly facts: AnswerFacts;
  readonly milliseconds: number;
  readonly unused: readonly string[];
}

export const RenderFacts = ({ facts, milliseconds, unused }: FactsProps) => (
  <Text size="xs" c="dimmed" component="div" className={classes['facts'] ?? ''} data-testid="render-facts">
    {facts.pages !== undefined && <span>{plural(facts.pages, 'page')}</span>}
    <span className={classes['time']} title={`Made by the ${facts.engine} engine`} aria-hidden>
      {timeOf(milliseconds)}
    </span>
    <Listed list={facts.missing} word="missing" title="The document shows nothing for" />
    <Listed list={{ count: unused.length, items: unused }} word="unused" title="No tag reads" />
    <Listed list={facts.warnings} word="not exact" title="Not exactly as in Word" />
  </Text>
);

const timeOf = (milliseconds: number): string =>
  milliseconds < 1000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1000).toFixed(1)} s`;

const SHOWN = 12;

const Listed = ({
  list,
  word,
  title,
}: {
  readonly list: ListHeader;
  readonly word: string;
  readonly title: string;
}) =>
  list.count === 0 ? null : (
    <HoverCard width={320} position="bottom-end" shadow="md" withinPortal>
      <HoverCard.Target>
        <UnstyledButton className={classes['listed'] ?? ''}>
          {list.count} {word}
        </UnstyledButton>
      </HoverCard.Target>
      <HoverCard.Dropdown>
        <Text size="sm" fw={600} mb={4}>
          {title}
        </Text>
        <List size="sm">
          {list.items.slice(0, SHOWN).map((item) => (
            <List.Item key={item}>{item}</List.Item>
          ))}
        </List>
        {list.count > SHOWN && <Text size="xs" c="dimmed">{`and ${list.count - SHOWN} more`}</Text>}
      </HoverCard.Dropdown>
    </HoverCard>
  );
