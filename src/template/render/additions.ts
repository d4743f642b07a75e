/** What a render adds to the package besides its parts' text: relationships, media, list instances, ids. */
import type { Program } from '../compile/program.ts';

export class PackageAdditions {
  readonly #program: Program;
  #drawing: number;
  #bookmark: number;
  #number: number;
  /** New `w:num` elements. */
  readonly instances: string[] = [];

  constructor(program: Program) {
    this.#program = program;
    this.#drawing = program.nextId.drawing;
    this.#bookmark = program.nextId.bookmark;
    this.#number = program.nextId.number;
  }

  drawingId(): number {
    return this.#drawing++;
  }

  bookmarkId(): number {
    return this.#bookmark++;
  }

  /** A new instance of a list that starts anew on every level. */
  restart(list: number): string {
    const info = this.#program.lists[list];
    if (info === undefined) return '0';
    const id = this.#number++;
    const levels = info.starts
      .map(
        (start, level) =>
          `<w:lvlOverride w:ilvl="${level}"><w:startOverride w:val="${start}"/></w:lvlOverride>`,
      )
      .join('');
    this.instances.push(
      `<w:num w:numId="${id}"><w:abstractNumId w:val="${info.abstractId}"/>${levels}</w:num>`,
    );
    return String(id);
  }
}
