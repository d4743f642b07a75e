/** A tag to copy by a click on it, and what it prints. */
import { CopyButton, UnstyledButton } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import classes from './help-panel.module.css';

interface Props {
  readonly text: string;
  readonly what: string;
  /** What it prints with these data. */
  readonly result?: string | undefined;
}

export const CopiedTag = ({ text, what, result }: Props) => (
  <>
    <CopyButton value={text} timeout={2000}>
      {({ copied, copy }) => (
        <UnstyledButton
          className={classes['tag']}
          onClick={copy}
          aria-label={copied ? `${text} copied` : `Copy ${text}`}
        >
          <code>{text}</code>
          {copied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />}
        </UnstyledButton>
      )}
    </CopyButton>
    {result !== undefined && <div className={classes['result']}>{result}</div>}
    <div className={classes['what']}>{what}</div>
  </>
);
