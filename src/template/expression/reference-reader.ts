/** Collects what an expression reads, while `references` walks over it. */
import {
  type Example,
  elementOf,
  type Origin,
  propertyOf,
  type Reference,
  type ReferenceKind,
  type ResolveName,
  type Shape,
  strongerKind,
  UNKNOWN,
} from './shapes.ts';
import type { Expression } from './tree.ts';

/** What is made of a value at the place where it is read. */
export interface Use {
  readonly kind: ReferenceKind;
  readonly optional: boolean;
  readonly example?: Example;
}

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

const MAX_EXAMPLES = 5;

export class ReferenceReader {
  readonly #visit: Visit;
  readonly #resolve: ResolveName;
  readonly #locals: { name: string; shape: Shape }[] = [];
  readonly #found = new Map<
    string,
    { origin: Origin; kind: ReferenceKind; optional: boolean; examples: Example[] }
  >();

  constructor(visit: Visit, resolve: ResolveName) {
    this.#visit = visit;
    this.#resolve = resolve;
  }

  reads(): readonly Reference[] {
    return [...this.#found.values()];
  }

  read(node: Expression, use: Use): Shape {
    return this.#visit(node, use, this);
  }

  condition(node: Expression): void {
    this.read(node, { kind: 'boolean', optional: true });
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

  path({ levels, name, keys, optional }: Extract<Expression, { type: 'path' }>, use: Use): Shape {
    let shape = this.#start(levels, name);
    const isOptional = use.optional || optional;
    for (const [index, key] of keys.entries()) {
      if (key === 'length' && index === keys.length - 1) {
        this.note(shape, { kind: 'list', optional: isOptional });
        return { type: 'made', kind: 'number' };
      }
      const isElement = typeof key === 'number' || /^\d+$/.test(key);
      if (isElement) this.note(shape, { kind: 'list', optional: isOptional });
      shape = isElement ? elementOf(shape) : propertyOf(shape, key);
    }
    return this.note(shape, { ...use, optional: isOptional });
  }

  #start(levels: number, name: string): Shape {
    const local = levels === 0 ? this.#locals.findLast((entry) => entry.name === name) : undefined;
    if (local !== undefined) return local.shape;
    const resolved = this.#resolve(levels, name);
    if (resolved !== undefined) return resolved;
    return NO_DATA.has(name) ? UNKNOWN : { type: 'origin', origin: { levels, name, path: [] } };
  }

  note(shape: Shape, { kind, optional, example }: Use): Shape {
    if (shape.type !== 'origin') return shape;
    const { origin } = shape;
    const key = JSON.stringify(origin);
    const known = this.#found.get(key);
    const entry = known ?? { origin, kind, optional, examples: [] };
    if (known === undefined) this.#found.set(key, entry);
    entry.kind = strongerKind(entry.kind, kind);
    entry.optional &&= optional;
    if (example !== undefined && !entry.examples.includes(example) && entry.examples.length < MAX_EXAMPLES) {
      entry.examples.push(example);
    }
    return shape;
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
        const local = this.#locals.findLast((entry) => entry.name === node.name)?.shape;
        return local?.type === 'made' && node.keys.length === 0 ? local.kind : 'unknown';
      }
      case 'unary':
        return node.op === 'typeof' ? 'text' : node.op === '!' ? 'boolean' : 'number';
      case 'binary':
        if (node.op === '+') return this.#sumKind(node);
        return ['-', '*', '/', '%', '**'].includes(node.op) ? 'number' : 'boolean';
      case 'builtin':
        return node.name.startsWith('Math.') || node.name === 'Number' ? 'number' : 'unknown';
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
