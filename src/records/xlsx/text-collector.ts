/** The text of a string item (`si`, `is`): of its runs, without readings (`rPh`), with `_x000D_` decoded (§22.9.2.19). */
export class TextCollector {
  #text = '';
  #isText = false;
  #readings = 0;

  begin(): void {
    this.#text = '';
    this.#readings = 0;
  }

  open(name: string): void {
    if (name === 'rPh') this.#readings++;
    if (name === 't') this.#isText = this.#readings === 0;
  }

  text(text: string): void {
    if (this.#isText) this.#text += text;
  }

  close(name: string): void {
    if (name === 'rPh') this.#readings--;
    if (name === 't') this.#isText = false;
  }

  end(): string {
    const text = this.#text;
    this.#text = '';
    return unescaped(text);
  }
}

/** Control characters that XML can't hold, and underscores that would read like one. */
export const unescaped = (text: string): string =>
  text.includes('_x')
    ? text.replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) =>
        String.fromCharCode(Number.parseInt(code, 16)),
      )
    : text;
