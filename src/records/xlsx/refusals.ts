/** What is said about workbooks that can't be read. */
import { PlatenError } from '../../errors.ts';

const RESAVE =
  'Open it in Excel or LibreOffice and save it again as an Excel workbook (.xlsx), or as "CSV UTF-8".';

export const damaged = (message: string, cause?: unknown): PlatenError =>
  new PlatenError('records_damaged', message, { hint: RESAVE, ...(cause !== undefined && { cause }) });

export const tooBig = (message: string): PlatenError =>
  new PlatenError('records_too_big', message, { hint: 'Save the sheet as "CSV UTF-8".' });

/** What the reader of packages says, about a workbook instead of a document. */
export const aboutWorkbook = (error: unknown): unknown => {
  if (!(error instanceof PlatenError)) return error;
  if (error.code === 'docx_too_big') return tooBig(error.message);
  if (error.code === 'docx_encrypted')
    return new PlatenError('records_damaged', error.message, {
      hint: 'Save the workbook without a password.',
    });
  return error.code.startsWith('docx_') ? damaged(error.message) : error;
};
