/**
 * marksIn :: text of a paragraph → what in it another engine would read
 *
 * By shape alone. A shape counts where people who write no templates hardly ever write it: prices (`$5`, `<< 100`),
 * citations (`[[1]]`), quotations («word») and mathematics ({a, b}) are no marks. Each expression is bounded or runs to
 * the next bracket, so that a text of nothing but brackets costs no more than any other.
 */
import type { EngineName } from './engines.ts';

export interface Mark {
  readonly engine: EngineName;
  readonly from: number;
  readonly to: number;
  /** Counts only beside others: «Name» may be a quotation, and `{d.name}` a path. */
  readonly weak?: true;
}

/** What has no such character has no sign. */
const POSSIBLE = /[{«<[#!]/;

interface Sign {
  readonly engine: EngineName;
  /** What every such text holds: most paragraphs have nothing of the kind. */
  readonly needs: string;
  readonly pattern: RegExp;
  readonly weak?: true;
}

const NAME = String.raw`[\p{L}_][\p{L}\p{N}_]{0,80}`;
const PATH = String.raw`${NAME}(?:\.${NAME}){0,20}`;
const sign = (engine: EngineName, needs: string, pattern: string, weak?: 'weak'): Sign => ({
  engine,
  needs,
  pattern: new RegExp(pattern, 'gu'),
  ...(weak && { weak: true as const }),
});

/** `@index` and its kin are Platen's own (and Handlebars'). */
const OWN_AT = '(?:index|key|first|last|root|number|length|this|partial)\\b';

/** `{d.items[i].name}`, `{d[i+1].x}`, `{d.price:formatN(2)}`; `{d.name}` may be a path of Platen's. */
const carbone = (root: 'd' | 'c'): Sign[] => {
  const start = String.raw`(?<![{$])\{${root}`;
  const steps = String.raw`(?:\.${NAME}|\[[^[\]{}]{0,60}\])`;
  const turn = String.raw`\[i(?:\s*[-+,=<>][^[\]{}]{0,60})?\]`;
  return [
    sign('carbone', `{${root}`, String.raw`${start}${steps}{0,20}${turn}[^{}]{0,200}\}`),
    sign('carbone', `{${root}`, String.raw`${start}${steps}{1,20}:[a-zA-Z][^{}]{0,200}\}`),
    sign('carbone', `{${root}.`, String.raw`${start}\.${NAME}[^{}]{0,200}\}(?!\})`, 'weak'),
  ];
};

const SIGNS: readonly Sign[] = [
  // `<Content Select="./Name"/>`, `<# <Repeat Select=…> #>`, `<EndRepeat/>`; Word makes its quotes typographic.
  sign(
    'documentassembler',
    '<',
    String.raw`<(?:#\s*<?)?\s*(?:Content|Table|Repeat|Conditional|Image|Chart)\s+[A-Z]\w{0,30}\s*=[^<]{0,300}`,
  ),
  sign('documentassembler', '<', String.raw`<\s*End(?:Repeat|Conditional)\b[^<>]{0,20}>?`),
  sign('jsreport', '{{', String.raw`\{\{[~#/]?\s*docx(?!Style\b)[A-Z]\w*[^{}]{0,300}(?:\}\})?`),
  // `{{x}:format(n2)}`, `{?{x > 1}}`, `{{:}}`, `{{:s:}}`, `{{:ignore}}`
  sign('docxtemplater-net', '}:', String.raw`\{\{[^{}]{1,200}\}:[A-Za-z]\w*(?:\([^{}]{0,100}\))?\}?`),
  sign('docxtemplater-net', '{?{', String.raw`\{\?\{[^{}]{1,300}\}\}`),
  sign('docxtemplater-net', '{{', String.raw`\{\{\/?:(?:s:|\w+)?\}\}`),
  // `[[x]:format]`, `<<x>:format>`
  sign('templater', ']:', String.raw`\[\[[^[\]]{1,200}\]:[A-Za-z][^[\]]{0,100}\]?`),
  sign('templater', '>:', `<<[^<>]{1,200}>:[A-Za-z][^<>]{0,100}>?`),
  sign('stencil', '{%', String.raw`\{%\s*=[^{}]{1,300}%\}`),
  // Paragraph, run, cell and row forms of docxtpl stand before the word; `-` trims.
  sign(
    'docxtpl',
    '{%',
    String.raw`\{%[-+]?(?:(?:tr|tc|p|r)\s)?\s*(?!(?:cellbg|colspan|vm|hm)\b)[a-z_][^{}]{0,300}?%\}`,
  ),
  // A dictionary or a value in braces inside the block, or an end that is missing.
  sign(
    'docxtpl',
    '{%',
    String.raw`\{%[-+]?(?:(?:tr|tc|p|r)\s)?\s*(?:if|elif|else|endif|for|endfor|set|include|macro|block|end|unless)\b[^{}%]{0,300}`,
  ),
  // By itself it is a name of several words, and warned about as such.
  sign('docxtpl', '{{', String.raw`\{\{-?(?:tr|tc|p|r)\s+${PATH}[^{}]{0,200}\}\}`, 'weak'),
  sign('poi-tl', '{{', String.raw`\{\{\s*(?:[?+]|@(?!${OWN_AT}))\s*[\p{L}_#][^{}]{0,200}\}\}`),
  sign('poi-tl', '{{', String.raw`\{\{\s*\*\s*[\p{L}_][^{}]{0,200}\}\}`, 'weak'),
  sign('xdocreport', '#foreach', String.raw`#foreach\s*\(\s*\$`),
  sign('xdocreport', '#', String.raw`\[\/?#(?:list|if|elseif|else|assign)\b[^[\]]{0,200}\]?`),
  // Velocity's reference that shows nothing where there is nothing.
  sign('xdocreport', '$!', String.raw`\$!(?:\{${PATH}\}|${PATH})`),
  // `#{name}` may be the number of something; a call is not.
  sign('docx-stamper', '#{', String.raw`#\{\s*[A-Za-z]\w*\s*\([^{}]{0,300}\}`),
  // `${name}`, `${/block}`, `${@picture}`, `${name.equals("x")}`; `${100}` is money.
  sign('phpword', '${', String.raw`\$\{\s*[@#/?]?${NAME}[^{}]{0,200}\}`),
  ...carbone('d'),
  ...carbone('c'),
  // «=name», «items:each(item)», «$name», «first_name»; «Name», «FirstName», «customer.name» may be quotations.
  sign('sablon', '«', String.raw`«\s*[=@]\s*${PATH}[^«»]{0,80}»`),
  sign('sablon', '«', String.raw`«${PATH}:(?:each|if|endEach|endIf|else|start|end)\b[^«»]{0,80}»`),
  sign('xdocreport', '«', String.raw`«\s*\$\{?${PATH}[^«»]{0,80}»`),
  sign('mail-merge', '«', String.raw`«[A-Za-z]{1,40}\d{0,9}_\w{1,80}»`),
  sign('mail-merge', '«', String.raw`«[A-Za-z][A-Za-z0-9]{1,40}(?:\.[A-Za-z]\w{0,80})?»`, 'weak'),
  sign('angles', '<<', String.raw`<<\/?(?:foreach|if|elseif|else|cs_|es_|rr_|er_|rs_)[^<>]{0,200}>>`),
  sign('angles', '<<', String.raw`<<\[[^<>]{1,200}\]>>`),
  sign('angles', '<<', String.raw`<<[A-Za-z_]\w*(?:\.\w+)*>>`),
  sign('percents', '<%', String.raw`<%[-=_#]?\s*[\p{L}_}][^<>]{0,300}%>`),
];

export const marksIn = (text: string): Mark[] => {
  if (!POSSIBLE.test(text)) return [];
  const marks: Mark[] = [];
  for (const { engine, needs, pattern, weak } of SIGNS) {
    if (!text.includes(needs)) continue;
    for (const { index, 0: found } of text.matchAll(pattern)) {
      // As in Platen's own tags, a backslash says that text is meant.
      if (text[index - 1] === '\\') continue;
      marks.push({ engine, from: index, to: index + found.length, ...(weak && { weak }) });
    }
  }
  return apart(marks);
};

/** In order, and each character in one mark alone: of two that begin together the earlier sign counts. */
const apart = (marks: readonly Mark[]): Mark[] => {
  const kept: Mark[] = [];
  let end = 0;
  for (const mark of [...marks].sort((a, b) => a.from - b.from || b.to - a.to)) {
    if (mark.from < end) continue;
    kept.push(mark);
    end = mark.to;
  }
  return kept;
};
