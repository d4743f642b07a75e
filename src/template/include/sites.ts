/** includesIn :: ReadTemplate → the tags that include something, and how each stands in its paragraph */
import { descendantsOf, type XmlElement } from '../../ooxml/xml.ts';
import { SHOWN } from '../compile/parts/beside-tags.ts';
import type { ReadTemplate } from '../compile/read-template.ts';
import type { IncludeCommand } from '../parse/command.ts';
import type { Tag } from '../parse/tag.ts';

export interface IncludeSite {
  readonly part: string;
  readonly role: 'document' | 'note' | 'header' | 'footer' | 'flat';
  readonly tag: Tag;
  readonly command: IncludeCommand;
  /** Nothing else is shown in its paragraph, which becomes the paragraphs of what is included. */
  readonly isAlone: boolean;
}

/** What a template includes, as far as it says so itself. */
export interface TemplateIncludes {
  readonly templates: readonly { readonly key: string; readonly version?: number }[];
  /** The data say more. */
  readonly isOpen: boolean;
  /** Definitions of the organization that it uses. */
  readonly names?: readonly string[];
  /** It asks for translations. */
  readonly translates?: true;
}

export const includesIn = ({ parts }: ReadTemplate): IncludeSite[] =>
  parts.flatMap(({ name, role, read }) =>
    read.tags.flatMap((tag): IncludeSite[] => {
      const { command, token } = tag;
      if (command.type !== 'include' || token === undefined) return [];
      const paragraph = token.start.paragraph.element;
      // What stands in a fallback differs from its drawing once that is joined, and goes.
      if (isInFallback(paragraph)) return [];
      const isAlone = read.rest.get(paragraph)?.trim() === SHOWN && !hasDrawing(paragraph);
      return [{ part: name, role, tag, command, isAlone }];
    }),
  );

export const namedIncludes = (sites: readonly Pick<IncludeSite, 'command'>[]): TemplateIncludes => {
  const templates = new Map<string, { readonly key: string; readonly version?: number }>();
  for (const { command } of sites) {
    const { key, version } = command;
    if (key !== undefined)
      templates.set(`${key}\n${version ?? ''}`, { key, ...(version !== undefined && { version }) });
  }
  return {
    templates: [...templates.values()],
    isOpen: sites.some(({ command }) => command.source !== undefined),
  };
};

const isInFallback = (element: XmlElement): boolean => {
  for (let at: XmlElement | undefined = element; at !== undefined; at = at.parent)
    if (at.name === 'mc:Fallback') return true;
  return false;
};

const DRAWINGS: ReadonlySet<string> = new Set(['w:drawing', 'w:pict', 'w:object']);

const hasDrawing = (paragraph: XmlElement): boolean =>
  [...descendantsOf(paragraph)].some(({ name }) => DRAWINGS.has(name));
