/** Collects what an expression reads, while `references` walks over it. */
import {
  type Example,
  elementOf,
  type IsVariable,
  type Origin,
  propertyOf,
  type Reference,
  type ReferenceKind,
  type ResolveName,
  type Shape,
  strongerKind,
  type Test,
  UNKNOWN,
} from '../shapes.ts';
import type { Expression, PathExpression } from '../tree.ts';

/** What is made of a value at the place where it is read. */
export interface Use {
  readonly kind: ReferenceKind;
  readonly optional: boolean;
  readonly test?: Test;
  readonly choices?: readonly Example[];
  readonly isReceiver?: true;
  readonly isMeasured?: true;
  readonly isContainer?: true;
  readonly length?: number;
  readonly key?: Shape;
  readonly peer?: Shape;
  readonly instead?: readonly string[];
}

type Found = {
  -readonly [Name in keyof Reference]: Reference[Name] extends readonly (infer Item)[]
    ? Item[]
    : Reference[Name];
};

type Visit = (node: Expression, use: Use, reader: ReferenceReader) => Shape;

/** Names of the engine that are no data. */
const NO_DATA = new Set([
  '$index',
  '$idx',
  '$number',
  '$length',
  '$now',
  '@index',
  '@first',
  '@last',
  '@key',
]);

export const MAKES_NUMBER = /^(?:Math\.|Number$|(?:Number\.)?parse|Date\.now$)/;

const MAX_EXAMPLES = 5;
/** A function of the template that calls itself is followed so far. */
const MAX_CALLS = 4;

const addTo = <T>(list: T[], item: T | undefined, isSame: (a: T, b: T) => boolean = Object.is): void => {
  if (item === undefined || list.length >= MAX_EXAMPLES || list.some((one) => isSame(one, item))) return;
  list.push(item);
};

export class ReferenceReader {
  readonly #visit: Visit;
  readonly #resolve: ResolveName;
  readonly #isVariable: IsVariable;
  readonly #locals: { name: string; shape: Shape }[] = [];
  readonly #found = new Map<string, Found>();
  readonly #variables = new Set<number>();
  #calls = 0;

  constructor(visit: Visit, resolve: ResolveName, isVariable: IsVariable) {
    this.#visit = visit;
    this.#resolve = resolve;
    this.#isVariable = isVariable;
  }

