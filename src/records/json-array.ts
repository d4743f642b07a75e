/**
 * readJsonArray :: text → records
 *
 * Cuts the items out of the array by its brackets and quotes, and leaves each to JSON.parse, which is faster than any
 * reader of single tokens and has one opinion about what JSON is. Where an item is broken nobody can say where it ends, so
 * the file ends there with an error: unlike lines, items have no border of their own.
 */
import { PlatenError } from '../errors.ts';
import { dataOf, MAX_RECORD, type ReadRecord, reasonOf } from './record.ts';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPEN = 0x5b;
const CLOSE = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const NEWLINE = 0x0a;

export async function* readJsonArray(
  text: AsyncIterable<string>,
): AsyncGenerator<ReadRecord, void, undefined> {
  const cutter = new Cutter();
  let record = 0;
  for await (const chunk of text) {
    for (const { written, line } of cutter.cut(chunk)) {
      record++;
      yield { record, ...dataOf(parsed(written, record, line)) };
    }
  }
  cutter.end();
}

const damaged = (message: string): PlatenError =>
  new PlatenError('records_damaged', message, {
    hint: 'Mend the file, or send NDJSON, one object a line, where a broken record doesn’t stop the others.',
  });

const parsed = (written: string, record: number, line: number): unknown => {
  try {
    return JSON.parse(written);
  } catch (error) {
    throw damaged(
      `The array of records is broken in record ${record}, which begins on line ${line}: ${reasonOf(error)}`,
    );
  }
};

interface Item {
  readonly written: string;
  readonly line: number;
}

/** Where the reader stands: before the array, in it, or behind it. */
type Where = 'before' | 'inside' | 'behind';

class Cutter {
  #where: Where = 'before';
  #depth = 0;
  #isString = false;
  #isEscaped = false;
  /** What the chunks before have of the item. */
  #rest = '';
  #line = 1;
  #itemLine = 1;
  #isItemBegun = false;
  #items = 0;
  /** A comma was read, so another item must come. */
  #isOwed = false;

  *cut(chunk: string): Generator<Item> {
    let from = 0;
    for (let at = 0; at < chunk.length; at++) {
      const code = chunk.charCodeAt(at);
      if (code === NEWLINE) this.#line++;
      if (this.#where !== 'inside') {
        this.#outside(code);
        from = at + 1;
      } else if (this.#isString) this.#inString(code);
      else if (this.#depth === 0 && (code === COMMA || code === CLOSE)) {
        const item = this.#item(chunk.slice(from, at), code);
        if (item !== undefined) yield item;
        from = at + 1;
      } else this.#inItem(code);
    }
    if (this.#where !== 'inside') return;
    this.#rest += chunk.slice(from);
    if (this.#rest.length > MAX_RECORD)
      throw new PlatenError(
        'records_too_big',
        `Record ${this.#items + 1}, which begins on line ${this.#itemLine}, is longer than ${MAX_RECORD} characters.`,
      );
  }

  #outside(code: number): void {
    if (isSpace(code)) return;
    if (this.#where === 'before' && code === OPEN) this.#where = 'inside';
    else
      throw damaged(
        this.#where === 'before'
          ? 'The file must be a JSON array of objects; it does not begin with "[".'
          : `There is something behind the array of records, on line ${this.#line}.`,
      );
  }

  #inString(code: number): void {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (code === BACKSLASH) this.#isEscaped = true;
    else if (code === QUOTE) this.#isString = false;
  }

  #inItem(code: number): void {
    if (!this.#isItemBegun && !isSpace(code)) {
      this.#isItemBegun = true;
      this.#itemLine = this.#line;
    }
    if (code === QUOTE) this.#isString = true;
    else if (code === OPEN || code === OPEN_OBJECT) this.#depth++;
    else if (code === CLOSE || code === CLOSE_OBJECT) this.#depth--;
    if (this.#depth < 0)
      throw damaged(
        `A bracket closes on line ${this.#line} that was never opened, in record ${this.#items + 1}.`,
      );
  }

  #item(last: string, code: number): Item | undefined {
    const written = this.#rest + last;
    const isBegun = this.#isItemBegun;
    this.#rest = '';
    this.#isItemBegun = false;
    if (code === CLOSE) this.#where = 'behind';
    if (!isBegun) {
      if (code === CLOSE && !this.#isOwed) return undefined;
      throw damaged(
        `The array of records has a comma too many after record ${this.#items}, on line ${this.#line}.`,
      );
    }
    this.#isOwed = code === COMMA;
    this.#items++;
    return { written, line: this.#itemLine };
  }

  end(): void {
    if (this.#where === 'behind') return;
    throw damaged(
      this.#where === 'before'
        ? 'The file is empty; it must be a JSON array of objects.'
        : `The file ends inside the array, after ${this.#items} records: it may have been cut off on the way.`,
    );
  }
}

const isSpace = (code: number): boolean =>
  code === 0x20 || code === NEWLINE || code === 0x0d || code === 0x09;
