/**
 * readStyles :: styles part → by the number of a cell's style, what its number is
 *
 * A date is a number that is shown as one; only the format tells (§18.8.30).
 */
import type { ZipEntry } from '../../ooxml/zip-directory.ts';
import { readAll } from './read-xml.ts';
import { unpack } from './unpack.ts';

/** `zeros`: how many digits are shown at least, where leading zeros are. */
export interface CellStyle {
  readonly isDate: boolean;
  readonly zeros: number;
}

const PLAIN: CellStyle = { isDate: false, zeros: 0 };
const DATE: CellStyle = { isDate: true, zeros: 0 };

/** Formats that every workbook has, the East Asian ones among them. Of the times at 45 to 47, the last two are durations. */
const isBuiltInDate = (id: number): boolean =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || id === 45 || (id >= 50 && id <= 58);

/** Elapsed time (`[h]:mm`) is a number of days, not a moment. */
const styleOf = (format: string): CellStyle => {
  const [positive = ''] = format.replaceAll(/"[^"]*"|\\.|_.|\*./g, '').split(';');
  if (/\[(?:h+|m+|s+)\]/i.test(positive)) return PLAIN;
  const bare = positive.replaceAll(/\[[^\]]*\]/g, '');
  if (/^0{2,}$/.test(bare)) return { isDate: false, zeros: bare.length };
  if (/^general$/i.test(bare.trim())) return PLAIN;
  // `E` alone is a year in East Asia; `E+` is an exponent.
  return /[dmyhse]/i.test(bare.replaceAll(/E[-+]/gi, '')) ? DATE : PLAIN;
};

export const readStyles = async (entry: ZipEntry | undefined): Promise<readonly CellStyle[]> => {
  if (entry === undefined) return [];
  const formats = new Map<number, CellStyle>();
  const styles: CellStyle[] = [];
  let isInside = false;
  await readAll(entry.name, unpack(entry), {
    open(name, attributes) {
      if (name === 'numFmt')
        formats.set(Number(attributes['numFmtId']), styleOf(attributes['formatCode'] ?? ''));
      if (name === 'cellXfs') isInside = true;
      if (name !== 'xf' || !isInside) return;
      const id = Number(attributes['numFmtId'] ?? 0);
      styles.push(formats.get(id) ?? (isBuiltInDate(id) ? DATE : PLAIN));
    },
    text: () => undefined,
    close(name) {
      if (name === 'cellXfs') isInside = false;
    },
  });
  return styles;
};
