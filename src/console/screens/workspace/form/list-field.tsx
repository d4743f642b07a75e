/** A list: items to open, move, copy, remove and add. */
import { ActionIcon, Button, Collapse, Group, Menu, Text, UnstyledButton } from '@mantine/core';
import {
  IconArrowDown,
  IconArrowUp,
  IconChevronRight,
  IconCopy,
  IconDotsVertical,
  IconPlus,
  IconTrash,
} from '@tabler/icons-react';
import { useState } from 'react';
import type { Place } from '../../../../data-check/paths.ts';
import { addItem, copyItem, removeAt, swapItems } from '../data/edit-text.ts';
import { emptyValue, type Shape } from '../shape/shape.ts';
import { FieldLabel } from './field-label.tsx';
import type { FieldProps } from './field-props.ts';
import classes from './form.module.css';
import { fieldId, indexOnTheWay, useForm } from './form-context.ts';
import { itemSummary, singular } from './item-words.ts';
import { ListPages, usePages } from './list-pages.tsx';

export const ListField = ({ shape, place, value }: FieldProps) => {
  const { edit } = useForm();
  const items = Array.isArray(value) ? value : [];
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set(items.length <= 3 ? [0] : []));
  const item = shape.item ?? { ...shape, item: undefined, kind: 'text' as const, name: undefined };
  const noun = singular(shape.title);

  const open = (index: number): void => setOpened((now) => (now.has(index) ? now : new Set([...now, index])));
  const pages = usePages(items.length, (revealed) => indexOnTheWay(place, revealed), open);

  const toggle = (index: number): void =>
    setOpened((now) => new Set(now.has(index) ? [...now].filter((one) => one !== index) : [...now, index]));

  return (
    <section className={classes['list']} aria-label={shape.title} id={fieldId(place)} tabIndex={-1}>
      <Group mb={6} gap="xs">
        <Text fw={600} size="sm" className={classes['grow'] ?? ''}>
          <FieldLabel shape={shape} label={shape.title} />
          {/* A list of several pages says it beside them. */}
          {pages.to - pages.from === items.length && (
            <Text span c="dimmed" fw={400} size="xs">{`  ${items.length}`}</Text>
          )}
        </Text>
        <ListPages pages={pages} title={shape.title} />
      </Group>
      <div className={classes['items']}>
        {items.slice(pages.from, pages.to).map((one: unknown, at) => {
          const index = pages.from + at;
          return (
            <ListItem
              key={index}
              list={place}
              index={index}
              count={items.length}
              noun={noun}
              shape={item}
              value={one}
              isOpen={opened.has(index)}
              onToggle={() => toggle(index)}
            />
          );
        })}
      </div>
      <Button
        mt={items.length > 0 ? 8 : 0}
        variant="light"
        size="xs"
        leftSection={<IconPlus size={14} />}
        onClick={() => {
          edit((text) => addItem(text, place, emptyValue(item)));
          pages.show(items.length);
          open(items.length);
        }}
      >
        Add {noun.toLocaleLowerCase()}
      </Button>
    </section>
  );
};

interface MenuProps {
  readonly list: Place;
  readonly index: number;
  readonly count: number;
  readonly noun: string;
}

interface ItemProps extends MenuProps {
  readonly shape: Shape;
  readonly value: unknown;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

/** One value in a row, or an object that opens and closes. */
const ListItem = ({ shape, value, isOpen, onToggle, ...where }: ItemProps) => {
  const { Field } = useForm();
  const place = [...where.list, where.index];
  const label = `${where.noun} ${where.index + 1}`;
  const isPlain = shape.fields.length === 0 && shape.kind !== 'list' && shape.values === undefined;
  if (isPlain)
    return (
      <Group gap={6} wrap="nowrap" align="flex-start">
        <div className={classes['grow']}>
          <Field shape={shape} place={place} value={value} label={label} isBare />
        </div>
        <ItemMenu {...where} />
      </Group>
    );
  return (
    <div className={classes['item']}>
      <Group gap={4} wrap="nowrap">
        <UnstyledButton className={classes['itemHead'] ?? ''} aria-expanded={isOpen} onClick={onToggle}>
          <IconChevronRight size={15} stroke={1.8} className={classes['chevron'] ?? ''} aria-hidden />
          <Text size="sm" fw={500} truncate>
            {itemSummary(shape, value) ?? label}
          </Text>
          <Text size="xs" c="dimmed" className={classes['itemNumber'] ?? ''}>
            {where.index + 1}
          </Text>
        </UnstyledButton>
        <ItemMenu {...where} />
      </Group>
      <Collapse expanded={isOpen}>
        {isOpen && (
          <div className={classes['itemBody']}>
            <Field shape={shape} place={place} value={value} label={label} />
          </div>
        )}
      </Collapse>
    </div>
  );
};

const ItemMenu = ({ list, index, count, noun }: MenuProps) => {
  const { edit } = useForm();
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          mt={3}
          aria-label={`Move, copy or remove ${noun.toLocaleLowerCase()} ${index + 1}`}
        >
          <IconDotsVertical size={16} stroke={1.6} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconArrowUp size={15} />}
          disabled={index === 0}
          onClick={() => edit((text) => swapItems(text, list, index, index - 1))}
        >
          Move up
        </Menu.Item>
        <Menu.Item
          leftSection={<IconArrowDown size={15} />}
          disabled={index === count - 1}
          onClick={() => edit((text) => swapItems(text, list, index, index + 1))}
        >
          Move down
        </Menu.Item>
        <Menu.Item
          leftSection={<IconCopy size={15} />}
          onClick={() => edit((text) => copyItem(text, list, index))}
        >
          Duplicate
        </Menu.Item>
        <Menu.Item
          color="red"
          leftSection={<IconTrash size={15} />}
          onClick={() => edit((text) => removeAt(text, [...list, index]))}
        >
          Remove
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
};
