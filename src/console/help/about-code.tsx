/** From an error to its paragraph in docs/errors.md. */
import { Anchor } from '@mantine/core';
import { openHelp } from './help-state.ts';

export const AboutCode = ({ code }: { readonly code: string }) => (
  <Anchor
    component="button"
    type="button"
    size="xs"
    onClick={() => openHelp(`/docs/errors#row-${code}`)}
    aria-label={`What ${code} means`}
  >
    What this means
  </Anchor>
);
