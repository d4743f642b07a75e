/**
 * The engines whose templates are recognised. Each sign is something that one of them reads and Platen reads otherwise
 * or not at all; an engine may have several.
 */
import type { DelimiterName } from '../delimiters.ts';

export interface Engine {
  /** As its users call it. */
  readonly name: string;
  /** What to write instead, as a sentence. */
  readonly advice: string;
  /** The delimiter that its plain values have, where it is one of ours. */
  readonly delimiter?: DelimiterName;
}

const from = (page: string): string => `docs/from-${page}.md shows what to write instead.`;

/** The more telling ones first: a file that shows signs of several is taken for the first of them. */
export const ENGINES = {
  documentassembler: {
    name: 'DocumentAssembler (Open XML PowerTools)',
    advice: 'Write `{Name}` for `<Content Select="./Name"/>`, and `{#Orders}…{/Orders}` around what repeats.',
  },
  jsreport: {
    name: 'jsreport (Handlebars with its docx helpers)',
    advice: from('handlebars'),
    delimiter: 'DOUBLE_BRACES',
  },
  'docxtemplater-net': {
    name: 'DocxTemplater for .NET',
    advice: 'Write `{{x | number:2}}` for `{{x}:format(n2)}`, and `{{#if x}}…{{/if}}` for `{?{x}}…{{/}}`.',
    delimiter: 'DOUBLE_BRACES',
  },
  templater: {
    name: 'Templater',
    advice: 'Write `[[x | date:"short"]]` for `[[x]:format]`, and `[[#rows]]…[[/rows]]` around what repeats.',
    delimiter: 'DOUBLE_SQUARE_BRACKETS',
  },
  stencil: {
    name: 'Stencil',
    advice: 'Write `{x}` for `{%=x%}`, and `{IF x}…{END-IF}` for `{% if x %}…{% end %}`.',
  },
  docxtpl: { name: 'docxtpl (Jinja)', advice: from('jinja'), delimiter: 'DOUBLE_BRACES' },
  'poi-tl': { name: 'poi-tl', advice: from('poi-tl'), delimiter: 'DOUBLE_BRACES' },
  sablon: { name: 'Sablon (mail-merge fields)', advice: from('mail-merge') },
  xdocreport: { name: 'XDocReport (Velocity or FreeMarker)', advice: from('mail-merge') },
  'mail-merge': { name: 'Word mail merge', advice: from('mail-merge') },
  'docx-stamper': { name: 'docx-stamper', advice: from('phpword') },
  phpword: { name: 'PHPWord, docx-stamper or XDocReport (`${x}`)', advice: from('phpword') },
  carbone: { name: 'Carbone', advice: from('carbone') },
  angles: {
    name: 'an engine with `<<x>>` tags (Docmosis, Aspose, Conga)',
    advice: 'Write `{x}` for `<<x>>`.',
  },
  percents: {
    name: 'an engine with `<% x %>` tags (EJS, ERB, ASP)',
    advice: 'Write `{x}` for `<%= x %>`, and `{IF x}…{END-IF}`, `{#rows}…{/rows}` for its blocks.',
  },
} as const satisfies Record<string, Engine>;

export type EngineName = keyof typeof ENGINES;

export const ENGINE_ORDER = Object.keys(ENGINES) as readonly EngineName[];
