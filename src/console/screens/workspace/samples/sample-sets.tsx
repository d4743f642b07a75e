/** Sample sets: data that colleagues share. Picked here, saved from what is there, looked after in a dialog. */
import { Badge, Button, Menu, Tooltip } from '@mantine/core';
import { IconDatabase, IconDeviceFloppy, IconListDetails } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { sampleQuery, samplesQuery } from '../../../api/queries.ts';
import { notifyFailure } from '../../../components/notify.tsx';
import { type Sample, sampleOf } from '../data/first-text.ts';
import type { TextStore } from '../data/text-store.ts';
import type { CallOptions } from '../snippets/call.ts';
import classes from '../workspace.module.css';
import { ManageSets } from './manage-sets.tsx';
import { SaveSet } from './save-set.tsx';

interface Props {
  readonly templateKey: string;
  readonly store: TextStore;
  readonly options: CallOptions;
  /** Whether what is there can be kept. */
  readonly isData: boolean;
  readonly onPick: (sample: Sample) => void;
}

export const SampleSets = ({ templateKey, store, options, isData, onPick }: Props) => {
  const client = useQueryClient();
  const sets = useQuery(samplesQuery(templateKey));
  const [open, setOpen] = useState<'save' | 'manage'>();
  /** The set that was picked last is the one that is saved next. */
  const [last, setLast] = useState('');
  const pick = async (name: string): Promise<void> => {
    try {
      onPick(sampleOf(await client.fetchQuery(sampleQuery(templateKey, name))));
      setLast(name);
    } catch (error) {
      notifyFailure(error);
    }
  };
  const close = (): void => setOpen(undefined);
  return (
    <>
      <Menu position="bottom-end" width={250}>
        <Menu.Target>
          <Tooltip label="Sample sets, shared with your colleagues">
            <Button
              variant="default"
              size="xs"
              className={`${classes['tool']} ${classes['givesWay']}`}
              leftSection={<IconDatabase size={15} stroke={1.7} />}
              aria-label="Sample sets"
            >
              Sets
            </Button>
          </Tooltip>
        </Menu.Target>
        <Menu.Dropdown>
          {(sets.data?.length ?? 0) > 0 && <Menu.Label>Saved with the template</Menu.Label>}
          {sets.data?.map((set) => (
            <Menu.Item
              key={set.name}
              onClick={() => void pick(set.name)}
              rightSection={
                set.default && (
                  <Badge size="xs" variant="light" tt="none">
                    default
                  </Badge>
                )
              }
            >
              {set.name}
            </Menu.Item>
          ))}
          {(sets.data?.length ?? 0) > 0 && <Menu.Divider />}
          <Menu.Item
            leftSection={<IconDeviceFloppy size={16} />}
            disabled={!isData}
            onClick={() => setOpen('save')}
          >
            Save this data as a set…
          </Menu.Item>
          <Menu.Item leftSection={<IconListDetails size={16} />} onClick={() => setOpen('manage')}>
            Look after sets…
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {open === 'save' && (
        <SaveSet
          templateKey={templateKey}
          content={{ dataText: store.text, options }}
          sets={sets.data ?? []}
          suggested={last}
          onSaved={setLast}
          onClose={close}
        />
      )}
      {open === 'manage' && <ManageSets templateKey={templateKey} onClose={close} />}
    </>
  );
};
