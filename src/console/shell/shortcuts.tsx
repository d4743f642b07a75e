/** `?` shows what the keyboard can do. */
import { Kbd, Modal, Table, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Fragment } from 'react';
import { useKey } from '../components/use-key.ts';

interface Shortcut {
  readonly keys: readonly string[];
  /** Each of the keys does something of its own; together otherwise. */
  readonly isEach?: boolean;
  readonly does: string;
}

const ANYWHERE: readonly Shortcut[] = [
  { keys: ['Ctrl or ⌘', 'K'], does: 'Find a template or a page' },
  { keys: ['/'], does: 'Search the templates' },
  { keys: ['U'], does: 'Upload a template' },
  { keys: ['M'], does: 'Fold and unfold the menu' },
  { keys: ['?'], does: 'This list' },
  { keys: ['Esc'], does: 'Close what is open' },
];

const ON_A_TEMPLATE: readonly Shortcut[] = [
  { keys: ['F', 'D'], isEach: true, does: 'Fold and unfold the fields and the data' },
  { keys: ['Ctrl or ⌘', 'Enter'], does: 'Generate the preview now' },
  { keys: ['Ctrl or ⌘', 'Z'], does: 'Take back the last change of the data' },
  { keys: ['N', 'P'], isEach: true, does: 'Next and previous page, on the pages' },
  { keys: ['+', '−'], isEach: true, does: 'Larger and smaller, on the pages' },
  { keys: ['0', '1'], isEach: true, does: 'Fit the width and actual size, on the pages' },
];

export const Shortcuts = () => {
  const [opened, { open, close }] = useDisclosure();
  useKey('?', open);
  return (
    <Modal opened={opened} onClose={close} title="Keyboard">
      <List shortcuts={ANYWHERE} />
      <Text fw={600} size="sm" mt="md" mb={4}>
        On a template
      </Text>
      <List shortcuts={ON_A_TEMPLATE} />
    </Modal>
  );
};

const List = ({ shortcuts }: { readonly shortcuts: readonly Shortcut[] }) => (
  <Table withRowBorders={false}>
    <Table.Tbody>
      {shortcuts.map(({ keys, isEach = false, does }) => (
        <Table.Tr key={does}>
          <Table.Td w={170}>
            {keys.map((key, index) => (
              <Fragment key={key}>
                {index > 0 && (isEach ? ' ' : ' + ')}
                <Kbd>{key}</Kbd>
              </Fragment>
            ))}
          </Table.Td>
          <Table.Td>{does}</Table.Td>
        </Table.Tr>
      ))}
    </Table.Tbody>
  </Table>
);
