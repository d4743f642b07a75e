/** What follows the parts in the package: relationships, media, numbering, content types. */
import { CONTENT_TYPES_PART, writeContentTypes } from '../../ooxml/content-types.ts';
import { relationshipsPartOf, targetTo } from '../../ooxml/part-names.ts';
import { writeRelationships } from '../../ooxml/relationships.ts';
import type { PreparedEntries } from '../../ooxml/zip-prepared.ts';
import type { ZipEntry } from '../../ooxml/zip-read.ts';
import type { PackageWriter } from '../../ooxml/zip-write.ts';
import { namesOf } from '../content/dialect.ts';
import type { Program } from '../program.ts';
import type { PackageAdditions } from '../runtime/additions.ts';

const WORD = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const STRICT_WORD = 'http://purl.oclc.org/ooxml/wordprocessingml/main';
const NUMBERING_TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml.numbering+xml';
const MEDIA_TYPES: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  svg: 'image/svg+xml',
};

/** Parts that are copied unless the render added to them. */
export interface HeldBack {
  /** The relationships of written parts, the numbering, the content types. */
  readonly entries: readonly ZipEntry[];
  /** All of them, as most documents have them. */
  readonly prepared: PreparedEntries;
  /** The numbering's text; read once, when first needed. */
  numberingText(): string;
}

export const heldBackNames = (program: Program): Set<string> =>
  new Set([
    ...Object.keys(program.relationships).map(relationshipsPartOf),
    program.numbering.part,
    CONTENT_TYPES_PART,
  ]);

export const writePackageEnd = (
  writer: PackageWriter,
  program: Program,
  additions: PackageAdditions,
  held: HeldBack,
): void => {
  if (additions.isEmpty && !program.contentTypes.isChanged) {
    writer.copy(held.prepared);
    return;
  }
  const written = new Set<string>();
  const write = (name: string, text: string): void => {
    writer.add(name, text);
    written.add(name);
  };
  const overrides = new Map(program.contentTypes.overrides);
  const defaults = new Map(program.contentTypes.defaults);
  const known = overrides.size + defaults.size;

  const { numbering } = additions;
  if (numbering !== undefined) {
    const { part, isNew, definitionsAt, instancesAt } = program.numbering;
    if (isNew) {
      const type = `${namesOf(program.dialect).relationships}/numbering`;
      const isRelated = program.relationships[program.mainPart]?.some((one) => one.type === type) === true;
      if (!isRelated)
        additions.addRelationship(program.mainPart, type, targetTo(program.mainPart, part), false);
      overrides.set(part, NUMBERING_TYPE);
      const namespace = program.dialect === 'strict' ? STRICT_WORD : WORD;
      write(
        part,
        `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<w:numbering xmlns:w="${namespace}">${numbering.definitions}${numbering.instances}</w:numbering>`,
      );
    } else {
      const text = held.numberingText();
      write(
        part,
        text.slice(0, definitionsAt) +
          numbering.definitions +
          text.slice(definitionsAt, instancesAt) +
          numbering.instances +
          text.slice(instancesAt),
      );
    }
  }
  for (const [name, { content, type }] of additions.parts) {
    writer.add(name, content);
    if (type !== undefined) overrides.set(name, type);
  }
  for (const [name, bytes] of additions.media) {
    writer.add(name, bytes);
    const extension = name.slice(name.lastIndexOf('.') + 1);
    const type = MEDIA_TYPES[extension];
    if (type !== undefined && !defaults.has(extension)) defaults.set(extension, type);
  }
  for (const [part, list] of additions.relationships) {
    write(relationshipsPartOf(part), writeRelationships([...(program.relationships[part] ?? []), ...list]));
  }
  if (program.contentTypes.isChanged || overrides.size + defaults.size > known)
    write(CONTENT_TYPES_PART, writeContentTypes({ defaults, overrides }));
  for (const entry of held.entries) if (!written.has(entry.name)) writer.raw(entry.name, entry);
};
