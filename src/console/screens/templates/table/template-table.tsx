/** The list itself: search above, columns that sort, a menu a row. */
import { Button, Group, Select, Table, Text, TextInput, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { IconArrowDown, IconArrowUp, IconSearch } from '@tabler/icons-react';
import { useDeferredValue, useRef, useState } from 'react';
import { Link } from 'wouter';
import type { Template } from '../../../api/types.ts';
import { Ago } from '../../../components/ago.tsx';
import { formatNumber, plural } from '../../../components/format.ts';
import { useKey } from '../../../components/use-key.ts';
import { templatePath } from '../../../paths.ts';
import { found, type Sort, sorted } from './sorting.ts';
import type { OpenTemplateDialog } from './template-menu.tsx';
import { TemplateMenu } from './template-menu.tsx';
import classes from './template-table.module.css';

/** Rows drawn at once: a browser takes a second over ten thousand, and nobody reads on past a few hundred. */
const PAGE = 200;

const COLUMNS: readonly { readonly sort: Sort; readonly title: string; readonly className: string }[] = [
  { sort: 'name', title: 'Name', className: 'name' },
  { sort: 'key', title: 'Key', className: 'key' },
  { sort: 'usage', title: 'Documents', className: 'number' },
  { sort: 'lastUsed', title: 'Last used', className: 'time' },
];

interface Order {
  readonly sort: Sort;
  readonly reversed: boolean;
}

interface Props {
  readonly templates: readonly Template[];
  readonly act: OpenTemplateDialog;
}

export const TemplateTable = ({ templates, act }: Props) => {
  const [query, setQuery] = useState('');
  const [shown, setShown] = useState(PAGE);
  const [order, setOrder] = useLocalStorage<Order>({
    key: 'platen-template-order',
    defaultValue: { sort: 'lastUsed', reversed: false },
    getInitialValueInEffect: false,
  });
  const search = useRef<HTMLInputElement>(null);
  useKey('/', () => search.current?.focus());
  const asked = useDeferredValue(query);
  const matches = sorted(found(templates, asked), order.sort, order.reversed);
  const choose = (sort: Sort) => setOrder({ sort, reversed: order.sort === sort && !order.reversed });

  return (
    <>
      <Group mb="sm" gap="sm">
        <TextInput
          ref={search}
          className={classes['search']}
          type="search"
          placeholder="Search by name or key"
          aria-label="Search templates"
          leftSection={<IconSearch size={17} stroke={1.6} />}
          value={query}
          onChange={(event) => setQuery(event.currentTarget.value)}
        />
        <Select
          className={classes['phoneSort']}
          aria-label="Sort by"
          allowDeselect={false}
          data={COLUMNS.map(({ sort, title }) => ({ value: sort, label: title }))}
          value={order.sort}
          onChange={(value) => value !== null && setOrder({ sort: value as Sort, reversed: false })}
        />
        <VisuallyHidden role="status">{plural(matches.length, 'template')} shown</VisuallyHidden>
      </Group>
      <Table className={classes['table']} verticalSpacing={0} highlightOnHover>
        <Table.Thead>
          <Table.Tr>
            {COLUMNS.map(({ sort, title, className }) => (
              <Table.Th
                key={sort}
                className={classes[className]}
                aria-sort={order.sort !== sort ? 'none' : order.reversed ? 'descending' : 'ascending'}
              >
                <UnstyledButton className={classes['sort']} onClick={() => choose(sort)}>
                  {title}
                  {order.sort === sort &&
                    (order.reversed ? (
                      <IconArrowUp size={14} aria-hidden />
                    ) : (
                      <IconArrowDown size={14} aria-hidden />
                    ))}
                </UnstyledButton>
              </Table.Th>
            ))}
            <Table.Th className={classes['menu']}>
              <VisuallyHidden>Actions</VisuallyHidden>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {matches.slice(0, shown).map((template) => (
            <TemplateRow key={template.key} template={template} act={act} />
          ))}
        </Table.Tbody>
      </Table>
      {matches.length === 0 && (
        <Text c="dimmed" ta="center" py={48}>
          No template matches “{asked}”.{' '}
          <UnstyledButton className={classes['clear']} onClick={() => setQuery('')}>
            Show all
          </UnstyledButton>
        </Text>
      )}
      {matches.length > shown && (
        <Button variant="default" mt="md" fullWidth onClick={() => setShown(shown + PAGE)}>
          Show {plural(Math.min(PAGE, matches.length - shown), 'more template')}
        </Button>
      )}
    </>
  );
};

const TemplateRow = ({
  template,
  act,
}: {
  readonly template: Template;
  readonly act: OpenTemplateDialog;
}) => (
  <Table.Tr>
    <Table.Td className={classes['name']}>
      <Link href={templatePath(template.key)} className={classes['open']}>
        {template.name}
      </Link>
      <Text size="xs" c="dimmed" className={classes['phoneDetail']}>
        {plural(template.usage, 'document')} · <Ago at={template.lastUsed} never="never used" />
      </Text>
    </Table.Td>
    <Table.Td className={classes['key']}>
      <span className={classes['keyText']}>{template.key}</span>
    </Table.Td>
    <Table.Td className={classes['number']}>{formatNumber(template.usage)}</Table.Td>
    <Table.Td className={classes['time']}>
      <Ago at={template.lastUsed} />
    </Table.Td>
    <Table.Td className={classes['menu']}>
      <TemplateMenu template={template} act={act} />
    </Table.Td>
  </Table.Tr>
);
