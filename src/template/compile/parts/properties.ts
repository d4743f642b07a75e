/** compileProperties :: docProps part → PartProgram. Each property is a text of its own. */
import type { Problem } from '../../../errors.ts';
import type { XmlElement } from '../../../ooxml/xml.ts';
import type { Reader } from '../../parse/read-tag.ts';
import type { Tag } from '../../parse/tag.ts';
import { warn } from '../../problems.ts';
import type { Op, PartProgram } from '../../program.ts';
import { compileFlat } from '../build/flat-text.ts';
import { flatten } from '../build/flatten.ts';
import type { TemplateBuild } from '../context.ts';
import { tagsIn } from './leftovers.ts';

interface PropertiesInput {
  readonly name: string;
  readonly source: string;
  readonly root: XmlElement;
  readonly reader: Reader;
  readonly template: TemplateBuild;
}

/**
 * Word fills the title with the beginning of the document, which may cut a tag in two or leave out a block's end;
 * such a property is no template.
 */
const HALVES: ReadonlySet<string> = new Set(['unclosed_tag', 'unclosed_block', 'unexpected_close']);

/** What names the program and the template that made the file: `{43E3…}tf02786999_win32.dotx` in Word's own gallery. */
const OF_WORD: ReadonlySet<string> = new Set(['ep:Template', 'ep:Application', 'ep:AppVersion']);

export const compileProperties = (
  input: PropertiesInput,
): { program: PartProgram; tags: readonly Tag[] } | undefined => {
  const { source, root, reader, template } = input;
  const ops: Op[] = [];
  const tags: Tag[] = [];
  let at = 0;
  const visit = (element: XmlElement): void => {
    if (OF_WORD.has(element.name)) return;
    const [text] = element.children;
    if (element.children.length === 1 && text?.kind === 'text') {
      const problems: Problem[] = [];
      const where = { part: 'document properties' };
      const flat = compileFlat({
        text: text.text,
        as: 'flat',
        where,
        reader: { ...reader, problems },
        template,
      });
      if (problems.some(({ code }) => HALVES.has(code))) {
        for (const tag of tagsIn(text.text, reader.delimiter))
          warn(reader.warnings, {
            code: 'unread_tag',
            message: `${tag} stays in the document properties (${element.rawName}), whose text is cut off in the middle of a block or a tag.`,
            hint: 'Word takes the beginning of the text for a title; write another one (File, Info), or none.',
            part: 'document properties',
            tag,
          });
        return;
      }
      reader.problems.push(...problems);
      if (flat === undefined || flat.tags.length === 0) return;
      ops.push(source.slice(at, text.start), ...flat.ops);
      at = text.end;
      tags.push(...flat.tags);
      return;
    }
    for (const child of element.children) if (child.kind === 'element') visit(child);
  };
  visit(root);
  if (tags.length === 0) return undefined;
  ops.push(source.slice(at));
  return { program: { name: input.name, role: 'flat', ops: flatten(ops), runs: [] }, tags };
};
