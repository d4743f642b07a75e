/** From a file to a stored template: choose → check → what was found → store. Nothing is kept before the last step. */
import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useState } from 'react';
import type { Template } from '../../api/types.ts';
import { Failure } from '../../parts/failure.tsx';
import { formatBytes } from '../../parts/format.ts';
import { CheckedFile } from './checked-file.tsx';
import { ChooseFile } from './choose-file.tsx';
import { refusalOf } from './file-check.ts';
import { Sending } from './sending.tsx';
import { StoredTemplate } from './stored-template.tsx';
import { type Store, useCheck } from './use-upload.ts';

interface Props {
  readonly opened: boolean;
  /** What was dropped on the page; they are taken one after the other. */
  readonly files: readonly File[];
  readonly replacing: Template | undefined;
  readonly templates: readonly Template[];
  readonly onClose: () => void;
}

export const UploadDialog = ({ opened, files, replacing, templates, onClose }: Props) => {
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
          onClose={onClose}
        />
      )}
    </Modal>
  );
};

const UploadFlow = ({ files, replacing, templates, onClose }: Omit<Props, 'opened'>) => {
  const [queue, setQueue] = useState(files);
  const [refusal, setRefusal] = useState<string>();
  const [stored, setStored] = useState<Store>();
  const check = useCheck();
  const [file] = queue;

  const take = async (chosen: readonly File[]) => {
    setStored(undefined);
    setRefusal(undefined);
    check.reset();
    setQueue(chosen);
    const [first] = chosen;
    if (first === undefined) return;
    const reason = await refusalOf(first);
    if (reason === undefined) check.mutate({ file: first });
    else setRefusal(reason);
  };
  const start = useEffectEvent(() => take(files));
  useEffect(() => {
    start();
  }, []);

  const rest = queue.slice(1);
  const next = rest.length > 0 && (
    <Button variant="subtle" onClick={() => take(rest)}>
      {stored === undefined ? 'Skip' : 'Next file'} ({rest.length} left)
    </Button>
  );
  if (stored !== undefined)
    return (
      <StoredTemplate stored={stored} onClose={onClose}>
        {next}
      </StoredTemplate>
    );
  if (file === undefined || refusal !== undefined)
    return (
      <Stack>
        {refusal !== undefined && (
          <Alert color="red" variant="light" role="alert" icon={<IconAlertTriangle size={18} />}>
            {refusal}
          </Alert>
        )}
        <ChooseFile onFiles={take} />
        {next !== false && <Group justify="flex-end">{next}</Group>}
      </Stack>
    );
  if (check.data !== undefined && check.error === null)
    return (
      <CheckedFile
        key={file.name + file.lastModified}
        file={file}
        check={check.data}
        checking={check.isPending}
        replacing={replacing}
        templates={templates}
        onDelimiter={(delimiter) => check.mutate({ file, delimiter })}
        onChoose={take}
        onStored={setStored}
        skip={next}
      />
    );
  return (
    <Stack>
      <Text size="sm" fw={600} truncate>
        {file.name}{' '}
        <Text span c="dimmed" fw={400} size="sm">
          {formatBytes(file.size)}
        </Text>
      </Text>
      {check.error === null ? (
        <Sending sent={check.sent} what="Reading the tags…" />
      ) : (
        <>
          <Failure error={check.error} />
          <ChooseFile onFiles={take} again />
          <Group justify="flex-end">{next}</Group>
        </>
      )}
    </Stack>
  );
};
