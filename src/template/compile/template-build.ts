/** What all parts of a template are compiled with: its styles and lists, and the numbers that tags and slots get. */
import type { Problem } from '../../errors.ts';
import type { DocxPackage } from '../../ooxml/docx.ts';
import { levelsOf, type NumberingCatalogue } from '../../wml/numbering.ts';
import { NO_STYLES, readStyles, type Style, type StyleCatalogue, styleById } from '../../wml/styles.ts';
import type { Where } from '../parse/tag.ts';
import type { ListInfo } from '../program.ts';
import type { TemplateBuild } from './context.ts';

/** `wheres`: the tags in the order of their numbers. */
export type Template = TemplateBuild & { readonly wheres: Where[] };

/** A style need not say at which level it counts: the level may name the style instead (ECMA-376 §17.9.23). */
export const stylesOf = (docx: DocxPackage, catalogue: NumberingCatalogue): StyleCatalogue => {
  const [name] = docx.partsOf('styles');
  if (name === undefined) return NO_STYLES;
  const read = readStyles(docx.xml(name));
  if (catalogue.instances.length === 0) return read;
  const numIdOf = (id: string): number | undefined => styleById(read, id)?.numbering?.numId;
  const styles = read.styles.map((style) => {
    const numId = listOfStyle(style, read);
    if (numId === undefined) return style;
    const level = levelsOf(catalogue, numId, numIdOf).find(({ styleId }) => styleId === style.id)?.level;
    return level === undefined ? style : { ...style, numbering: { numId, level } };
  });
  return { ...read, styles };
};

const listOfStyle = (style: Style, catalogue: StyleCatalogue): number | undefined => {
  const seen = new Set<Style>();
  for (let at: Style | undefined = style; at !== undefined && !seen.has(at); ) {
    if (at.numbering !== undefined) return at.numbering.numId;
    seen.add(at);
    at = at.basedOn === undefined ? undefined : styleById(catalogue, at.basedOn);
  }
  return undefined;
};

export const templateBuild = (
  problems: Problem[],
  styles: StyleCatalogue,
  numbering: NumberingCatalogue,
): Template => {
  const wheres: Where[] = [];
  const refs = new Map<Where, number>();
  const lists: ListInfo[] = [];
  let slots = 0;
  return {
    problems,
    styles,
    numbering,
    wheres,
    lists,
    headings: new Map(),
    bound: new Set(),
    dropped: new Set(),
    slot: () => slots++,
    tagRef: (where) => {
      const known = refs.get(where);
      if (known !== undefined) return known;
      refs.set(where, wheres.length);
      return wheres.push(where) - 1;
    },
    listRef: (numId, reuse) => {
      const known = lists.findIndex((list) => list.numId === numId);
      if (known >= 0) return known;
      const instance = numbering.instances.find(({ id }) => String(id) === numId);
      if (instance === undefined) return undefined;
      const levels = levelsOf(numbering, instance.id, (style) => styleById(styles, style)?.numbering?.numId);
      const starts = levels.map(
        ({ level, start }) => instance.startOverrides.find((one) => one.level === level)?.start ?? start,
      );
      return (
        lists.push({
          numId,
          abstractId: String(instance.abstractId),
          starts: starts.length > 0 ? starts : [1],
          reuse,
        }) - 1
      );
    },
  };
};
