/**
 * readXml :: bytes of a part → what its elements are made into
 *
 * A strict parser that is handed the text piece by piece: whatever the handlers collected is handed on after each piece, so a
 * sheet of any length needs the memory of a few rows. XML that is not well-formed, or cut off, is an error.
 */
import { SaxesParser } from 'saxes';
import { damaged, tooBig } from './refusals.ts';

export interface XmlHandlers {
  /** Names without their prefix. */
  open(name: string, attributes: Readonly<Record<string, string>>): void;
  text(text: string): void;
  close(name: string): void;
}

/** Characters between two tags; a cell has 32,767 at most. */
const MAX_TEXT = 4 * 1024 * 1024;
/** Elements inside elements. Sheets have five. */
const MAX_DEPTH = 100;

const local = (name: string): string => name.slice(name.indexOf(':') + 1);

export async function* readXml(
  part: string,
  bytes: AsyncIterable<Uint8Array>,
  handlers: XmlHandlers,
): AsyncGenerator<void, void, undefined> {
  const parser = new SaxesParser();
  let depth = 0;
  let silence = 0;
  parser.on('opentag', ({ name, attributes }) => {
    silence = 0;
    if (++depth > MAX_DEPTH) throw damaged(`"${part}" has elements inside elements beyond ${MAX_DEPTH}.`);
    handlers.open(local(name), attributes);
  });
  parser.on('closetag', ({ name }) => {
    silence = 0;
    depth--;
    handlers.close(local(name));
  });
  parser.on('text', (text) => handlers.text(text));
  parser.on('cdata', (text) => handlers.text(text));
  parser.on('doctype', () => {
    throw damaged(`"${part}" has a document type, which no workbook needs.`);
  });
  parser.on('error', (error) => {
    throw damaged(`"${part}" is damaged: ${error.message}`);
  });
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const decoded = (piece?: Uint8Array): string => {
    try {
      return piece === undefined ? decoder.decode() : decoder.decode(piece, { stream: true });
    } catch {
      throw damaged(`"${part}" is not valid UTF-8.`);
    }
  };
  for await (const piece of bytes) {
    const text = decoded(piece);
    silence += text.length;
    parser.write(text);
    if (silence > MAX_TEXT) throw tooBig(`"${part}" has a text of more than ${MAX_TEXT} characters.`);
    yield;
  }
  parser.write(decoded());
  parser.close();
  yield;
}

/** For parts that are read as a whole. */
export const readAll = async (
  part: string,
  bytes: AsyncIterable<Uint8Array>,
  handlers: XmlHandlers,
): Promise<void> => {
  for await (const _ of readXml(part, bytes, handlers));
};
