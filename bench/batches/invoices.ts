/** The invoices of the batch bench: the render bench's template with a table of a few rows; new data for every number. */
import { type InvoiceData, invoiceData, invoiceTemplate } from '../documents.ts';

const PLATEN = {
  field: (name: string) => (name === 'total' ? '{total | number:"0,0.00"}' : `{${name}}`),
  row: {
    open: '{#items}',
    cells: ['{name}', '{quantity}', '{price | number:"0,0.00"}', '{amount | number:"0,0.00"}'],
    close: '{/items}',
  },
} as const;

export const template = (): Uint8Array<ArrayBuffer> => new Uint8Array(invoiceTemplate(PLATEN));

const LEAST_ROWS = 5;
const MORE_ROWS = 20;

export const invoice = (seed: number): InvoiceData => invoiceData(seed, LEAST_ROWS + (seed % MORE_ROWS));
