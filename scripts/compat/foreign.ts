/**
 * foreignMarks :: template → what in it only another engine reads
 *
 * Written from each engine's own manual, apart from what the product recognises: it is there to catch the product out.
 */
import { openDocx } from '../../src/ooxml/docx.ts';
import { descendantsOf, textContent } from '../../src/ooxml/xml.ts';
import { textOf } from './text.ts';

const JINJA: readonly RegExp[] = [/\{%.*?%\}/g, /\{#.*?#\}/g, /\{\{\s*(?:p|r|tc|tr)\s+\w.*?\}\}/g];
const DOLLAR: readonly RegExp[] = [/\$\{[^{}]*\}/g];
const MERGE: readonly RegExp[] = [/«[^«»]+»/g, /MERGEFIELD\s+\S+/g];
const CONTROLS: readonly RegExp[] = [/<w:sdt>/g, /<#.*?#>/g];

/** By the folder of the corpus. Engines that are compared need no entry: the comparison says what is wrong. */
const MARKS: Readonly<Record<string, readonly RegExp[]>> = {
  docxtpl: JINJA,
  unknown: JINJA,
  stencil: [/\{%.*?%\}/g],
  'poi-tl': [/\{\{[?@+*].*?\}\}/g, /(?<!\[)\[\w+\](?!\])/g, ...DOLLAR],
  phpword: DOLLAR,
  'docx-stamper': [...DOLLAR, /#\{[^{}]*\}/g, /(?:display|repeat|replace)\w+\(.*?\)/g],
  carbone: [/\{[cd][.[].*?\}/g],
  xdocreport: [...DOLLAR, ...MERGE, /#(?:foreach|if|end|set)\b/g, /\$\w+(?:\.\w+)*/g],
  sablon: MERGE,
  'docx-mailmerge': MERGE,
  templater: [/\[\[[^[\]]*\]:[^\]]*\]/g, /\{\{[^{}]*\}:[^}]*\}/g, /<<.*?>>/g],
  'docxtemplater-net': [/\{\{[^{}]*\}:[^}]*\}/g, /\{\{[:?].*?\}\}/g, /\{\?/g],
  jsreport: [
    /\{\{[#/]?\s*docx\w+.*?\}\}/g,
    /\{\{#?\s*(?!(?:else|if|unless|each|with)\b)\w+ [^{}]*\}\}/g,
    /\{\{[^{}]*\(\w+ .*?\}\}/g,
    /\{\{#?>.*?\}\}/g,
  ],
  'easy-template-x': CONTROLS,
  documentassembler: CONTROLS,
  'templateengine-docx': CONTROLS,
};

export const foreignMarks = (file: Uint8Array, engine: string): string[] => {
  const patterns = MARKS[engine] ?? [];
  const pages = textOf(file, { notes: true }).replaceAll('[textbox] ', '');
  const text = `${pages}\n${codesOf(file)}`;
  return patterns.flatMap((pattern) => text.match(pattern) ?? []);
};

/** Field codes, comments, and that there are content controls: what the text of the pages does not show. */
const codesOf = (file: Uint8Array): string => {
  const docx = openDocx(file);
  const lines: string[] = [];
  for (const part of docx.archive.entries.keys()) {
    if (!/^word\/(document|header\d*|footer\d*|footnotes|endnotes|comments)\.xml$/.test(part)) continue;
    for (const element of descendantsOf(docx.xml(part))) {
      if (element.name === 'w:sdt') lines.push('<w:sdt>');
      if (element.name === 'w:instrText') lines.push(textContent(element));
      if (element.name === 'w:fldSimple') lines.push(element.attribute('w:instr') ?? '');
      if (element.name === 'w:p' && part.includes('comments')) lines.push(textContent(element));
    }
  }
  return lines.join('\n');
};
