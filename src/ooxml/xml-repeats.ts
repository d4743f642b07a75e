/**
 * Repeats: elements that are written as an earlier one is, but for their texts.
 *
 * Two thousand rows of a table come from one row of a template: their markup is the same to the letter. Comparing it with
 * the row before costs a fraction of parsing it, and neither the parser nor its readers make the same things again.
 */
import type { NamespaceContext } from './namespaces.ts';
import type { XmlElement, XmlText } from './xml-tree.ts';

export interface RepeatRule {
  /** Elements of this name are compared, `w:tr`. */
  readonly name: string;
  /** The elements in them whose text may differ, `w:t`. */
  readonly text: string;
  /** Whether a reader can make one like it from nothing but its texts. */
  readonly accepts: (element: XmlElement) => boolean;
}

interface Pattern {
  readonly of: XmlElement;
  /** Namespaces that its names were read with. */
  readonly context: NamespaceContext;
  /** The markup before, between and behind the texts. */
  readonly markup: readonly string[];
}

/** The row, the row of the other band, one with a remark, one without. */
const MOST_PATTERNS = 4;
/** A table whose rows are all different is not compared for ever. */
const MOST_MISSES = 64;
const LESS = 60;

export class Repeats {
  readonly rule: RepeatRule;
  readonly #source: string;
  /** The one that matched last is first. */
  readonly #patterns: Pattern[] = [];
  #misses = 0;

  constructor(source: string, rule: RepeatRule) {
    this.#source = source;
    this.rule = rule;
  }

  /** Remembers an element that was parsed. */
  learn(element: XmlElement, context: NamespaceContext): void {
    if (this.#misses > MOST_MISSES || !this.rule.accepts(element)) return;
    this.#misses += 1;
    const texts: XmlText[] = [];
    if (!this.#collect(element, texts)) return;
    const markup: string[] = [];
    let from = element.start;
    for (const { start, end } of texts) {
      markup.push(this.#source.slice(from, start));
      from = end;
    }
    markup.push(this.#source.slice(from, element.end));
    this.#patterns.unshift({ of: element, context, markup });
    if (this.#patterns.length > MOST_PATTERNS) this.#patterns.pop();
  }

  /** The texts that may differ; false where one is not written plainly. */
  #collect(element: XmlElement, out: XmlText[]): boolean {
    for (const node of element.children) {
      if (node.kind !== 'element') continue;
      if (node.name !== this.rule.text) {
        if (!this.#collect(node, out)) return false;
        continue;
      }
      const [text, ...more] = node.children;
      if (text === undefined) continue;
      if (text.kind !== 'text' || more.length > 0 || this.#source.charCodeAt(text.start) === LESS)
        return false;
      out.push(text);
    }
    return true;
  }

  /** What stands at `at`, where it is like something known: `take` gets the place of each text. */
  match(
    at: number,
    context: NamespaceContext,
    take: (start: number, end: number) => void,
  ): { readonly of: XmlElement; readonly end: number } | undefined {
    for (let index = 0; index < this.#patterns.length; index++) {
      const pattern = this.#patterns[index] as Pattern;
      if (pattern.context !== context) continue;
      const end = this.#fits(pattern, at);
      if (end < 0) continue;
      if (index > 0) {
        this.#patterns.splice(index, 1);
        this.#patterns.unshift(pattern);
      }
      this.#misses = 0;
      for (let text = 1; text < pattern.markup.length; text++)
        take(this.#starts[text] as number, this.#ends[text] as number);
      return { of: pattern.of, end };
    }
    return undefined;
  }

  /** Where each text of the element at hand begins and ends; used again, because each row would need new ones. */
  readonly #starts: number[] = [];
  readonly #ends: number[] = [];

  /** Where it ends, or −1. */
  #fits({ markup }: Pattern, from: number): number {
    const source = this.#source;
    let at = from;
    for (let index = 0; index < markup.length; index++) {
      const piece = markup[index] as string;
      if (index > 0) {
        this.#starts[index] = at;
        at = source.indexOf('<', at);
        this.#ends[index] = at;
      }
      const end = at + piece.length;
      // A third of what `startsWith` takes, which looks at one letter after the other.
      if (at < 0 || source.slice(at, end) !== piece) return -1;
      at = end;
    }
    return at;
  }
}
