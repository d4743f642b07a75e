/** The data: as a form, as JSON, or as the call that sends it; with what is wrong below. */
import { ActionIcon, Button, FileButton, Group, Menu, SegmentedControl, Tooltip } from '@mantine/core';
import { IconAlignLeft, IconChevronDown, IconFolderOpen, IconWand } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { notifyDone, notifyProblem, notifyUndoable } from '../../components/notify.tsx';
import { formatText } from './data/edit-text.ts';
import type { Sample } from './data/first-text.ts';
import { readJsonFile } from './data/json-file.ts';
import type { TextStore } from './data/text-store.ts';
import { useHistoryKeys } from './use-history-keys.ts';
import type { Mode } from './use-jump.ts';
import classes from './workspace.module.css';

interface Props {
  readonly store: TextStore;
  readonly mode: Mode;
  readonly onMode: (mode: Mode) => void;
  /** On a phone the tabs above say what is shown. */
  readonly isPhone: boolean;
  readonly fold: ReactNode;
  /** Data to begin with: what was made up from the fields, and the example's own. */
  readonly samples: readonly Sample[];
  readonly onSample: (sample: Sample) => void;
  /** Sets that are kept on the server. */
  readonly sets: (pick: (sample: Sample) => void) => ReactNode;
  readonly options: ReactNode;
  readonly children: ReactNode;
  readonly problems: ReactNode;
}

const MODES = [
  { value: 'form', label: 'Form' },
  { value: 'json', label: 'JSON' },
  { value: 'code', label: 'Code' },
];

export const DataPane = ({
  store,
  mode,
  onMode,
  isPhone,
  fold,
  samples,
  onSample,
  sets,
  options,
  children,
  problems,
}: Props) => {
  const open = async (file: File | null): Promise<void> => {
    if (file === null) return;
    const read = await readJsonFile(file);
    if ('refusal' in read) notifyProblem(read.refusal);
    else replaceText(store, read.text, `${file.name} was loaded.`);
  };
  const pane = useHistoryKeys(store);
  return (
    <div ref={pane} className={classes['pane']}>
      <Group className={classes['bar'] ?? ''} gap={6} wrap="nowrap">
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
            <SampleMenu
              samples={samples}
              onPick={(sample) => {
                replaceText(store, sample.text, 'Sample data is in place of what was there.');
                onSample(sample);
              }}
            />
            {sets((sample) => {
              replaceText(store, sample.text, `“${sample.name}” is in place of what was there.`);
              onSample(sample);
            })}
            <Tooltip label="Load a file of JSON">
              <FileButton onChange={(file) => void open(file)} accept="application/json,.json,.txt">
                {(button) => (
                  <Button
                    {...button}
                    variant="default"
                    size="xs"
                    className={`${classes['tool']} ${classes['givesWay']}`}
                    leftSection={<IconFolderOpen size={15} stroke={1.7} />}
                    aria-label="Load file of JSON"
                  >
                    Load file
                  </Button>
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
        {!isPhone && fold}
      </Group>
      <div className={classes['body']}>{children}</div>
      {problems}
    </div>
  );
};

/** Nothing that was typed is lost by it: the toast leads back at once, and the keys do later. */
const replaceText = (store: TextStore, text: string, told: string): void => {
  if (text === store.text) {
    notifyDone('The data is the same as before.');
    return;
  }
  store.set(text);
  const hide = notifyUndoable(told, () => store.undo());
  const leave = store.subscribe(() => {
    leave();
    hide();
  });
};

interface SampleProps {
  readonly samples: Props['samples'];
  readonly onPick: (sample: Sample) => void;
}

const SampleMenu = ({ samples, onPick }: SampleProps) => {
  const [only] = samples;
  const look = {
    variant: 'default',
    size: 'xs',
    className: classes['tool'] ?? '',
    leftSection: <IconWand size={15} stroke={1.7} />,
    'aria-label': 'Sample data',
  } as const;
  if (samples.length === 1 && only !== undefined)
    return (
      <Tooltip label="Sample data in place of what is there">
        <Button {...look} onClick={() => onPick(only)}>
          Sample data
        </Button>
      </Tooltip>
    );
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button {...look} rightSection={<IconChevronDown size={13} />}>
          Sample data
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {samples.map((sample) => (
          <Menu.Item key={sample.name} onClick={() => onPick(sample)}>
            {sample.name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
};
