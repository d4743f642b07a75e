/** What the template takes, as a tree. A click goes to the field in the data, and puts it in where it is not there yet. */
import { CloseButton, Text, TextInput, Tooltip, Tree, type TreeNodeData, useTree } from '@mantine/core';
import { IconChevronRight, IconSearch } from '@tabler/icons-react';
import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useDeferredValue,
  useMemo,
  useState,
} from 'react';
import { plural } from '../../../components/format.ts';
import { describe } from '../shape/completion.ts';
import { nameOfFormatter } from '../shape/formatters.ts';
import { countFields, insideOf, searchFields } from '../shape/search-fields.ts';
import type { Shape } from '../shape/shape.ts';
import classes from './fields-panel.module.css';
import { KIND_ICONS, KIND_WORDS } from './kinds.tsx';

interface Props {
  readonly shape: Shape;
  /** As everywhere: the objects that only hold fields are none. */
  readonly total: number;
  readonly onPick: (field: Shape) => void;
  readonly fold?: ReactNode;
}

/** Templates of a hundred fields open at a glance; larger ones open to their first level. */
const ALL_OPEN = 100;

export const FieldsPanel = ({ shape, total, onPick, fold }: Props) => {
  const [words, setWords] = useState('');
  const wanted = useDeferredValue(words);
  const [closed, setClosed] = useState<ReadonlySet<string>>(() => foldedAtFirst(shape));
  const byPath = useMemo(() => index(shape), [shape]);
  const found = useMemo(() => searchFields(shape, wanted), [shape, wanted]);
  const data = useMemo(() => nodesOf(shape, found), [shape, found]);
  const expandedState = useMemo(
    () =>
      Object.fromEntries([...byPath.keys()].map((path) => [path, found !== undefined || !closed.has(path)])),
    [byPath, closed, found],
  );
  const tree = useTree({
    expandedState,
    onExpandedStateChange: (state) =>
      setClosed(new Set(Object.entries(state).flatMap(([path, isOpen]) => (isOpen ? [] : [path])))),
  });

  const pickFocused = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter') return;
    const path = (event.target as HTMLElement).closest('[data-value]')?.getAttribute('data-value');
    const field = byPath.get(path ?? '');
    if (field !== undefined) onPick(field);
  };

  return (
    <div className={classes['panel']}>
      <div className={classes['head']}>
        <TextInput
          size="xs"
          value={words}
          onChange={(event) => setWords(event.currentTarget.value)}
          placeholder={`Find in ${plural(total, 'field')}`}
          aria-label="Find a field"
          leftSection={<IconSearch size={15} stroke={1.6} />}
          rightSection={
            words === '' ? undefined : (
              <CloseButton size="sm" aria-label="Show all fields" onClick={() => setWords('')} />
            )
          }
        />
        {fold}
      </div>
      <div className={classes['tree']}>
        {data.length === 0 ? (
          <Text size="sm" c="dimmed" p="sm">
            {total === 0 ? 'This template has no fields.' : 'No field matches.'}
          </Text>
        ) : (
          <Tree
            data={data}
            tree={tree}
            levelOffset={16}
            expandOnClick={false}
            aria-label="Fields of the template"
            onKeyDown={pickFocused}
            renderNode={({ node, expanded, hasChildren, elementProps }) => (
              <Row
                field={byPath.get(node.value) ?? shape}
                isOpen={expanded}
                hasChildren={hasChildren}
                elementProps={elementProps}
                onPick={onPick}
                onToggle={() => tree.toggleExpanded(node.value)}
              />
            )}
          />
        )}
      </div>
    </div>
  );
};

interface RowProps {
  readonly field: Shape;
  readonly isOpen: boolean;
  readonly hasChildren: boolean;
  readonly elementProps: Readonly<Record<string, unknown>>;
  readonly onPick: (field: Shape) => void;
  readonly onToggle: () => void;
}

const Row = ({ field, isOpen, hasChildren, elementProps, onPick, onToggle }: RowProps) => {
  const Icon = KIND_ICONS[field.kind];
  const toggle = (event: MouseEvent): void => {
    event.stopPropagation();
    onToggle();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the tree item around it takes the keys, Enter among them
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above
    <div {...elementProps} onClick={() => onPick(field)}>
      <Tooltip label={hintOf(field)} multiline maw={360} position="right" className={classes['hint'] ?? ''}>
        <div className={classes['row']}>
          {/* biome-ignore lint/a11y/noStaticElementInteractions: the arrow keys open and close */}
          {/* biome-ignore lint/a11y/useKeyWithClickEvents: the arrow keys open and close */}
          <span
            className={classes['fold']}
            onClick={hasChildren ? toggle : undefined}
            data-open={isOpen || undefined}
          >
            {hasChildren && <IconChevronRight size={14} stroke={1.8} aria-hidden />}
          </span>
          <Icon size={15} stroke={1.6} className={classes['icon'] ?? ''} aria-hidden />
          <span className={classes['name']} data-optional={field.optional || undefined}>
            {field.name ?? 'each'}
          </span>
          <span className={classes['formatters']}>
            {field.formatters.map((formatter) => (
              <span key={formatter} className={classes['formatter']}>
                {nameOfFormatter(formatter)}
              </span>
            ))}
          </span>
          <span className={classes['kind']}>
            {KIND_WORDS[field.kind]}
            {field.optional && ', optional'}
          </span>
        </div>
      </Tooltip>
    </div>
  );
};

const hintOf = (field: Shape): string =>
  [
    field.path,
    describe(field),
    field.formatters.length > 0 ? `Shown with ${field.formatters.join(', then ')}` : undefined,
  ]
    .filter((line) => line !== undefined)
    .join('\n');

const nodesOf = (shape: Shape, found: ReadonlySet<string> | undefined): TreeNodeData[] =>
  insideOf(shape)
    .filter(({ path }) => found === undefined || found.has(path))
    .map((field) => {
      const children = nodesOf(field, found);
      return { value: field.path, label: field.name ?? 'each', ...(children.length > 0 && { children }) };
    });

const index = (shape: Shape, into = new Map<string, Shape>()): Map<string, Shape> => {
  for (const field of insideOf(shape)) {
    into.set(field.path, field);
    index(field, into);
  }
  return into;
};

const foldedAtFirst = (shape: Shape): ReadonlySet<string> =>
  countFields(shape) <= ALL_OPEN ? new Set() : new Set(index(shape).keys());
