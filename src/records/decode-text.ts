/**
 * decodeText :: bytes → text
 *
 * In the encoding that is named, or that the file's byte order mark tells, or UTF-8. Bytes that are not valid in it end
 * the reading: a name with wrong letters must not get into a document.
 */
import { PlatenError } from '../errors.ts';

const MARKS: readonly { readonly bytes: readonly number[]; readonly encoding: string }[] = [
  { bytes: [0xef, 0xbb, 0xbf], encoding: 'utf-8' },
  { bytes: [0xff, 0xfe], encoding: 'utf-16le' },
  { bytes: [0xfe, 0xff], encoding: 'utf-16be' },
];

const ENCODING_HINT =
  'Name its encoding in `source.encoding`: "windows-1252" is what Excel writes in Western Europe as "CSV", "utf-16le" as "Unicode text"; others are "windows-1250", "windows-1251", "iso-8859-15", "shift_jis", "gb18030". Or save the file as "CSV UTF-8".';

/** What is wrong with the name of an encoding; undefined where nothing is. */
export const checkEncoding = (name: string): string | undefined => {
  try {
    return new TextDecoder(name).encoding === 'replacement' ? `There is no encoding "${name}".` : undefined;
  } catch {
    return `There is no encoding ${JSON.stringify(name)}; write one such as "utf-8" or "windows-1252".`;
  }
};

export async function* decodeText(
  bytes: AsyncIterable<Uint8Array>,
  encoding?: string,
): AsyncGenerator<string, void, undefined> {
  let decoder: Decoder | undefined;
  let head: Uint8Array = new Uint8Array(0);
  for await (const chunk of bytes) {
    if (decoder === undefined) {
      head = joined(head, chunk);
      if (head.length < 3) continue;
      decoder = new Decoder(head, encoding);
      yield decoder.decode(head);
    } else yield decoder.decode(chunk);
  }
  if (decoder === undefined) {
    // So short that no mark could be told from text before its end.
    decoder = new Decoder(head, encoding);
    yield decoder.decode(head);
  }
  yield decoder.end();
}

class Decoder {
  readonly #decoder: InstanceType<typeof TextDecoder>;
  readonly #name: string;
  readonly #isLegacy: boolean;
  #position = 0;

  constructor(head: Uint8Array, encoding: string | undefined) {
    const mark = MARKS.find(({ bytes }) => bytes.every((byte, at) => head[at] === byte));
    this.#decoder = new TextDecoder(encoding ?? mark?.encoding ?? 'utf-8', { fatal: true });
    this.#name = this.#decoder.encoding;
    this.#isLegacy = !this.#name.startsWith('utf-');
    if (mark !== undefined && mark.encoding !== this.#name)
      throw new PlatenError(
        'records_encoding',
        `The file begins with the byte order mark of ${mark.encoding}, and \`source.encoding\` says ${this.#name}.`,
        { hint: 'Leave out `source.encoding`: the mark tells it.' },
      );
  }

  decode(chunk: Uint8Array): string {
    const text = this.#checked(() => this.#decoder.decode(chunk, { stream: true }));
    this.#position += chunk.length;
    return text;
  }

  end(): string {
    return this.#checked(() => this.#decoder.decode());
  }

  /** Legacy code pages have holes, which decoders fill with control characters that no text has. */
  #checked(decode: () => string): string {
    let text: string;
    try {
      text = decode();
    } catch {
      throw this.#refused();
    }
    if (text.includes('\0'))
      throw new PlatenError(
        'records_encoding',
        `The file has NUL characters when it is read as ${this.#name}: it is probably UTF-16, or no text at all.`,
        {
          hint: 'Name the encoding in `source.encoding`, such as "utf-16le", or save the file as "CSV UTF-8".',
        },
      );
    if (this.#isLegacy && /[\u0080-\u009f\ufffd]/.test(text)) throw this.#refused();
    return text;
  }

  #refused(): PlatenError {
    return new PlatenError(
      'records_encoding',
      `The file is not valid ${this.#name}: there are bytes after position ${this.#position} that stand for no character.`,
      { hint: ENCODING_HINT },
    );
  }
}

const joined = (a: Uint8Array, b: Uint8Array): Uint8Array => {
  if (a.length === 0) return b;
  const both = new Uint8Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
};
