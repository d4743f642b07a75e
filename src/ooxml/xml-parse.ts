/**
 * parseXml :: source → XmlElement
 *
 * A tree that knows where in the source each node stands, so that a template's untouched markup can be copied as it
 * was written. Iterative, one pass, no DTD and no entities but the five and numbers: what XML would let a document
 * do beyond describing itself is refused.
 */
import { PlatenError } from '../errors.ts';
import type { XmlLimits } from './limits.ts';
import { DEFAULT_PACKAGE_LIMITS } from './limits.ts';
import { NamespaceContext } from './namespaces.ts';
import { type NameRecord, NameTable } from './xml-names.ts';
import { type RepeatRule, Repeats } from './xml-repeats.ts';
import { decodeReferences, findForbidden } from './xml-text.ts';
import { NO_ATTRIBUTES, XmlElement, type XmlNode } from './xml-tree.ts';

const TAB = 9;
const NEWLINE = 10;
const RETURN = 13;
const SPACE = 32;
const BANG = 33;
const QUOTE = 34;
const AMPERSAND = 38;
const APOSTROPHE = 39;
const SLASH = 47;
const LESS = 60;
const EQUALS = 61;
const GREATER = 62;
const QUESTION = 63;
const BYTE_ORDER_MARK = 0xfeff;

type Open<T> = { -readonly [K in keyof T]: T[K] };

/** `part` is named in errors. With a rule, elements that repeat an earlier one are `other` nodes that say so. */
export const parseXml = (
  source: string,
  limits: XmlLimits = DEFAULT_PACKAGE_LIMITS,
  part = 'the document',
  repeated?: RepeatRule,
): XmlElement => new Parser(source, limits, part, repeated).parse();

class Parser {
  readonly #source: string;
  readonly #limits: XmlLimits;
  readonly #part: string;
  readonly #names: NameTable;
  #at = 0;
  #count = 0;
  readonly #contexts = new Set<NamespaceContext>();
  #hasReturns = false;
  /** Attributes of the tag at hand: arrays that are used again, because growing new ones is what would cost. */
  readonly #records: NameRecord[] = [];
  readonly #values: string[] = [];
  #attributes = 0;
  /** Children of all the open elements; each takes an array of exactly its own when it closes. */
  readonly #nodes: XmlNode[] = [];
  #top = 0;

  /** Where they may begin: behind one that was learned or matched. */
  readonly #repeats: Repeats | undefined;

  constructor(source: string, limits: XmlLimits, part: string, repeated: RepeatRule | undefined) {
    this.#repeats = repeated && new Repeats(source, repeated);
    this.#source = source;
    this.#limits = limits;
    this.#part = part;
    this.#names = new NameTable(source);
  }

