/** Download as PDF or as Word document, with what it costs. */
import { ActionIcon, Button, Group, Menu, Tooltip } from '@mantine/core';
import { IconChevronDown, IconDownload, IconFileTypeDocx, IconFileTypePdf } from '@tabler/icons-react';
import { leftOf, PRICE } from './notice.tsx';
import classes from './workspace.module.css';

interface Props {
  readonly isPending: boolean;
  readonly isOff: boolean;
  /** How many are left; `null`: as many as one likes. */
  readonly credit: number | null | undefined;
  readonly onDownload: (output: 'PDF' | 'DOCX') => void;
}

export const DownloadButton = ({ isPending, isOff, credit, onDownload }: Props) => (
  <Group gap={0} wrap="nowrap">
    <Tooltip label="Without the watermark, for one credit">
      <Button
        size="xs"
        className={classes['splitLeft'] ?? ''}
        loading={isPending}
        disabled={isOff}
        leftSection={<IconDownload size={15} stroke={1.8} />}
        onClick={() => onDownload('PDF')}
      >
        Download PDF
      </Button>
    </Tooltip>
    <Menu position="bottom-end" width={260}>
      <Menu.Target>
        <ActionIcon
          variant="filled"
          size={30}
          className={classes['splitRight'] ?? ''}
          disabled={isOff || isPending}
          aria-label="Choose the format of the download"
        >
          <IconChevronDown size={15} stroke={2} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          {PRICE} {credit !== undefined && `${leftOf(credit)}.`}
        </Menu.Label>
        <Menu.Item leftSection={<IconFileTypePdf size={17} stroke={1.6} />} onClick={() => onDownload('PDF')}>
          Download as PDF
        </Menu.Item>
        <Menu.Item
          leftSection={<IconFileTypeDocx size={17} stroke={1.6} />}
          onClick={() => onDownload('DOCX')}
        >
          Download as Word (DOCX)
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  </Group>
);
