/** UniqueNames :: names, in order → the same, told apart where a file system would mix them up */

/** As systems that don't tell capitals from small letters compare names, and those that take accents apart. */
const folded = (name: string): string => name.normalize('NFC').toLowerCase();

export class UniqueNames {
  readonly #taken = new Set<string>();
  /** The last number that was given to a name: a thousand of the same are not tried one after the other. */
  readonly #last = new Map<string, number>();

  take(name: string): string {
    const key = folded(name);
    let unique = name;
    let number = this.#last.get(key) ?? 1;
    while (this.#taken.has(folded(unique))) {
      number++;
      unique = `${name} (${number})`;
    }
    if (number > 1) this.#last.set(key, number);
    this.#taken.add(folded(unique));
    return unique;
  }
}
