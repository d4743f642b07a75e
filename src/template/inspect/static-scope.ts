/** Names without data: what each name in a tag stands for, as the renderer's frames would find it. */
import type { ResolveName, Shape } from '../expression/references.ts';
import { elementOf, made, propertyOf, UNKNOWN } from '../expression/shapes.ts';

export interface StaticFrame {
  readonly parent: StaticFrame | undefined;
  /** Does the block enter its item, so that bare names are looked up there first? */
  readonly enters: boolean;
  readonly item: Shape;
  readonly variable: string | undefined;
  readonly index: string | undefined;
}

const ROOT: Shape = { type: 'origin', origin: { levels: 0, name: '@root', path: [] } };

export const rootFrame = (): StaticFrame => ({
  parent: undefined,
  enters: false,
  item: ROOT,
  variable: undefined,
  index: undefined,
});

const isNamed = (name: string, variable: string | undefined): boolean =>
  variable !== undefined && (name === variable || name === `$${variable}`);

const outer = (frame: StaticFrame, levels: number): StaticFrame | undefined => {
  let at: StaticFrame | undefined = frame;
  for (let left = levels; left > 0; left--) {
    while (at !== undefined && !at.enters && at.parent !== undefined) at = at.parent;
    if (at?.parent === undefined) return undefined;
    at = at.parent;
  }
  return at;
};

/** `variables` are those of SET, which hold for the rest of the document. */
export const resolverOf =
  (frame: StaticFrame, variables: ReadonlyMap<string, Shape>): ResolveName =>
  (levels, name) => {
    for (let at = outer(frame, levels); at !== undefined; at = at.parent) {
      if (isNamed(name, at.variable)) return at.item;
      if (isNamed(name, at.index)) return made('number');
      if (name === '@root') return ROOT;
      if (name === 'this' && (at.enters || at.parent === undefined)) return at.item;
      if (at.parent === undefined)
        return variables.get(name) ?? (levels > 0 ? propertyOf(ROOT, name) : undefined);
      if (!at.enters || name.startsWith('@') || name.startsWith('$')) continue;
      if (variables.has(name)) return variables.get(name);
      const own = propertyOf(at.item, name);
      if (own.type !== 'unknown') return own;
    }
    return UNKNOWN;
  };

export const elementShape = (list: Shape): Shape => elementOf(list);
