/**
 * Panes side by side. Each but the last can be folded to a strip with its name, and lines between them can be moved; this browser
 * keeps both. What is folded stays as it was left: it is hidden, not taken away.
 */
import { Splitter, type SplitterPaneProps } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { type Folds, useFolds } from '../../../components/use-folds.ts';
import { useKey } from '../../../components/use-key.ts';
import { type Foldable, FoldedStrip } from './fold-buttons.tsx';
import { moveLine } from './move-line.ts';
import classes from './panes.module.css';

type Size = SplitterPaneProps['defaultSize'];

interface Pane {
  readonly name: string;
  /** Pixels, or a share of what the others leave. */
  readonly size: `${number}px` | number;
  /** Pixels: less can't be used. */
  readonly least: number;
  /** `undefined`: it is always there. */
  readonly foldable?: Foldable & { readonly foldedAtFirst?: boolean };
  readonly content: ReactNode;
}

const STRIP = '36px';

export const Panes = ({ panes }: { readonly panes: readonly Pane[] }) => {
  const folds = useFolds();
  const [kept, setKept] = useLocalStorage<Readonly<Record<string, Size>> | undefined>({
    key: 'platen:panes',
    getInitialValueInEffect: false,
  });
  const shown = panes.map((pane) => ({ ...pane, isFolded: isFolded(pane, folds) }));
  const sharesAreWhole = shown.every(({ size, isFolded }) => typeof size === 'string' || !isFolded);
  const keep = (sizes: readonly Size[]): void => {
    const next: Record<string, Size> = { ...kept };
    // Shares say something beside each other alone.
    for (const [index, { name, size, isFolded }] of shown.entries())
      if (!isFolded && (typeof size === 'string' || sharesAreWhole)) next[name] = sizes[index] ?? size;
    setKept(next);
  };
  return (
    <Splitter
      className={classes['panes'] ?? ''}
      classNames={{ handle: classes['line'] ?? '' }}
      attributes={{ handle: { 'aria-label': 'Width of the panes beside it' } }}
      withHandle={false}
      lineSize={1}
      handleColor="var(--platen-line)"
      sizes={shown.map(({ name, size, isFolded }) => (isFolded ? STRIP : (kept?.[name] ?? size)))}
      onSizeChange={keep}
      redistribute={moveLine}
    >
      {shown.map(({ name, size, least, foldable, isFolded, content }) => (
        <Splitter.Pane
          key={name}
          defaultSize={size}
          min={isFolded ? STRIP : `${least}px`}
          {...(isFolded && { max: STRIP })}
          role="group"
          aria-label={name}
        >
          {foldable !== undefined && <FoldKey foldable={foldable} isFolded={isFolded} folds={folds} />}
          {foldable !== undefined && isFolded && <FoldedStrip {...foldable} />}
          <div className={classes['content']} hidden={isFolded}>
            {content}
          </div>
        </Splitter.Pane>
      ))}
    </Splitter>
  );
};

const isFolded = ({ foldable }: Pane, folds: Folds): boolean =>
  foldable !== undefined && folds.isFolded(foldable.id, foldable.foldedAtFirst);

interface KeyProps {
  readonly foldable: Foldable;
  readonly isFolded: boolean;
  readonly folds: Folds;
}

const FoldKey = ({ foldable: { id, sign }, isFolded, folds }: KeyProps) => {
  useKey(sign, () => folds.set(id, !isFolded));
  return null;
};
