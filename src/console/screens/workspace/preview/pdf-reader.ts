/** The worker that reads and draws PDF, as the page sees it: files to open, questions with answers. */
import type {
  Answer,
  Message,
  Opened,
  PageContent,
  Picture,
  QuestionName,
  Questions,
} from './pdf-messages.ts';

interface Waiting {
  readonly resolve: (value: never) => void;
  readonly reject: (error: Error) => void;
}

export class PdfReader {
  readonly #worker = new Worker(new URL('./pdf-worker.ts', import.meta.url), { type: 'module' });
  readonly #waiting = new Map<number, Waiting>();
  /** Why the worker is of no use. */
  #failure: Error | undefined;
  #lastFile = 0;
  #lastId = 0;

  constructor() {
    this.#worker.addEventListener('message', ({ data }: MessageEvent<Answer>) => {
      const waiting = this.#waiting.get(data.id);
      this.#waiting.delete(data.id);
      if ('error' in data) waiting?.reject(new Error(data.error));
      else waiting?.resolve(data.value as never);
    });
    this.#worker.addEventListener('error', ({ message }) => {
      this.#failure = new Error(message || 'The preview was not loaded.');
      for (const { reject } of this.#waiting.values()) reject(this.#failure);
      this.#waiting.clear();
    });
  }

  /** The bytes go over to the worker. */
  async open(bytes: Uint8Array<ArrayBuffer>): Promise<PdfFile> {
    const file = ++this.#lastFile;
    const opened = await this.ask('open', file, { bytes }, [bytes.buffer]).answer;
    return new PdfFile(this, file, opened);
  }

  ask<Name extends QuestionName>(
    kind: Name,
    file: number,
    about: Questions[Name][0],
    transfer: readonly Transferable[] = [],
  ): { readonly id: number; readonly answer: Promise<Questions[Name][1]> } {
    const id = ++this.#lastId;
    const answer = new Promise<Questions[Name][1]>((resolve, reject) => {
      if (this.#failure === undefined) this.#waiting.set(id, { resolve, reject });
      else reject(this.#failure);
    });
    this.#worker.postMessage({ kind, file, id, about }, { transfer: [...transfer] });
    return { id, answer };
  }

  tell(message: Extract<Message, { kind: 'give-up' | 'forget' | 'close' }>): void {
    this.#worker.postMessage(message);
  }

  close(): void {
    this.#worker.terminate();
  }
}

export class PdfFile implements Opened {
  readonly pages: number;
  readonly first: Opened['first'];
  readonly #reader: PdfReader;
  readonly #file: number;

  constructor(reader: PdfReader, file: number, { pages, first }: Opened) {
    this.#reader = reader;
    this.#file = file;
    this.pages = pages;
    this.first = first;
  }

  draw(
    page: number,
    scale: number,
    density: number,
  ): { readonly picture: Promise<Picture | undefined>; cancel(): void } {
    const { id, answer } = this.#reader.ask('draw', this.#file, { page, scale, density });
    return { picture: answer, cancel: () => this.#reader.tell({ kind: 'give-up', id }) };
  }

  read(page: number): Promise<PageContent> {
    return this.#reader.ask('read', this.#file, { page }).answer;
  }

  forget(page: number): void {
    this.#reader.tell({ kind: 'forget', file: this.#file, page });
  }

  close(): void {
    this.#reader.tell({ kind: 'close', file: this.#file });
  }
}
