/** What a page shows, for whoever looks whether it is well made; noted only where somebody does. */
import type { Box } from './boxes.ts';

export type Seen =
  /** A line of the text, outside of headers and footers. */
  | { readonly kind: 'line'; readonly box: Box; readonly text: string; readonly isHeading: boolean }
  /** A word that no line has room for, cut in the middle. */
  | { readonly kind: 'cut-word'; readonly box: Box; readonly text: string }
  /** Text or a picture that is larger than what it stands in. */
  | { readonly kind: 'overflow'; readonly box: Box; readonly of: 'box' | 'cell' | 'column' }
  | { readonly kind: 'row'; readonly box: Box }
  | { readonly kind: 'drawing'; readonly box: Box };
