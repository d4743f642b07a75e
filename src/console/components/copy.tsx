/** Something to copy: the text itself, and a button that says that it worked. */
import { Button, CopyButton } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';

interface Props {
  readonly value: string;
  readonly what: string;
  readonly variant?: string;
}

export const Copy = ({ value, what, variant = 'default' }: Props) => (
  <CopyButton value={value} timeout={2500}>
    {({ copied, copy }) => (
      <Button
        variant={variant}
        size="xs"
        onClick={copy}
        leftSection={copied ? <IconCheck size={15} /> : <IconCopy size={15} />}
        aria-label={copied ? `${what} copied` : `Copy ${what}`}
      >
        {copied ? 'Copied' : 'Copy'}
      </Button>
    )}
  </CopyButton>
);
