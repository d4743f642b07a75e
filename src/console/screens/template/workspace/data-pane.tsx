/** The data: as a form, as JSON, or as the call that sends it; with what is wrong below. */
import { ActionIcon, Button, FileButton, Group, Menu, SegmentedControl, Tooltip } from '@mantine/core';
import { IconAlignLeft, IconChevronDown, IconFolderOpen, IconWand } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { formatBytes } from '../../../parts/format.ts';
import { notifyDone, notifyProblem } from '../../../parts/notify.ts';
import { formatText } from '../data/edit-text.ts';
import type { TextStore } from '../data/text-store.ts';
import type { Mode } from './use-jump.ts';
import classes from './workspace.module.css';

interface Props {
  readonly store: TextStore;
  readonly mode: Mode;
  readonly onMode: (mode: Mode) => void;
  /** On a phone the tabs above say what is shown. */
  readonly isPhone: boolean;
  /** Data to begin with: what was made up from the fields, and the example's own. */
  readonly samples: readonly { readonly name: string; readonly text: string }[];
  readonly options: ReactNode;
  readonly children: ReactNode;
  readonly problems: ReactNode;
}

const MODES = [
  { value: 'form', label: 'Form' },
  { value: 'json', label: 'JSON' },
  { value: 'code', label: 'Code' },
];

/** Bytes; the request itself may not be larger. */
const LARGEST_FILE = 20 * 1024 * 1024;

export const DataPane = ({ store, mode, onMode, isPhone, samples, options, children, problems }: Props) => {
  const open = async (file: File | null): Promise<void> => {
    if (file === null) return;
    if (file.size > LARGEST_FILE) {
      notifyProblem(`${file.name} has ${formatBytes(file.size)}. A request may have 20 MB.`);
      return;
    }
    store.set(formatText((await file.text()).replace(/^\uFEFF/, '')));
    notifyDone(`${file.name} was loaded. Undo brings back what was there.`);
  };
  return (
    <div className={classes['pane']}>
      <Group className={classes['bar'] ?? ''} gap={8} wrap="nowrap">
        {!isPhone && (
          <SegmentedControl
            size="xs"
            aria-label="How the data is shown"
            data={MODES}
            value={mode}
            onChange={(value) => onMode(value as Mode)}
          />
        )}
        <div className={classes['space']} />
        {mode !== 'code' && (
          <>
            <SampleMenu isRoomy={isPhone} samples={samples} onPick={(text) => store.set(text)} />
            <Tooltip label="Load a JSON file">
              <FileButton onChange={(file) => void open(file)} accept="application/json,.json,.txt">
                {(button) => (
                  <ActionIcon {...button} variant="default" size={30} aria-label="Load a JSON file">
                    <IconFolderOpen size={16} stroke={1.7} />
                  </ActionIcon>
                )}
              </FileButton>
            </Tooltip>
          </>
        )}
        {mode === 'json' && (
          <Tooltip label="Format the JSON">
            <ActionIcon
              variant="default"
              size={30}
              aria-label="Format the JSON"
              onClick={() => store.set(formatText(store.text))}
            >
              <IconAlignLeft size={16} stroke={1.7} />
            </ActionIcon>
          </Tooltip>
        )}
        {options}
      </Group>
      <div className={classes['body']}>{children}</div>
      {problems}
    </div>
  );
};

interface SampleProps {
  readonly samples: Props['samples'];
  readonly onPick: (text: string) => void;
  readonly isRoomy: boolean;
}

const SampleMenu = ({ samples, onPick, isRoomy }: SampleProps) => {
  const [only] = samples;
  const icon = <IconWand size={15} stroke={1.7} />;
  if (samples.length === 1 && only !== undefined)
    return (
      <Button
        variant="default"
        size="xs"
        className={isRoomy ? '' : (classes['roomy'] ?? '')}
        aria-label="Sample data"
        leftSection={icon}
        onClick={() => onPick(only.text)}
      >
        Sample data
      </Button>
    );
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          variant="default"
          size="xs"
          className={isRoomy ? '' : (classes['roomy'] ?? '')}
          aria-label="Sample data"
          leftSection={icon}
          rightSection={<IconChevronDown size={13} />}
        >
          Sample data
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {samples.map(({ name, text }) => (
          <Menu.Item key={name} onClick={() => onPick(text)}>
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
};
