/**
 * The tree that the parser makes, and the few questions everybody asks it.
 */
export type XmlNode = XmlElement | XmlText | XmlOther;

export interface XmlText {
  readonly kind: 'text';
  /** References decoded, line ends as `\n`. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly parent: XmlElement;
}

/** Written as an earlier element is, but for its texts (see `xml-repeats.ts`). */
export interface Repeat {
  /** The element that it is like. */
  readonly of: XmlElement;
  /** Decoded, of each element of the rule's name that has a text there, in order. */
  readonly texts: readonly string[];
}

/** A comment or a processing instruction, kept for its place alone; or a repeat, for who asked the parser for them. */
interface XmlOther {
  readonly kind: 'other';
  readonly repeat?: Repeat;
  readonly start: number;
  readonly end: number;
  readonly parent: XmlElement;
}

export const NO_ATTRIBUTES: readonly string[] = [];
const NO_CHILDREN: readonly XmlNode[] = [];
const NO_MAP: ReadonlyMap<string, string> = new Map();

/**
 * A class, and one with few fields, because a large document has millions of them: what all share is on the
 * prototype, and attributes stay a flat list until somebody asks for the Map.
 */
export class XmlElement {
  /** With the canonical prefix of its namespace: `w:p` whatever the file calls it. */
  readonly name: string;
  /** As written. */
  readonly rawName: string;
  readonly parent: XmlElement | undefined;
  readonly children: readonly XmlNode[];
  /** Of `<`. */
  readonly start: number;
  /** After the `>` of the start tag. */
  readonly openEnd: number;
  /** Of the `<` of the end tag; same as `openEnd` and `end` where the element is written `<x/>`. */
  readonly closeStart: number;
  /** After the last `>`. */
  readonly end: number;
  private held: readonly string[] | ReadonlyMap<string, string>;

  constructor(
    name: string,
    rawName: string,
    parent: XmlElement | undefined,
    start: number,
    openEnd: number,
    attributes: readonly string[],
  ) {
    this.name = name;
    this.rawName = rawName;
    this.parent = parent;
    this.children = NO_CHILDREN;
    this.start = start;
    this.openEnd = openEnd;
    this.closeStart = openEnd;
    this.end = openEnd;
    this.held = attributes;
  }

  get kind(): 'element' {
    return 'element';
  }

  /** By canonical name; namespace declarations are among them as written (`xmlns:w`). */
  get attributes(): ReadonlyMap<string, string> {
    if (this.held instanceof Map) return this.held;
    if (this.held === NO_ATTRIBUTES) return NO_MAP;
    const pairs = this.held as readonly string[];
    const map = new Map<string, string>();
    for (let at = 0; at < pairs.length; at += 2) map.set(pairs[at] ?? '', pairs[at + 1] ?? '');
    this.held = map;
    return map;
  }

  /** One attribute, without the Map that `attributes` makes. */
  attribute(name: string): string | undefined {
    if (this.held instanceof Map) return this.held.get(name);
    const pairs = this.held as readonly string[];
    for (let at = 0; at < pairs.length; at += 2) if (pairs[at] === name) return pairs[at + 1];
    return undefined;
  }
}

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
  // A stack of its own: a generator within a generator for each level would pass every element through all of them.
  const stack: { readonly nodes: readonly XmlNode[]; at: number }[] = [{ nodes: parent.children, at: 0 }];
  for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
    const node = top.nodes[top.at];
    top.at += 1;
    if (node === undefined) stack.pop();
    else if (node.kind === 'element') {
      yield node;
      if (node.children.length > 0) stack.push({ nodes: node.children, at: 0 });
    }
  }
}

/** All the text below, joined. */
export const textContent = (node: XmlNode): string => {
  if (node.kind === 'text') return node.text;
  return node.kind === 'element' ? node.children.map(textContent).join('') : '';
};
