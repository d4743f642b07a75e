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
import { NameTable } from './xml-names.ts';
import { decodeReferences, findForbidden } from './xml-text.ts';

export { decodeXml, dropForbidden, escapeAttribute, escapeText } from './xml-text.ts';

export type XmlNode = XmlElement | XmlText | XmlOther;

export interface XmlText {
  readonly kind: 'text';
  /** References decoded, line ends as `\n`. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly parent: XmlElement;
}

/** A comment or a processing instruction: kept for its place alone. */
export interface XmlOther {
  readonly kind: 'other';
  readonly start: number;
  readonly end: number;
  readonly parent: XmlElement;
}

const NO_ATTRIBUTES: ReadonlyMap<string, string> = new Map();
const NO_PAIRS: readonly string[] = [];
const NO_CHILDREN: readonly XmlNode[] = [];

export class XmlElement {
  readonly kind = 'element' as const;
  /** With the canonical prefix of its namespace: `w:p` whatever the file calls it. */
  readonly name: string;
  /** As written. */
  readonly rawName: string;
  readonly parent: XmlElement | undefined;
  readonly children: readonly XmlNode[] = NO_CHILDREN;
  /** Of `<`. */
  readonly start: number;
  /** After the `>` of the start tag. */
  readonly openEnd: number;
  /** Of the `<` of the end tag; same as `openEnd` and `end` where the element is written `<x/>`. */
  readonly closeStart: number = 0;
  /** After the last `>`. */
  readonly end: number = 0;
  /** Flat: name, value, name, value. A Map for each element would cost more than all the rest of the parse. */
  readonly #pairs: readonly string[];
  #map: ReadonlyMap<string, string> | undefined;

  constructor(
    name: string,
    rawName: string,
    parent: XmlElement | undefined,
    start: number,
    openEnd: number,
    pairs: readonly string[] = NO_PAIRS,
  ) {
    this.name = name;
    this.rawName = rawName;
    this.parent = parent;
    this.start = start;
    this.openEnd = openEnd;
    this.#pairs = pairs;
  }

