/**
 * Why a document may not come out as Word would have it: every code that readers, layout and the PDF writer report, with what
 * it means to whoever asked for the PDF. The codes stand in logs and metrics, the sentences in `Platen-Warnings`.
 * `docs/pdf.md` has a row for each; `test/convert/reasons.test.ts` holds the three together.
 */
import { PlatenError } from '../errors.ts';

export const GATE_REASONS = {
  'script:east-asian':
    'East Asian typesetting (a grid of characters, emphasis marks, ruby, combined characters)',
  'picture-format': 'a picture of a kind that is not drawn',
  'embedded-object': 'an embedded object that has no picture of itself',
  'font:missing': 'characters that no font of this server has',
  chart: 'a chart of a kind that is not drawn, or with parts that are not',
  'text-effects': 'embossed or engraved letters',
  math: 'an equation that is longer than its line or has parts that are not known',
  'picture-effects': 'a change of the colours of a picture',
  drawing: 'a drawing of a kind that is not known',
  'alt-chunk': 'another document that is to be inserted here',
  smartart: 'a SmartArt diagram without a drawing of itself',
  vml: 'a drawing of older versions of Word',
  'shape-geometry': 'a shape whose outline is not known',
  'vertical-text': 'text that runs downwards',
  'page-background': 'a picture or a gradient behind the text of every page',
  bar: 'a bar beside a paragraph or at a tab stop',
  'mirrored-indents': 'indents that change sides on even pages',
  'clearing-break': 'a line break after which text goes on below what floats',
  'damaged-part': 'a part of the file that is damaged',
  'deep-nesting': 'tables or boxes nested too deeply',
  'deep-group': 'groups of shapes nested too deeply',
  'linked-text-box': 'text that runs on from one text box to another',
} as const satisfies Readonly<Record<string, string>>;

type GateReason = keyof typeof GATE_REASONS;

const isKnown = (reason: string): reason is GateReason => Object.hasOwn(GATE_REASONS, reason);

const ELEMENT = 'element:';

/** A reason in words, for who gets the document all the same. */
export const asWarning = (reason: string): string => {
  if (isKnown(reason)) return `not laid out as Word would: ${GATE_REASONS[reason]} (${reason})`;
  if (reason.startsWith(ELEMENT))
    return `not laid out as Word would: an element that is not known, ${reason.slice(ELEMENT.length)}`;
  // What is left are codes of errors.
  return `not laid out as Word would: ${reason}`;
};

/** Of a document whose pages are to go on from another's, and that the native engine does not make. */
export const notNumberedThrough = (reasons: readonly string[] = []): PlatenError =>
  new PlatenError(
    'bad_option',
    `Pages are numbered through by the native engine alone, which does not make this document${reasons.length > 0 ? ` (${reasons.join(', ')})` : ''}.`,
    { hint: 'Send `pageNumbers` "record", or `options.engine` "native".' },
  );
