/** A list: items to open, move, copy, remove and add. Long lists are shown in parts. */
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
import { useEffect, useState } from 'react';
import { addItem, copyItem, removeAt, swapItems } from '../data/edit-text.ts';
import type { Place } from '../data/path.ts';
import { emptyValue, type Shape } from '../shape/shape.ts';
import { FieldLabel } from './field-label.tsx';
import type { FieldProps } from './field-props.ts';
import classes from './form.module.css';
import { fieldId, indexOnTheWay, useForm } from './form-context.ts';
import { itemSummary, singular } from './item-words.ts';

/** Each item has many fields, and every one of them costs time to build. */
const AT_FIRST = 20;
const MORE = 50;

export const ListField = ({ shape, place, value }: FieldProps) => {
  const { edit, revealed } = useForm();
  const items = Array.isArray(value) ? value : [];
  const [shown, setShown] = useState(AT_FIRST);
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set(items.length <= 3 ? [0] : []));
  const item = shape.item ?? { ...shape, item: undefined, kind: 'text' as const, name: undefined };
  const noun = singular(shape.title);

  useEffect(() => {
    const index = indexOnTheWay(place, revealed);
    if (index === undefined) return;
    setShown((now) => Math.max(now, index + 1));
    setOpened((now) => (now.has(index) ? now : new Set([...now, index])));
  }, [place, revealed]);

  const toggle = (index: number): void =>
    setOpened((now) => new Set(now.has(index) ? [...now].filter((one) => one !== index) : [...now, index]));

  return (
    <section className={classes['list']} aria-label={shape.title} id={fieldId(place)} tabIndex={-1}>
      <Group justify="space-between" mb={6} wrap="nowrap">
        <Text fw={600} size="sm">
          <FieldLabel shape={shape} label={shape.title} />
          <Text span c="dimmed" fw={400} size="xs">{`  ${items.length}`}</Text>
        </Text>
      </Group>
      <div className={classes['items']}>
        {items.slice(0, shown).map((one: unknown, index) => (
          <ListItem
            // biome-ignore lint/suspicious/noArrayIndexKey: items of data have no identity but their place
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
        ))}
      </div>
      <Group gap={8} mt={items.length > 0 ? 8 : 0}>
        <Button
          variant="light"
          size="xs"
          leftSection={<IconPlus size={14} />}
          onClick={() => {
            edit((text) => addItem(text, place, emptyValue(item)));
            setShown((now) => Math.max(now, items.length + 1));
            setOpened((now) => new Set([...now, items.length]));
          }}
        >
          Add {noun.toLocaleLowerCase()}
        </Button>
        {items.length > shown && (
          <Button variant="subtle" size="xs" onClick={() => setShown(shown + MORE)}>
            Show {Math.min(MORE, items.length - shown)} more of {items.length}
          </Button>
        )}
      </Group>
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
