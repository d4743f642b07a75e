import { FileButton, Text, UnstyledButton } from '@mantine/core';
import { IconFileUpload } from '@tabler/icons-react';
import classes from './choose-file.module.css';

interface Props {
  readonly onFiles: (files: readonly File[]) => void;
  readonly again?: boolean;
  /** One file and no more. */
  readonly isOne?: boolean;
}

const DOCX = '.docx,application/vnd.openxmlformats-officedocument.wordprocessingml.document';

/** A button the size of a drop target: files may be dropped anywhere on the page as well. */
export const ChooseFile = ({ onFiles, again = false, isOne = false }: Props) => (
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
          <Text fw={600}>
            {again ? 'Choose the corrected file' : isOne ? 'Choose a Word document' : 'Choose Word documents'}
          </Text>
          <Text size="sm" c="dimmed">
            or drop {isOne || again ? 'it' : 'them'} anywhere on this page · .docx up to 20 MB
          </Text>
        </span>
      </UnstyledButton>
    )}
  </FileButton>
);
