/** The call that the workspace makes, as the snippets write it: what is pasted does what the button did. */
import type { HttpCall } from '../../../snippets/http-call.ts';

export interface CallOptions {
  readonly locale?: string;
  readonly timezone?: string;
  readonly currency?: string;
  readonly missing?: 'empty' | 'keep' | 'error';
  readonly engine?: 'auto' | 'native' | 'libreoffice';
  readonly filename?: string;
}

export interface Call {
  /** The server's address without a slash at the end. */
  readonly address: string;
  readonly templateKey: string;
  readonly output: 'DOCX' | 'PDF';
  /** As it stands in the editor: JSON. */
  readonly dataText: string;
  readonly options: CallOptions;
}

/** The file that a snippet writes: the key, without what shells and file systems take amiss. */
export const fileNameOf = ({ templateKey, output }: Call): string => {
  const name = templateKey
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}._-]+/gu, '-')
    .replace(/^[-.]+|[-.]+$/g, '');
  return `${name.slice(0, 80) || 'document'}.${output.toLowerCase()}`;
};

/** The body, with the data as it is written, so that no number changes on the way through JavaScript. */
export const bodyOf = (call: Call): string => {
  const { templateKey, output, dataText, options } = call;
  const lines = [
    `  "templateKey": ${JSON.stringify(templateKey)}`,
    `  "output": ${JSON.stringify(output)}`,
    `  "data": ${indented(dataText.trim(), '  ')}`,
  ];
  const given = Object.entries(options).filter(([, value]) => value !== undefined && value !== '');
  if (given.length > 0)
    lines.push(`  "options": ${indented(JSON.stringify(Object.fromEntries(given), null, 2), '  ')}`);
  return `{\n${lines.join(',\n')}\n}`;
};

/** JSON has no line breaks inside texts, so moving its lines changes nothing but how it looks. */
const indented = (json: string, by: string): string => json.replace(/\r?\n/g, `\n${by}`);

/** The same call as bytes: the text of the editor goes out as it stands, without being read and written again. */
export const requestBody = ({ templateKey, output, dataText, options }: Omit<Call, 'address'>): Blob => {
  const given = Object.fromEntries(
    Object.entries(options).filter(([, value]) => value !== undefined && value !== ''),
  );
  const head = `{"templateKey":${JSON.stringify(templateKey)},"output":${JSON.stringify(output)},"data":`;
  return new Blob([head, dataText, `,"options":${JSON.stringify(given)}}`], { type: 'application/json' });
};

/** As every language writes it. */
export const httpCallOf = (call: Call): HttpCall => ({
  method: 'POST',
  url: `${call.address}/template/generate`,
  json: bodyOf(call),
  file: fileNameOf(call),
});
