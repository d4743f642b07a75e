/** What the servers are asked for, as bytes that were made beforehand: the driver's own work is shared by all, and small. */
import { CONTENDERS } from '../contenders.ts';
import { invoiceData, invoiceTemplate } from '../documents.ts';
import { requestBytes } from './connection.ts';
import { KEY, type Server } from './servers.ts';

const ROWS = 20;
/** Rows of the invoice that fill a page and begin a second one. */
export const TWO_PAGES = 60;
/** Different data each, so that nothing can be answered from a memory of answers. */
const DIFFERENT = 64;

let seed = 0;
const dataOf = (rows: number) => {
  seed += 1;
  return invoiceData(seed, rows);
};

export interface Asked {
  readonly output?: 'DOCX' | 'PDF';
  readonly engine?: 'native' | 'libreoffice';
  readonly rows?: number;
  readonly key?: string;
}

/** Peers take the data of every request; Platen takes what generate takes. */
export const asking = (
  server: Server,
  { output = 'DOCX', engine, rows = ROWS, key = KEY }: Asked = {},
): (() => Buffer) =>
  inTurns(
    Array.from({ length: rows > TWO_PAGES ? 2 : DIFFERENT }, () =>
      requestBytes(server.target, {
        path: server.name === 'Platen' ? '/template/generate' : '/',
        key,
        json: {
          templateKey: 'invoice',
          output,
          data: dataOf(rows),
          ...(engine !== undefined && { options: { engine } }),
        },
      }),
    ),
  );

export const inTurns = (requests: readonly Buffer[]): (() => Buffer) => {
  let at = 0;
  return () => requests[at++ % requests.length] as Buffer;
};

export const upload = async (
  { target: { host, port } }: Server,
  { templateKey, template, key = KEY }: { templateKey: string; template: Uint8Array; key?: string },
): Promise<void> => {
  const body = new FormData();
  body.set('templateKey', templateKey);
  body.set('template', new Blob([new Uint8Array(template)]), 'template.docx');
  const answer = await fetch(`http://${host}:${port}/template/upload`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${key}` },
    body,
  });
  if (!answer.ok) throw new Error(`${templateKey}: ${answer.status} ${await answer.text()}`);
};

export const uploadInvoice = async (server: Server, key = KEY): Promise<void> => {
  const spelling = CONTENDERS.find(({ name }) => name === 'Platen')?.spelling;
  if (spelling === undefined) throw new Error('There is no Platen among the contenders.');
  await upload(server, { templateKey: 'invoice', template: invoiceTemplate(spelling), key });
};
