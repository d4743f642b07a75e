/**
 * linkCode :: HYPERLINK field → its code, with the tags of the address filled
 *
 * Word writes a link as a field where it has a target or a screen tip besides its address, and always in older files:
 * `HYPERLINK "https://example.com/{id}" \\t "_blank"` (ECMA-376 §17.16.5.25), cut into any number of runs.
 */
import type { XmlElement } from '../../../ooxml/xml.ts';
import { escapeAttribute, escapeText } from '../../../ooxml/xml.ts';
import { closeTag, openTag } from '../../../ooxml/xml-markup.ts';
import { DELIMITERS } from '../../delimiters.ts';
import { scan } from '../../lex/scan.ts';
import type { Reader } from '../../parse/read-tag.ts';
import type { Tag, Where } from '../../parse/tag.ts';
import { warn } from '../../problems.ts';
import type { Op } from '../../program.ts';
import type { Field } from '../../word/field-marks.ts';
import { compileFlat } from '../build/flat-text.ts';
import { flatten } from '../build/flatten.ts';
import type { Edit, TemplateBuild } from '../context.ts';

interface LinkCodeInput {
  readonly source: string;
  readonly reader: Reader;
  readonly template: TemplateBuild;
  /** Of an element; asked for where there is something to say. */
  whereOf(element: XmlElement): Omit<Where, 'tag'>;
}

interface LinkCode {
  readonly edits: ReadonlyMap<XmlElement, Edit>;
  readonly tags: readonly Tag[];
}

/** The address is the first argument, in quotes or without. */
const ADDRESS = /^(\s*HYPERLINK\s+)("[^"]*"|[^\s"\\]\S*)/i;

/** Undefined where the field is no link, or has no tag in its address. */
export const linkCode = (field: Field, input: LinkCodeInput): LinkCode | undefined => {
  const { instruction, isNested } = field;
  const { source, reader, template } = input;
  if (isNested || !/^\s*HYPERLINK\b/i.test(instruction)) return undefined;
  const parts = ADDRESS.exec(withoutTags(instruction, reader));
  if (parts === null) return undefined;
  const [whole, before = ''] = parts;
  const address = instruction.slice(before.length, whole.length).replace(/^"|"$/g, '');
  const { text, prefix } = decodeTarget(address);
  if (!text.includes(DELIMITERS[reader.delimiter].open)) return undefined;
  const where = input.whereOf(field.begin);
  const flat = compileFlat({ text, as: 'uri', where, reader, template, isLate: true });
  if (flat === undefined || flat.tags.length === 0) return undefined;
  const rest = instruction.slice(whole.length);
  for (const { from, to } of scan(rest, DELIMITERS[reader.delimiter]))
    warn(reader.warnings, {
      code: 'unread_tag',
      message: `${rest.slice(from, to)} stands beside the address in the code of a link (${where.part}), where nothing is filled.`,
      hint: 'Of such a code the address alone is filled; leave the tag out.',
      ...where,
      tag: rest.slice(from, to),
    });
  const op: Op = {
    op: 'target',
    as: 'code',
    body: flat.ops,
    tag: template.tagRef(flat.tags[0]?.where ?? {}),
    ...(prefix !== undefined && { prefix }),
  };
  const [first, ...others] = field.codes;
  if (first === undefined) {
    const value = flatten([escapeAttribute(before), op, escapeAttribute(rest)]);
    return {
      edits: new Map([[field.begin, { attributes: new Map([['w:instr', value]]) }]]),
      tags: flat.tags,
    };
  }
  const code = [escapeText(before), op, escapeText(rest)];
  const edits = new Map<XmlElement, Edit>([
    [first, { whole: flatten([openTag(source, first), ...code, closeTag(source, first)]) }],
    ...others.map((piece): [XmlElement, Edit] => [piece, { whole: [] }]),
  ]);
  return { edits, tags: flat.tags };
};

/** As long as before, so that places are the same: a quote or a space inside a tag ends no argument. */
const withoutTags = (code: string, reader: Reader): string => {
  let text = '';
  let at = 0;
  for (const { from, to } of scan(code, DELIMITERS[reader.delimiter])) {
    text += code.slice(at, from) + '_'.repeat(to - from);
    at = to;
  }
  return text + code.slice(at);
};

/** Word takes what it does not know as an address for a file or a web site. */
const PREFIX = /^(?:(https?:\/\/)|file:\/\/\/)(?=(?:%7B|%5B|\{|\[|\+\+\+))/i;

/** Links arrive percent-encoded: Word writes `{url}` as `%7Burl%7D`. */
export const decodeTarget = (target: string): { text: string; prefix: string | undefined } => {
  const prefix = PREFIX.exec(target)?.[1];
  const bare = target.replace(PREFIX, '');
  try {
    return { text: decodeURIComponent(bare), prefix };
  } catch {
    return { text: bare, prefix };
  }
};
