/** Files may be dropped anywhere on the page; the whole page says so while they hover. */
import { Portal, Text } from '@mantine/core';
import { IconFileUpload } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useState } from 'react';
import classes from './drop-anywhere.module.css';

interface Props {
  readonly onFiles: (files: readonly File[]) => void;
  readonly disabled: boolean;
  readonly title?: string;
  readonly note?: string;
}

const holdsFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false;

export const DropAnywhere = ({
  onFiles,
  disabled,
  title = 'Drop it to upload',
  note = 'Word documents (.docx) up to 20 MiB',
}: Props) => {
  const [over, setOver] = useState(false);
  const dropped = useEffectEvent(onFiles);
  useEffect(() => {
    if (disabled) return;
    const listening = new AbortController();
    const on = (name: 'dragenter' | 'dragover' | 'dragleave' | 'drop', act: (event: DragEvent) => void) =>
      window.addEventListener(name, (event) => holdsFiles(event) && act(event), { signal: listening.signal });
    on('dragenter', () => setOver(true));
    // Without this the browser opens the file in place of the console.
    on('dragover', (event) => event.preventDefault());
    on('dragleave', (event) => event.relatedTarget === null && setOver(false));
    on('drop', (event) => {
      event.preventDefault();
      setOver(false);
      const files = [...(event.dataTransfer?.files ?? [])];
      if (files.length > 0) dropped(files);
    });
    return () => {
      listening.abort();
      setOver(false);
    };
  }, [disabled]);
  if (!over) return null;
  return (
    <Portal>
      <div className={classes['overlay']}>
        <IconFileUpload size={44} stroke={1.3} aria-hidden />
        <Text size="lg" fw={600}>
          {title}
        </Text>
        <Text c="dimmed">{note}</Text>
      </div>
    </Portal>
  );
};
