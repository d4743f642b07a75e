/** look :: File → what is wrong with it, before a byte is sent: the kind by its first bytes, and the size. */
import { formatBytes } from '../../../components/format.ts';

/** The server's default bound; one that is set lower answers with 413 in its own words. */
const MAX_BYTES = 20 * 1024 * 1024;

const startsWith = (bytes: Uint8Array, ...wanted: number[]): boolean =>
  wanted.every((value, index) => bytes[index] === value);

export const refusalOf = async (file: File): Promise<string | undefined> => {
  if (file.size > MAX_BYTES)
    return `${file.name} has ${formatBytes(file.size)}; a template may have 20 MB. Large pictures are the usual reason: in Word, “Compress Pictures” makes them smaller.`;
  if (file.size === 0) return `${file.name} is empty (or a folder). Choose a Word document (.docx).`;
  const head = new Uint8Array(await file.slice(0, 8).arrayBuffer());
  if (startsWith(head, 0xd0, 0xcf, 0x11, 0xe0))
    return `${file.name} is in Word's old format, or has a password. Open it in Word and save it as “Word document (.docx)” without a password.`;
  if (startsWith(head, 0x25, 0x50, 0x44, 0x46))
    return `${file.name} is a PDF. A template is the Word document (.docx) that the PDF was made from.`;
  if (!startsWith(head, 0x50, 0x4b))
    return `${file.name} is not a Word document. Choose a file that Word saved as .docx.`;
  return undefined;
};

export const nameFrom = (file: File): string =>
  file.name
    .replace(/\.[^.]+$/, '')
    .replaceAll(/[_\s]+/g, ' ')
    .trim()
    .slice(0, 300);

/** Keys that look alike are one. */
export const normalKey = (key: string): string => key.trim().normalize('NFC');

/** `template`, or `template-2` where that is taken: a new file covers none that is there. */
export const freeKey = (wanted: string, taken: ReadonlySet<string>): string => {
  if (wanted === '' || !taken.has(wanted)) return wanted;
  for (let number = 2; ; number++) {
    // A key has 200 characters at most.
    const key = `${wanted.slice(0, 190)}-${number}`;
    if (!taken.has(key)) return key;
  }
};

/** What programs will write: lower case, words joined with hyphens. */
export const keyFrom = (name: string): string =>
  name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 200);