  /** By canonical name; namespace declarations are among them as written (`xmlns:w`). */
  get attributes(): ReadonlyMap<string, string> {
    if (this.#map !== undefined) return this.#map;
    if (this.#pairs.length === 0) return NO_ATTRIBUTES;
    const map = new Map<string, string>();
    for (let at = 0; at < this.#pairs.length; at += 2)
      map.set(this.#pairs[at] ?? '', this.#pairs[at + 1] ?? '');
    this.#map = map;
    return map;
  }

  /** One attribute without the Map that `attributes` makes. */
  attribute(name: string): string | undefined {
    const pairs = this.#pairs;
    for (let at = 0; at < pairs.length; at += 2) if (pairs[at] === name) return pairs[at + 1];
    return undefined;
  }
}

export const isElement = (node: XmlNode): node is XmlElement => node.kind === 'element';

/** Child elements, of one name or all. */
export const elementsOf = (parent: XmlElement, name?: string): XmlElement[] =>
  parent.children.filter(
    (node): node is XmlElement => node.kind === 'element' && (name === undefined || node.name === name),
  );

export const childOf = (parent: XmlElement | undefined, name: string): XmlElement | undefined => {
  if (parent === undefined) return undefined;
  for (const node of parent.children) if (node.kind === 'element' && node.name === name) return node;
  return undefined;
};

/** Every element below, in document order. */
export function* descendantsOf(parent: XmlElement): Generator<XmlElement> {
  for (const node of parent.children) {
    if (node.kind !== 'element') continue;
    yield node;
    yield* descendantsOf(node);
  }
}

/** All the text below, joined. */
export const textContent = (node: XmlNode): string => {
  if (node.kind === 'text') return node.text;
  return node.kind === 'element' ? node.children.map(textContent).join('') : '';
};

const LESS = 60;
const GREATER = 62;
const SLASH = 47;
const BANG = 33;
const QUESTION = 63;
const EQUALS = 61;
const AMPERSAND = 38;
const QUOTE = 34;
const APOSTROPHE = 39;
const SPACE = 32;

type Open<T> = { -readonly [K in keyof T]: T[K] };

export const parseXml = (
  source: string,
  limits: XmlLimits = DEFAULT_PACKAGE_LIMITS,
  part = 'the document',
): XmlElement => new Parser(source, limits, part).parse();

class Parser {
  readonly #source: string;
  readonly #limits: XmlLimits;
  readonly #part: string;
  readonly #names: NameTable;
  #at = 0;
  #nodes = 0;
  #hasReturns = false;

  constructor(source: string, limits: XmlLimits, part: string) {
    this.#source = source;
    this.#limits = limits;
    this.#part = part;
    this.#names = new NameTable(source);
  }

  parse(): XmlElement {
    const source = this.#source;
    const forbidden = findForbidden(source);
    if (forbidden >= 0) throw this.#broken('holds a control character', forbidden);
    this.#skipProlog();
    this.#hasReturns = source.indexOf('\r', this.#at) >= 0;
    const root = this.#content();
    this.#skipMisc();
    if (this.#at < source.length) throw this.#broken('goes on after its last element', this.#at);
    return root;
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

  #skipProlog(): void {
    if (this.#source.charCodeAt(0) === 0xfeff) this.#at = 1;
    this.#skipMisc();
    if (this.#at >= this.#source.length) throw this.#broken('is empty', this.#at);
    if (this.#source.charCodeAt(this.#at) !== LESS) throw this.#broken('is not XML', this.#at);
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

  #find(text: string, from: number): number {
    const at = this.#source.indexOf(text, from);
    if (at < 0) throw this.#broken('ends in the middle of a tag', from);
    return at + text.length;
  }

  #comment(at: number): number {
    if (this.#source.startsWith('<!--', at)) return this.#find('-->', at + 4);
    if (/^<!DOCTYPE/i.test(this.#source.slice(at, at + 9))) {
      throw new PlatenError(
        'docx_unsafe',
        `"${this.#part}" declares a document type (DTD), which no Word document does.`,
        { hint: 'Open it in Word and save it again as a Word document (.docx).' },
      );
    }
    throw this.#broken('holds a declaration where none may stand', at);
  }

  /** From the root's start tag to its end tag. */
  #content(): XmlElement {
    const source = this.#source;
    const { xmlDepth, xmlNodes } = this.#limits;
    let context = new NamespaceContext();
    const contexts: NamespaceContext[] = [];
    let depth = 0;
    let current: Open<XmlElement> | undefined;
    let children: XmlNode[] = [];
    for (;;) {
      const at = this.#at;
      let less = at;
      if (source.charCodeAt(at) !== LESS) {
        less = source.indexOf('<', at);
        if (less < 0 || current === undefined) throw this.#broken('ends before its last element does', at);
        if (++this.#nodes > xmlNodes) throw this.#tooBig(`holds more than ${xmlNodes} elements and texts`);
        children.push({
          kind: 'text',
          text: this.#text(at, less),
          start: at,
          end: less,
          parent: current as XmlElement,
        });
      }
      const code = source.charCodeAt(less + 1);
      if (code === SLASH) {
        if (current === undefined) throw this.#broken('closes an element that is not open', less);
        const end = this.#closeTag(current.rawName, less);
        current.closeStart = less;
        current.end = end;
        this.#at = end;
        const parent: XmlElement | undefined = current.parent;
        depth--;
        context = contexts.pop() ?? context;
        if (parent === undefined) return current as XmlElement;
        current = parent;
        children = parent.children as XmlNode[];
      } else if (code === BANG || code === QUESTION) {
        if (current === undefined) throw this.#broken('is not XML', less);
        if (++this.#nodes > xmlNodes) throw this.#tooBig(`holds more than ${xmlNodes} elements and texts`);
        children.push(this.#special(less, code, current as XmlElement));
      } else {
        if (++this.#nodes > xmlNodes) throw this.#tooBig(`holds more than ${xmlNodes} elements and texts`);
        const outer: NamespaceContext = context;
        const nameStart = less + 1;
        const record = this.#names.read(nameStart);
        if (record === undefined) throw this.#broken('holds a tag without a valid name', less);
        if (record.raw.length > this.#limits.xmlNameLength)
          throw this.#tooBig('holds a name that is too long');
        let scan = nameStart + record.raw.length;
        let pairs: readonly string[] = NO_PAIRS;
        let next = source.charCodeAt(scan);
        if (next !== GREATER && next !== SLASH) {
          this.#at = scan;
          const raw = this.#attributes();
          scan = this.#at;
          next = source.charCodeAt(scan);
          context = declare(context, raw);
          pairs = raw.length === 0 ? NO_PAIRS : this.#canonical(raw, context, less);
        }
        const name = this.#names.elementName(record, context);
        if (name === undefined)
          throw this.#broken(`uses the prefix of <${record.raw}> without declaring it`, less);
        const empty = next === SLASH;
        if (empty && source.charCodeAt(scan + 1) !== GREATER) throw this.#broken('holds a broken tag', scan);
        const openEnd = scan + (empty ? 2 : 1);
        const element: Open<XmlElement> = new XmlElement(
          name,
          record.raw,
          current as XmlElement | undefined,
          less,
          openEnd,
          pairs,
        );
        if (current !== undefined) children.push(element as XmlElement);
        this.#at = openEnd;
        if (empty) {
          element.closeStart = openEnd;
          element.end = openEnd;
          context = outer;
          if (current === undefined) return element as XmlElement;
        } else {
          if (++depth > xmlDepth) throw this.#tooBig(`nests elements more than ${xmlDepth} deep`);
          contexts.push(outer);
          children = [];
          element.children = children;
          current = element;
        }
      }
    }
  }

  #closeTag(rawName: string, less: number): number {
    const source = this.#source;
    let at = less + 2 + rawName.length;
    const matches = source.startsWith(rawName, less + 2);
    if (matches && source.charCodeAt(at) === GREATER) return at + 1;
    at = skipSpace(source, at);
    if (matches && source.charCodeAt(at) === GREATER) return at + 1;
    throw this.#broken(`does not close <${rawName}> where it should`, less);
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

  #lineEnds(text: string): string {
    return this.#hasReturns && text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
  }

  #text(start: number, end: number): string {
    const text = this.#lineEnds(this.#source.slice(start, end));
    if (!text.includes('&')) return text;
    return this.#decode(text, start);
  }

  #decode(text: string, at: number): string {
    const decoded = decodeReferences(text);
    if (decoded === undefined) throw this.#broken('holds a reference that means nothing', at);
    return decoded;
  }

  /** Raw names and decoded values, flat, from the end of the element's name to its `>` or `/`. */
  #attributes(): string[] {
    const source = this.#source;
    const pairs: string[] = [];
    for (;;) {
      const from = this.#at;
      let at = skipSpace(source, from);
      const code = source.charCodeAt(at);
      if (code === GREATER || code === SLASH) {
        this.#at = at;
        return pairs;
      }
      const record = at > from ? this.#names.read(at) : undefined;
      if (record === undefined) throw this.#broken('holds a broken tag', at);
      if (record.raw.length > this.#limits.xmlNameLength) throw this.#tooBig('holds a name that is too long');
      if (pairs.length >= this.#limits.xmlAttributes * 2) {
        throw this.#tooBig(`holds an element with more than ${this.#limits.xmlAttributes} attributes`);
      }
      at += record.raw.length;
      if (source.charCodeAt(at) !== EQUALS) at = skipSpace(source, at);
      if (source.charCodeAt(at) !== EQUALS) throw this.#broken('holds an attribute without a value', at);
      at++;
      let quote = source.charCodeAt(at);
      if (quote !== QUOTE && quote !== APOSTROPHE) {
        at = skipSpace(source, at);
        quote = source.charCodeAt(at);
      }
      if (quote !== QUOTE && quote !== APOSTROPHE)
        throw this.#broken('holds an attribute without quotes', at);
      pairs.push(record.raw, this.#value(at + 1, quote));
    }
  }

  #value(start: number, quote: number): string {
    const source = this.#source;
    let at = start;
    let plain = true;
    for (; ; at++) {
      const code = source.charCodeAt(at);
      if (code === quote) break;
      if (code === AMPERSAND || code < SPACE) plain = false;
      else if (code === LESS || Number.isNaN(code))
        throw this.#broken('holds an attribute that never ends', start);
    }
    this.#at = at + 1;
    const value = source.slice(start, at);
    if (plain) return value;
    // Literal white space in a value reads as spaces; references to it do not (XML 1.0 §3.3.3).
    return this.#decode(value.replace(/\r\n|[\t\n\r]/g, ' '), start);
  }

  #canonical(pairs: string[], context: NamespaceContext, at: number): string[] {
    for (let index = 0; index < pairs.length; index += 2) {
      const raw = pairs[index] ?? '';
      const name = this.#names.attributeName(raw, context);
      if (name === undefined) throw this.#broken(`uses the prefix of ${raw} without declaring it`, at);
      for (let other = 0; other < index; other += 2) {
        if (pairs[other] === name) throw this.#broken(`gives the attribute ${raw} twice`, at);
      }
      pairs[index] = name;
    }
    return pairs;
  }
}

const skipSpace = (source: string, from: number): number => {
  let at = from;
  for (; ; at++) {
    const code = source.charCodeAt(at);
    if (code !== SPACE && code !== 10 && code !== 13 && code !== 9) return at;
  }
};

const declare = (context: NamespaceContext, pairs: readonly string[]): NamespaceContext => {
  const declarations: string[] = [];
  for (let at = 0; at < pairs.length; at += 2) {
    const name = pairs[at] ?? '';
    if (name.startsWith('xmlns:')) declarations.push(name.slice(6), pairs[at + 1] ?? '');
    else if (name === 'xmlns') declarations.push('', pairs[at + 1] ?? '');
  }
  return declarations.length === 0 ? context : context.with(declarations);
};
