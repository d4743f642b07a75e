/** Content that is not text: pictures, links, rich text, codes. */
import { PlatenError } from '../../errors.ts';
import type { Op, RunInfo } from '../compile/program.ts';
import { declaredContent } from '../content/content-value.ts';
import { isContent, type Value } from '../expression/values.ts';
import type { LinkContext } from './link.ts';
import type { RenderState, Step } from './state.ts';

type ContentOp = Extract<Op, { op: 'content' | 'picture' | 'target' }>;

export const isRich = (value: Value): boolean => isContent(value) || declaredContent(value) !== undefined;

export const linkContent =
  (_op: ContentOp, _context: LinkContext): Step =>
  () => {
    throw new PlatenError('data_invalid', 'Content is not written yet.');
  };

export const writeRich = (_state: RenderState, _value: Value, _run: RunInfo, _context: LinkContext): void => {
  throw new PlatenError('data_invalid', 'Content is not written yet.');
};
