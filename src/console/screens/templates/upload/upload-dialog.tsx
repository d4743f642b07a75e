/** From a file to a stored template: choose → check → what was found → store. Nothing is kept before the last step. */
import { Alert, Anchor, Modal, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation } from 'wouter';
import { inspectionQuery } from '../../../api/queries.ts';
import type { Template } from '../../../api/types.ts';
import { Failure } from '../../../components/failure.tsx';
import { formatBytes } from '../../../components/format.ts';
import { notifyDone } from '../../../components/notify.tsx';
import { reviewPath } from '../../../paths.ts';
import { AddExamples } from '../start/add-examples.tsx';
import { CheckedFile } from './checked-file.tsx';
import { ChooseFile } from './choose-file.tsx';
import { refusalOf } from './file-check.ts';
import { ManyFiles } from './many-files.tsx';
import { Sending } from './sending.tsx';
import { StoredTemplate } from './stored-template.tsx';
import { type Check, type Store, useCheck } from './use-upload.ts';

interface Props {
  readonly opened: boolean;
  /** What was dropped on the page. */
  readonly files: readonly File[];
  readonly replacing: Template | undefined;
  readonly templates: readonly Template[];
  /** The page under it shows the template, and says by itself that it has a new file. */
  readonly isOnItsPage?: boolean;
  /** Where the page under it opens the draft by itself. */
  readonly onDraft?: () => void;
  readonly onClose: () => void;
}

export const UploadDialog = ({
  opened,
  files,
  replacing,
  templates,
  isOnItsPage = false,
  onDraft,
  onClose,
}: Props) => {
  // Files are dropped anew while the dialog is open: each drop starts over.
  const [drops, setDrops] = useState({ files, count: 0 });
  if (drops.files !== files && (files.length > 0 || !opened)) setDrops({ files, count: drops.count + 1 });
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      size="lg"
      title={replacing === undefined ? 'Upload a template' : `Replace the file of ${replacing.name}`}
    >
      {opened && (
        <UploadFlow
          key={drops.count}
          files={files}
          replacing={replacing}
          templates={templates}
          isOnItsPage={isOnItsPage}
          {...(onDraft && { onDraft })}
          onClose={onClose}
        />
      )}
    </Modal>
  );
};

const UploadFlow = ({
  files,
  replacing,
  templates,
  isOnItsPage,
  onDraft,
  onClose,
}: Omit<Props, 'opened'>) => {
  const [, navigate] = useLocation();
  const [many, setMany] = useState<readonly File[]>([]);
  const [refusal, setRefusal] = useState<string>();
  const [checked, setChecked] = useState<Check>();
  const [stored, setStored] = useState<Store>();
  const check = useCheck();
  const client = useQueryClient();

  const again = (wanted: Check): void => {
    setChecked(wanted);
    check.mutate(wanted);
  };
  /** A new file of a template is read as the one before it was. */
  const hadControls = async (): Promise<boolean> =>
    replacing !== undefined &&
    (await client.fetchQuery(inspectionQuery(replacing.key)).catch(() => undefined))?.controls === true;
  const take = async (chosen: readonly File[]) => {
    setRefusal(undefined);
    setChecked(undefined);
    check.reset();
    const [first] = chosen;
    if (first === undefined) return;
    // Of a template's own file there is one; templates there may be many.
    if (chosen.length > 1 && replacing === undefined) return setMany(chosen);
    const reason = await refusalOf(first);
    if (reason !== undefined) return setRefusal(reason);
    again({ file: first, hasControls: await hadControls() });
  };
  const start = useEffectEvent(() => take(files));
  useEffect(() => {
    void start();
  }, []);
  const done = (wanted: Store): void => {
    if (wanted.replacing === undefined) {
      setStored(wanted);
      return;
    }
    if (wanted.isDraft === true) {
      onClose();
      if (onDraft === undefined) navigate(reviewPath(wanted.key));
      else onDraft();
      return;
    }
    if (isOnItsPage !== true)
      notifyDone(
        `${wanted.name} has a new file. Documents are made from it from now on; the earlier ones stay.`,
      );
    onClose();
  };

  if (many.length > 0) return <ManyFiles files={many} templates={templates} onClose={onClose} />;
  if (stored !== undefined) return <StoredTemplate stored={stored} onClose={onClose} />;
  if (checked === undefined || refusal !== undefined)
    return (
      <Stack>
        {refusal !== undefined && (
          <Alert color="red" variant="light" role="alert" icon={<IconAlertTriangle size={18} />}>
            {refusal}
          </Alert>
        )}
        <ChooseFile onFiles={take} isOne={replacing !== undefined} />
        <Text size="sm" c="dimmed" ta="center">
          How a tag is written is on the{' '}
          <Anchor href="/docs/cheat-sheet" target="_blank" inherit underline="always">
            cheat sheet
          </Anchor>
          .
        </Text>
        {replacing === undefined && <AddExamples templates={templates} onAdded={onClose} />}
      </Stack>
    );
  if (check.data !== undefined && check.error === null)
    return (
      <CheckedFile
        key={checked.file.name + checked.file.lastModified}
        checked={checked}
        check={check.data}
        checking={check.isPending}
        replacing={replacing}
        templates={templates}
        onCheck={again}
        onChoose={take}
        onStored={done}
      />
    );
  return (
    <Stack>
      <Text size="sm" fw={600} truncate>
        {checked.file.name}{' '}
        <Text span c="dimmed" fw={400} size="sm">
          {formatBytes(checked.file.size)}
        </Text>
      </Text>
      {check.error === null ? (
        <Sending sent={check.sent} what="Reading the tags…" />
      ) : (
        <>
          <Failure error={check.error} />
          <ChooseFile onFiles={take} again isOne={replacing !== undefined} />
        </>
      )}
    </Stack>
  );
};