  parse(): XmlElement {
    const source = this.#source;
    const forbidden = findForbidden(source);
    if (forbidden >= 0) throw this.#broken('holds a character that XML forbids', forbidden);
    if (source.charCodeAt(0) === BYTE_ORDER_MARK) this.#at = 1;
    this.#skipMisc();
    if (this.#at >= source.length) throw this.#broken('is empty', this.#at);
    if (source.charCodeAt(this.#at) !== LESS) throw this.#broken('is not XML', this.#at);
    this.#hasReturns = source.indexOf('\r', this.#at) >= 0;
    const root = this.#tree();
    this.#skipMisc();
    if (this.#at < source.length) throw this.#broken('goes on after its last element', this.#at);
    return root;
  }

  /** From the root's start tag to its end tag. */
  #tree(): XmlElement {
    const source = this.#source;
    const { xmlDepth } = this.#limits;
    /** For each open element: where its children begin on the stack of nodes, and the context outside of it. */
    const bases: number[] = [];
    const contexts: NamespaceContext[] = [];
    let depth = 0;
    let context = new NamespaceContext();
    let current: XmlElement | undefined;
    for (;;) {
      const less = this.#textUpTo(current);
      const code = source.charCodeAt(less + 1);
      if (code === SLASH) {
        if (current === undefined) throw this.#broken('closes an element that is not open', less);
        depth -= 1;
        this.#close(current, bases[depth] as number, less);
        context = contexts[depth] as NamespaceContext;
        if (current.parent === undefined) return current;
        if (current.name === this.#repeats?.rule.name) {
          this.#repeats.learn(current, context);
          this.#takeRepeats(this.#repeats, current.parent, context);
        }
        current = current.parent;
      } else if (code === BANG || code === QUESTION) {
        if (current === undefined) throw this.#broken('is not XML', less);
        this.#push(this.#special(less, code, current));
      } else {
        const outer = context;
        const record = this.#name(less + 1);
        const next = this.#readAttributes(less + 1 + record.raw.length);
        if (this.#attributes > 0) context = this.#declare(context);
        this.#count += this.#attributes;
        const empty = source.charCodeAt(next) === SLASH;
        if (empty && source.charCodeAt(next + 1) !== GREATER) throw this.#broken('holds a broken tag', next);
        const element = new XmlElement(
          this.#canonical(this.#names.elementName(record, context), record, less),
          record.raw,
          current,
          less,
          next + (empty ? 2 : 1),
          this.#attributes > 0 ? this.#pairs(context, less) : NO_ATTRIBUTES,
        );
        this.#push(element);
        this.#at = element.openEnd;
        if (empty) {
          context = outer;
          if (current === undefined) return element;
        } else {
          if (depth >= xmlDepth) throw this.#tooBig(`nests elements more than ${xmlDepth} deep`);
          bases[depth] = this.#top;
          contexts[depth] = outer;
          depth += 1;
          current = element;
        }
      }
    }
  }

  /** As many as follow each other. */
  #takeRepeats(repeats: Repeats, parent: XmlElement, context: NamespaceContext): void {
    for (;;) {
      const start = this.#at;
      const texts: string[] = [];
      const found = repeats.match(start, context, (from, to) => texts.push(this.#textBetween(from, to)));
      if (found === undefined) return;
      // All that is kept of it are its texts.
      this.#count += texts.length;
      this.#push({ kind: 'other', repeat: { of: found.of, texts }, start, end: found.end, parent });
      this.#at = found.end;
    }
  }

  #push(node: XmlNode): void {
    this.#count += 1;
    const { xmlNodes } = this.#limits;
    if (this.#count > xmlNodes)
      throw this.#tooBig(`holds more than ${xmlNodes} elements, attributes and texts`);
    this.#nodes[this.#top] = node;
    this.#top += 1;
  }

  /** Takes the text before the next tag, if any, and returns where the tag starts. */
  #textUpTo(parent: XmlElement | undefined): number {
    const start = this.#at;
    if (this.#source.charCodeAt(start) === LESS) return start;
    const end = this.#source.indexOf('<', start);
    if (end < 0 || parent === undefined) throw this.#broken('ends before its last element does', start);
    this.#push({ kind: 'text', text: this.#textBetween(start, end), start, end, parent });
    return end;
  }

  #textBetween(start: number, end: number): string {
    const text = this.#lineEnds(this.#source.slice(start, end));
    return text.includes('&') ? this.#decode(text, start) : text;
  }

  #close(element: Open<XmlElement>, base: number, less: number): void {
    const { rawName } = element;
    const source = this.#source;
    let at = less + 2 + rawName.length;
    if (source.charCodeAt(at) !== GREATER) at = skipSpace(source, at);
    if (source.charCodeAt(at) !== GREATER || !source.startsWith(rawName, less + 2)) {
      throw this.#broken(`does not close <${rawName}> where it should`, less);
    }
    element.children = this.#nodes.slice(base, this.#top);
    element.closeStart = less;
    element.end = at + 1;
    this.#top = base;
    this.#at = at + 1;
  }

  /** Comment, instruction or CDATA inside an element. */
  #special(less: number, code: number, parent: XmlElement): XmlNode {
    const source = this.#source;
    if (code === BANG && source.startsWith('<![CDATA[', less)) {
      const end = this.#find(']]>', less + 9);
      this.#at = end;
      return {
        kind: 'text',
        text: this.#lineEnds(source.slice(less + 9, end - 3)),
        start: less,
        end,
        parent,
      };
    }
    const end = code === QUESTION ? this.#find('?>', less + 2) : this.#comment(less);
    this.#at = end;
    return { kind: 'other', start: less, end, parent };
  }

  #name(at: number): NameRecord {
    const record = this.#names.read(at);
    if (record === undefined) throw this.#broken('holds a tag without a valid name', at);
    const { xmlNameLength, xmlNames } = this.#limits;
    if (record.raw.length > xmlNameLength) throw this.#tooBig('holds a name that is too long');
    if (this.#names.size > xmlNames) throw this.#tooBig(`holds more than ${xmlNames} different names`);
    return record;
  }

  /** Names and decoded values, from the end of the element's name; returns where its `>` or `/` is. */
  #readAttributes(from: number): number {
    const source = this.#source;
    this.#attributes = 0;
    let end = from;
    for (;;) {
      let at = skipSpace(source, end);
      const code = source.charCodeAt(at);
      if (code === GREATER || code === SLASH) return at;
      if (at === end) throw this.#broken('holds a broken tag', at);
      if (this.#attributes >= this.#limits.xmlAttributes) {
        throw this.#tooBig(`holds an element with more than ${this.#limits.xmlAttributes} attributes`);
      }
      const record = this.#name(at);
      at += record.raw.length;
      if (source.charCodeAt(at) !== EQUALS) at = skipSpace(source, at);
      if (source.charCodeAt(at) !== EQUALS) throw this.#broken('holds an attribute without a value', at);
      at = skipSpace(source, at + 1);
      const quote = source.charCodeAt(at);
      if (quote !== QUOTE && quote !== APOSTROPHE)
        throw this.#broken('holds an attribute without quotes', at);
      this.#records[this.#attributes] = record;
      end = this.#readValue(at + 1, quote);
      this.#attributes += 1;
    }
  }

  #readValue(start: number, quote: number): number {
    const source = this.#source;
    let plain = true;
    let at = start;
    for (; ; at++) {
      const code = source.charCodeAt(at);
      if (code === quote) break;
      if (code === AMPERSAND || code < SPACE) plain = false;
      else if (code === LESS || Number.isNaN(code))
        throw this.#broken('holds an attribute that never ends', start);
    }
    const value = source.slice(start, at);
    // Literal white space in a value reads as spaces; references to it do not (XML 1.0 §3.3.3).
    this.#values[this.#attributes] = plain
      ? value
      : this.#decode(value.replace(/\r\n|[\t\n\r]/g, ' '), start);
    return at + 1;
  }

