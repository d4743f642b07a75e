/**
 * Names inside a package: what an entry of the zip may be called, and what a relationship's target means.
 * Part names are written without the leading slash throughout, as the zip writes them: `word/document.xml`.
 */
import { PlatenError } from '../errors.ts';
import type { PackageLimits } from './limits.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });
const latin1 = new TextDecoder('latin1');

/** Zip says which encoding a name has, and writers get the flag wrong; whatever is valid UTF-8 is taken as such. */
const decodeName = (bytes: Uint8Array): string => {
  try {
    return utf8.decode(bytes);
  } catch {
    return latin1.decode(bytes);
  }
};

const FORBIDDEN = /[\0-\x1f\x7f\\]/;
const DRIVE = /^[a-z]:/i;

const shown = (name: string): string => JSON.stringify(name.length > 80 ? `${name.slice(0, 80)}…` : name);

export const checkEntryName = (bytes: Uint8Array, limits: Pick<PackageLimits, 'nameLength'>): string => {
  const name = decodeName(bytes);
  const refuse = (why: string): PlatenError =>
    new PlatenError('docx_unsafe', `The file holds a part named ${shown(name)}, ${why}.`, {
      hint: 'Open it in Word and save it again as a Word document (.docx).',
    });
  if (bytes.length === 0) throw refuse('which is empty');
  if (bytes.length > limits.nameLength) throw refuse(`longer than ${limits.nameLength} bytes`);
  if (FORBIDDEN.test(name)) throw refuse('with a backslash or control character');
  if (name.startsWith('/')) throw refuse('an absolute path');
  if (DRIVE.test(name)) throw refuse('a path on a drive');
  if (name.split('/').some((segment) => segment === '..' || segment === '.')) {
    throw refuse('a path that leads out of the package');
  }
  return name;
};

/** The folder that a part's relative targets start from: `word/document.xml` → `word`. */
const folderOf = (part: string): string => part.slice(0, Math.max(0, part.lastIndexOf('/')));

/**
 * A relationship's target as a part name, or undefined where it leads out of the package.
 * `source` is the part that holds the relationship, '' for the package itself (ECMA-376 part 2, §6.5.3.4).
 */
export const resolveTarget = (source: string, target: string): string | undefined => {
  const path = decodePercent((target.split(/[?#]/, 1)[0] ?? '').replaceAll('\\', '/'));
  const segments = path.startsWith('/') ? [] : folderOf(source).split('/').filter(Boolean);
  for (const segment of path.split('/')) {
    if (segment === '' || segment === '.') continue;
    if (segment === '..') {
      if (segments.pop() === undefined) return undefined;
    } else segments.push(segment);
  }
  return segments.join('/');
};

const decodePercent = (path: string): string => {
  if (!path.includes('%')) return path;
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
};

/** Where a part keeps its relationships: `word/document.xml` → `word/_rels/document.xml.rels`; '' is the package. */
export const relationshipsPartOf = (part: string): string => {
  const slash = part.lastIndexOf('/') + 1;
  return `${part.slice(0, slash)}_rels/${part.slice(slash)}.rels`;
};

/** The shortest target that leads from one part to another: `word/document.xml`, `word/media/a.png` → `media/a.png`. */
export const targetTo = (source: string, part: string): string => {
  const folder = folderOf(source);
  if (folder === '') return part;
  return part.startsWith(`${folder}/`) ? part.slice(folder.length + 1) : `/${part}`;
};
