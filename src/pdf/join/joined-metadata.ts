/** JoinedMetadata: what documents say of themselves → what one file can say of all: that in which they agree */
import type { Metadata } from '../../layout/display-list.ts';
import type { PdfSource } from '../read/source.ts';
import { textOf } from '../read/values.ts';

type Field = Exclude<keyof Metadata, 'language'>;

const FIELDS: Readonly<Record<string, Field>> = {
  '/Title': 'title',
  '/Author': 'author',
  '/Subject': 'subject',
  '/Keywords': 'keywords',
  '/Creator': 'creator',
  '/CreationDate': 'created',
  '/ModDate': 'modified',
};

/** D:20240131120000+01'00' (§7.9.4) as ISO 8601. */
const isoDate = (text: string): string | undefined => {
  const [, year, month = '01', day = '01', hour = '00', minute = '00', second = '00', zone = 'Z'] =
    /^D:(\d{4})(\d\d)?(\d\d)?(\d\d)?(\d\d)?(\d\d)?(Z|[+-]\d\d'?\d\d)?/.exec(text) ?? [];
  if (year === undefined) return undefined;
  const offset = zone === 'Z' ? 'Z' : zone.replace(/^(.\d\d)'?(\d\d)$/, '$1:$2');
  return `${year}-${month}-${day}T${hour}:${minute}:${second}${offset}`;
};

export class JoinedMetadata {
  #said: Partial<Record<Field, string>> | undefined;
  /** Of the first document. */
  language: string | undefined;
  /** All of them are. */
  isArchived = true;
  isTagged = true;

  take(source: PdfSource): void {
    const { root } = source;
    const info = source.maybeDict(source.trailer.get('/Info'));
    const own: Partial<Record<Field, string>> = {};
    for (const [key, field] of Object.entries(FIELDS)) {
      const text = textOf(source.resolve(info?.get(key)) as string | undefined);
      const value =
        text !== undefined && (field === 'created' || field === 'modified') ? isoDate(text) : text;
      if (value !== undefined) own[field] = value;
    }
    if (this.#said === undefined) {
      this.#said = own;
      this.language = textOf(source.resolve(root.get('/Lang')) as string | undefined);
    } else {
      for (const field of Object.keys(this.#said) as Field[])
        if (this.#said[field] !== own[field]) delete this.#said[field];
    }
    this.isArchived &&= isArchived(source);
    this.isTagged &&=
      root.has('/StructTreeRoot') && source.maybeDict(root.get('/MarkInfo'))?.get('/Marked') === 'true';
  }

  get metadata(): Metadata {
    return { ...this.#said, ...(this.language !== undefined && { language: this.language }) };
  }
}

/** ISO 19005-2, level B, as its own metadata say. */
const isArchived = (source: PdfSource): boolean => {
  const stream = source.stream(source.root.get('/Metadata'));
  const xmp = stream && source.data(stream)?.toString('latin1');
  if (xmp === undefined || !source.root.has('/OutputIntents')) return false;
  return /pdfaid:part(?:>|=")2\b/.test(xmp);
};