  /** The context with the namespaces that the tag at hand declares. */
  #declare(context: NamespaceContext): NamespaceContext {
    let declarations: string[] | undefined;
    for (let index = 0; index < this.#attributes; index++) {
      const prefix = this.#records[index]?.declares;
      if (prefix === undefined) continue;
      declarations ??= [];
      declarations.push(prefix, this.#values[index] ?? '');
    }
    if (declarations === undefined) return context;
    const declared = context.with(declarations);
    this.#contexts.add(declared);
    const { xmlNamespaces } = this.#limits;
    if (this.#contexts.size > xmlNamespaces)
      throw this.#tooBig(`declares namespaces in more than ${xmlNamespaces} ways`);
    return declared;
  }

  #pairs(context: NamespaceContext, at: number): string[] {
    const pairs: string[] = new Array(this.#attributes * 2);
    for (let index = 0; index < this.#attributes; index++) {
      const record = this.#records[index] as NameRecord;
      const name = this.#canonical(this.#names.attributeName(record, context), record, at);
      for (let other = 0; other < index; other++) {
        if (pairs[other * 2] === name) throw this.#broken(`gives the attribute ${record.raw} twice`, at);
      }
      pairs[index * 2] = name;
      pairs[index * 2 + 1] = this.#values[index] as string;
    }
    return pairs;
  }

  #canonical(name: string | undefined, record: NameRecord, at: number): string {
    if (name === undefined) throw this.#broken(`uses the prefix of ${record.raw} without declaring it`, at);
    return name;
  }

  #lineEnds(text: string): string {
    return this.#hasReturns && text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
  }

  #decode(text: string, at: number): string {
    const decoded = decodeReferences(text);
    if (decoded === undefined) throw this.#broken('holds a reference that means nothing', at);
    return decoded;
  }

  /** White space, comments and instructions around the root. */
  #skipMisc(): void {
    const source = this.#source;
    for (;;) {
      this.#at = skipSpace(source, this.#at);
      if (source.startsWith('<?', this.#at)) this.#at = this.#find('?>', this.#at + 2);
      else if (source.startsWith('<!', this.#at)) this.#at = this.#comment(this.#at);
      else return;
    }
  }

  /** After the next occurrence. */
  #find(text: string, from: number): number {
    const at = this.#source.indexOf(text, from);
    if (at < 0) throw this.#broken('ends in the middle of a tag', from);
    return at + text.length;
  }

  #comment(at: number): number {
    if (this.#source.startsWith('<!--', at)) return this.#find('-->', at + 4);
    if (!/^<!(DOCTYPE|ENTITY)/i.test(this.#source.slice(at, at + 9))) {
      throw this.#broken('holds a declaration where none may stand', at);
    }
    throw new PlatenError(
      'docx_unsafe',
      `"${this.#part}" declares a document type (DTD), which no Word document does.`,
      { hint: 'Open it in Word and save it again as a Word document (.docx).' },
    );
  }

  #broken(why: string, at: number): PlatenError {
    const before = this.#source.slice(0, at);
    const line = before.split('\n').length;
    const column = at - before.lastIndexOf('\n');
    return new PlatenError('docx_damaged', `"${this.#part}" ${why} (line ${line}, column ${column}).`, {
      hint: 'Open it in Word and save it again as a Word document (.docx).',
    });
  }

  #tooBig(why: string): PlatenError {
    return new PlatenError('docx_too_big', `"${this.#part}" ${why}.`);
  }
}

const skipSpace = (source: string, from: number): number => {
  let at = from;
  for (; ; at++) {
    const code = source.charCodeAt(at);
    if (code !== SPACE && code !== NEWLINE && code !== RETURN && code !== TAB) return at;
  }
};
