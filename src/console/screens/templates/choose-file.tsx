import { FileButton, Text, UnstyledButton } from '@mantine/core';
import { IconFileUpload } from '@tabler/icons-react';
import classes from './choose-file.module.css';

interface Props {
  readonly onFiles: (files: readonly File[]) => void;
  readonly again?: boolean;
}

const DOCX = '.docx,application/vnd.openxmlformats-officedocument.wordprocessingml.document';

/** A button the size of a drop target: files may be dropped anywhere on the page as well. */
export const ChooseFile = ({ onFiles, again = false }: Props) => (
  <FileButton onChange={(files) => files.length > 0 && onFiles(files)} accept={DOCX} multiple>
    {(props) => (
      <UnstyledButton
        {...props}
        className={classes['target']}
        data-small={again || undefined}
        data-autofocus={again ? undefined : true}
      >
        <IconFileUpload size={again ? 22 : 34} stroke={1.4} aria-hidden />
        <span>
          <Text fw={600}>{again ? 'Choose the corrected file' : 'Choose a Word document'}</Text>
          <Text size="sm" c="dimmed">
            or drop it anywhere on this page · .docx up to 20 MB
          </Text>
        </span>
      </UnstyledButton>
    )}
  </FileButton>
);
