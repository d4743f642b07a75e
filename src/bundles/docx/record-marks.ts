/** Bookmarks around a record and at its end, where fields ask for them. */
export class RecordMarks {
  readonly #record: number;
  #isWholeUsed = false;
  readonly #pageCount: string | undefined;

  constructor(record: number, sections: number, pageNumbers: 'record' | 'through') {
    this.#record = record;
    if (pageNumbers === 'record') this.#pageCount = sections === 1 ? 'SECTIONPAGES' : `PAGEREF ${this.#end}`;
  }

  get #whole(): string {
    return `_Record_${this.#record}`;
  }

  get #end(): string {
    return `_RecordEnd_${this.#record}`;
  }

  get rules(): { readonly pageCount: string | undefined; readonly whole: () => string } {
    return {
      pageCount: this.#pageCount,
      whole: () => {
        this.#isWholeUsed = true;
        return this.#whole;
      },
    };
  }

  /** A header that counts this record's pages by its last is no other record's. */
  keyFor(source: string): string {
    const isOwn = this.#pageCount?.startsWith('PAGEREF') === true && /NUMPAGES/i.test(source);
    return isOwn ? `of record ${this.#record}` : (this.#pageCount ?? '');
  }

  bookmarks(id: () => string): { readonly begin: string; readonly end: string } {
    let [begin, end] = ['', ''];
    if (this.#isWholeUsed) {
      const number = id();
      begin = `<w:bookmarkStart w:id="${number}" w:name="${this.#whole}"/>`;
      end = `<w:bookmarkEnd w:id="${number}"/>`;
    }
    if (this.#pageCount?.startsWith('PAGEREF') === true) {
      const number = id();
      end += `<w:bookmarkStart w:id="${number}" w:name="${this.#end}"/><w:bookmarkEnd w:id="${number}"/>`;
    }
    return { begin, end };
  }
}
