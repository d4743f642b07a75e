/** readJsonFile :: File → its text, laid out to be read; or why it is none. Text that is no JSON can be mended in the editor. */
import { formatBytes } from '../../../components/format.ts';
import { formatText } from './edit-text.ts';

/** Bytes; the request itself may not be larger. */
const LARGEST = 20 * 1024 * 1024;

type JsonFile = { readonly text: string } | { readonly refusal: string };

export const readJsonFile = async (file: File): Promise<JsonFile> => {
  if (file.size > LARGEST)
    return { refusal: `${file.name} has ${formatBytes(file.size)}. A request may have 20 MB.` };
  const bytes = new Uint8Array(await file.arrayBuffer());
  const text = decoded(bytes);
  if (text === undefined)
    return {
      refusal: isZip(bytes)
        ? `${file.name} is a Word document or another packed file, not data. Choose a file of JSON.`
        : `${file.name} is not text. Choose a file of JSON.`,
    };
  return { text: formatText(text) };
};

const isZip = ([first, second]: Uint8Array): boolean => first === 0x50 && second === 0x4b;

/** Some programs of Windows write UTF-16, and say so in the first two bytes. */
const decoded = (bytes: Uint8Array): string | undefined => {
  const [first, second] = bytes;
  const encoding =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    return text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
};
