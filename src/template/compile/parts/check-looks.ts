/** checkLooks :: tags → problems of looks that stand outside of what they are about, and of styles that do not exist */
import type { Problem } from '../../../errors.ts';
import type { XmlElement } from '../../../ooxml/xml.ts';
import type { StyleCatalogue } from '../../../wml/styles.ts';
import { lookStyle, NONE, unknownStyle } from '../../looks/look-options.ts';
import type { Tag } from '../../parse/tag.ts';
import { type Warning, warn } from '../../problems.ts';
import { nearest } from '../../word/ancestry.ts';
import { isVmlShape } from '../../word/vml-shapes.ts';

interface LooksInput {
  readonly styles: StyleCatalogue;
  /** What each tagged paragraph says besides its control tags. */
  readonly rest: ReadonlyMap<XmlElement, string>;
  readonly problems: Problem[];
  readonly warnings: Warning[];
}

/** One document, one wish: it counts for all of it, wherever in its text it stands. */
export const checkFits = (tags: readonly Tag[], problems: Problem[]): void => {
  const [, ...others] = tags.filter(({ command }) => command.type === 'fit');
  for (const { where } of others)
    problems.push({
      code: 'bad_place',
      message: `${where.tag} stands behind another FIT, and a document can fit only one way.`,
      hint: 'Remove one of them.',
      ...where,
    });
};

export const checkLooks = (tags: readonly Tag[], input: LooksInput): void => {
  let open: XmlElement[] = [];
  for (const tag of tags) {
    const { command, token, where } = tag;
    const paragraph = token?.start.paragraph.element;
    if (paragraph === undefined) continue;
    if (command.type === 'chart')
      missing(
        `${where.tag} stands in the text.`,
        'Write it as the alternative text or the title of a chart that is inserted in Word.',
        where,
        input,
      );
    if (command.type === 'merge') needsCell(paragraph, 'MERGE', where, input);
    if (command.type === 'look-end') {
      if (open.at(-1) !== paragraph)
        input.problems.push({
          code: 'unexpected_close',
          message: `${where.tag} has no STYLE text before it in its paragraph.`,
          hint: 'A look of text ends with its paragraph, or at END-STYLE in the same one.',
          ...where,
        });
      open = open.slice(0, -1);
    }
    if (command.type !== 'look') continue;
    checkStyle(tag, input);
    if (command.unit === 'text' || command.paired === true)
      open = [...open.filter((one) => one === paragraph), paragraph];
    switch (command.unit) {
      case 'paragraph':
        if (input.rest.get(paragraph)?.trim() === '')
          warn(input.warnings, {
            code: 'no_effect',
            message: `${where.tag} stands in a paragraph of nothing but control tags, which goes with them.`,
            hint: 'Write it into the paragraph whose look it is about.',
            ...where,
          });
        break;
      case 'cell':
      case 'row':
      case 'column':
        needsCell(paragraph, `STYLE ${command.unit}`, where, input);
        break;
      case 'shape':
        if (!isInShape(paragraph)) missing(`${where.tag} stands in no shape.`, SHAPE_HINT, where, input);
    }
  }
};

const SHAPE_HINT = "Write it into the shape's text, or as the shape's alternative text.";

const isInShape = (paragraph: XmlElement): boolean => {
  for (let at = paragraph.parent; at !== undefined; at = at.parent)
    if (at.name === 'wps:wsp' || isVmlShape(at)) return true;
  return false;
};

const needsCell = (paragraph: XmlElement, what: string, where: Tag['where'], input: LooksInput): void => {
  if (nearest(paragraph, 'w:tc') === undefined)
    missing(
      `${where.tag} stands in no table.`,
      `\`${what}\` belongs into the cell it is about.`,
      where,
      input,
    );
};

const missing = (message: string, hint: string, where: Tag['where'], { problems }: LooksInput): void => {
  problems.push({ code: 'bad_place', message, hint, ...where });
};

const checkStyle = (tag: Tag, { styles, problems }: Pick<LooksInput, 'styles' | 'problems'>): void => {
  const { command, options, where } = tag;
  if (command.type !== 'look') return;
  const name = options.find((option) => option.name.toLowerCase() === 'style')?.text;
  if (name === undefined || name === NONE || lookStyle(styles, command.unit, name) !== undefined) return;
  problems.push({ ...unknownStyle(styles, command.unit, name), ...where });
};
