/** ElementTree: the elements of a tagged file as they are declared, parents before children. */
import type { StructureElement, StructureRole } from '../display-list.ts';

export class ElementTree {
  readonly #elements: StructureElement[] = [];

  get elements(): readonly StructureElement[] {
    return this.#elements;
  }

  add(role: StructureRole, parent?: number, more: Partial<StructureElement> = {}): number {
    return this.#elements.push({ role, ...(parent !== undefined && { parent }), ...more }) - 1;
  }

  /** What is known only later. */
  describe(element: number, more: Partial<StructureElement>): void {
    const known = this.#elements[element];
    if (known !== undefined) this.#elements[element] = { ...known, ...more };
  }
}