  reads(): readonly Reference[] {
    return [...this.#found.values()];
  }

  variables(): readonly number[] {
    return [...this.#variables];
  }

  read(node: Expression, use: Use): Shape {
    return this.#visit(node, use, this);
  }

  condition(node: Expression, wanted = true): void {
    this.read(node, {
      kind: 'boolean',
      optional: true,
      ...(!wanted && { test: { op: '==', value: false } as const }),
    });
  }

  /** For `const`, and for `SET` within its own tag. */
  bind(name: string, shape: Shape): void {
    this.#locals.push({ name, shape });
  }

  /** The body of a function, with what its parameters stand for. */
  arrow(node: Extract<Expression, { type: 'arrow' }>, shapes: readonly Shape[], use?: Use): Shape {
    const before = this.#locals.length;
    node.params.forEach((name, index) => {
      this.bind(name, shapes[index] ?? UNKNOWN);
    });
    const result = this.read(node.body, use ?? { kind: 'unknown', optional: false });
    this.#locals.length = before;
    return result;
  }

  /** A function that the template set, called with what its parameters stand for. */
  call(callee: Expression, shapes: readonly Shape[], use: Use): Shape | undefined {
    const shape =
      callee.type === 'path' ? this.shapeOf(callee) : this.read(callee, { ...use, kind: 'unknown' });
    if (shape.type !== 'function' || this.#calls >= MAX_CALLS) return undefined;
    this.#calls += 1;
    const result = this.arrow(shape.arrow, shapes, use);
    this.#calls -= 1;
    return result;
  }

  path({ levels, name, keys, optional }: PathExpression, use: Use): Shape {
    let shape = this.#start(levels, name);
    const isOptional = use.optional || optional;
    for (const [index, key] of keys.entries()) {
      if (key === 'length' && index === keys.length - 1) {
        this.note(shape, { kind: 'sequence', optional: isOptional, isMeasured: true });
        return { type: 'made', kind: 'number' };
      }
      const position = typeof key === 'number' || /^\d+$/.test(key) ? Number(key) : undefined;
      if (position !== undefined && shape.type !== 'object') {
        this.note(shape, { kind: 'sequence', optional: isOptional, length: position + 1 });
        shape = elementOf(shape);
      } else shape = propertyOf(shape, String(key));
    }
    return this.note(shape, { ...use, optional: isOptional });
  }

  /** What a path stands for, without reading it. */
  shapeOf({ levels, name, keys }: PathExpression): Shape {
    return keys.reduce<Shape>((shape, key) => propertyOf(shape, String(key)), this.#start(levels, name));
  }

  isVariable({ levels, name }: PathExpression): boolean {
    if (levels === 0 && this.#locals.some((entry) => entry.name === name)) return true;
    return NO_DATA.has(name) || this.#isVariable(levels, name);
  }

  #start(levels: number, name: string): Shape {
    const local = levels === 0 ? this.#locals.findLast((entry) => entry.name === name) : undefined;
    if (local !== undefined) return local.shape;
    const resolved = this.#resolve(levels, name);
    if (resolved !== undefined) return resolved;
    return NO_DATA.has(name) ? UNKNOWN : { type: 'origin', origin: { levels, name, path: [] } };
  }

  note(shape: Shape, use: Use): Shape {
    if (shape.type === 'either') for (const one of shape.of) this.note(one, use);
    else if (shape.type === 'made' && shape.variable !== undefined && !use.optional) {
      this.#variables.add(shape.variable);
    } else if (shape.type === 'origin') this.#noteOrigin(shape.origin, use);
    return shape;
  }

  #noteOrigin(origin: Origin, use: Use): void {
    const key = JSON.stringify(origin);
    let entry = this.#found.get(key);
    if (entry === undefined) {
      entry = {
        origin,
        kind: use.kind,
        optional: use.optional,
        examples: [],
        tests: [],
        choices: [],
        isReceiver: false,
        isMeasured: false,
        isContainer: false,
        length: 0,
        keys: [],
        peers: [],
        instead: [],
      };
      this.#found.set(key, entry);
    }
    entry.kind = strongerKind(entry.kind, use.kind);
    entry.optional &&= use.optional;
    entry.isReceiver ||= use.isReceiver === true;
    entry.isMeasured ||= use.isMeasured === true;
    entry.isContainer ||= use.isContainer === true;
    entry.length = Math.max(entry.length, use.length ?? 0);
    addTo(entry.examples, use.test?.value);
    addTo(entry.tests, use.test, (a, b) => a.op === b.op && a.value === b.value);
    for (const choice of use.choices ?? []) addTo(entry.choices, choice);
    addTo(entry.keys, use.key);
    addTo(entry.peers, use.peer);
    addTo(entry.instead, use.instead, (a, b) => a.join('\n') === b.join('\n'));
  }

  /** What kind an expression yields, where its form alone says so. */
  kindOf(node: Expression): ReferenceKind {
    switch (node.type) {
      case 'literal':
        if (typeof node.value === 'number') return 'number';
        return typeof node.value === 'string'
          ? 'text'
          : typeof node.value === 'boolean'
            ? 'boolean'
            : 'unknown';
      case 'template':
        return 'text';
      case 'date':
        return 'date';
      case 'path': {
        if (node.name === '$now') return 'date';
        if (node.keys.at(-1) === 'length' || NO_DATA.has(node.name)) return 'number';
        const shape = this.shapeOf(node);
        return shape.type === 'made' ? shape.kind : 'unknown';
      }
      case 'unary':
        return node.op === 'typeof' ? 'text' : node.op === '!' ? 'boolean' : 'number';
      case 'binary':
        if (node.op === '+') return this.#sumKind(node);
        return ['-', '*', '/', '%', '**'].includes(node.op) ? 'number' : 'boolean';
      case 'builtin':
        return MAKES_NUMBER.test(node.name) ? 'number' : 'unknown';
      case 'conditional':
        return strongerKind(this.kindOf(node.then), this.kindOf(node.otherwise));
      case 'logical':
        return this.kindOf(node.right);
      default:
        return 'unknown';
    }
  }

  #sumKind(node: Extract<Expression, { type: 'binary' }>): ReferenceKind {
    const kinds = [this.kindOf(node.left), this.kindOf(node.right)];
    if (kinds.includes('text')) return 'text';
    return kinds.includes('number') ? 'number' : 'unknown';
  }
}
