/** `?` shows what the keyboard can do. */
import { Kbd, Modal, Table } from '@mantine/core';
import { useDisclosure, useHotkeys } from '@mantine/hooks';

const SHORTCUTS: readonly (readonly [readonly string[], string])[] = [
  [['Ctrl or ⌘', 'K'], 'Find a template or a page'],
  [['/'], 'Search the templates'],
  [['U'], 'Upload a template'],
  [['?'], 'This list'],
  [['Esc'], 'Close what is open'],
];

export const Shortcuts = () => {
  const [opened, { open, close }] = useDisclosure();
  useHotkeys([['shift+?', open]]);
  return (
    <Modal opened={opened} onClose={close} title="Keyboard">
      <Table withRowBorders={false}>
        <Table.Tbody>
          {SHORTCUTS.map(([keys, text]) => (
            <Table.Tr key={text}>
              <Table.Td w={150}>
                {keys.map((key, index) => (
                  <span key={key}>
                    {index > 0 && ' + '}
                    <Kbd>{key}</Kbd>
                  </span>
                ))}
              </Table.Td>
              <Table.Td>{text}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Modal>
  );
};
