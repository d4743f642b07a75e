/** The two ends of folding: a button in the pane, and the strip that is left of it. Who presses one has the other in hand. */
import { ActionIcon, Tooltip, UnstyledButton } from '@mantine/core';
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@tabler/icons-react';
import { flushSync } from 'react-dom';
import { type Folds, useFolds } from '../../../components/use-folds.ts';
import classes from './panes.module.css';

export interface Foldable {
  readonly id: string;
  /** As the strip has it. */
  readonly word: string;
  /** The key that folds and unfolds. */
  readonly sign: string;
}

export const FIELDS: Foldable = { id: 'fields', word: 'Fields', sign: 'f' };
export const DATA: Foldable = { id: 'data', word: 'Data', sign: 'd' };

const fold = (folds: Folds, id: string, isFolded: boolean): void => {
  flushSync(() => folds.set(id, isFolded));
  document.getElementById(`${isFolded ? 'unfold' : 'fold'}-${id}`)?.focus();
};

export const FoldButton = ({ id, word, sign }: Foldable) => {
  const folds = useFolds();
  const label = `Fold the ${word.toLowerCase()} away (${sign.toUpperCase()})`;
  return (
    <Tooltip label={label}>
      <ActionIcon
        id={`fold-${id}`}
        variant="subtle"
        color="gray"
        size={28}
        aria-label={label}
        aria-expanded
        onClick={() => fold(folds, id, true)}
      >
        <IconLayoutSidebarLeftCollapse size={17} stroke={1.6} />
      </ActionIcon>
    </Tooltip>
  );
};

export const FoldedStrip = ({ id, word, sign }: Foldable) => {
  const folds = useFolds();
  return (
    <Tooltip label={`Show the ${word.toLowerCase()} (${sign.toUpperCase()})`} position="right">
      <UnstyledButton
        id={`unfold-${id}`}
        className={classes['strip'] ?? ''}
        aria-label={`${word}: show them (${sign.toUpperCase()})`}
        aria-expanded={false}
        onClick={() => fold(folds, id, false)}
      >
        <IconLayoutSidebarLeftExpand size={17} stroke={1.6} aria-hidden />
        <span>{word}</span>
      </UnstyledButton>
    </Tooltip>
  );
};
