/**
 * Looks as other engines write them: docxtpl's `{% cellbg x %}`, `{% colspan n %}`, `{% vm %}` and `{% hm %}`, jsreport's
 * `{{#docxStyle textColor=x target="cell"}}`, pwndoc's `{@x.cellColor}`. They are the same commands under other names.
 */
import type { LookUnit } from '../looks/look-options.ts';
import type { Command, ContentOption } from './command.ts';
import { problem } from './command-pieces.ts';
import { skipGroup, unquote } from './options.ts';

const DOCXTPL = /^%?\s*(?:(cellbg|colspan)\s+(\S.*?)|(vm|hm))\s*(%?)$/s;

/** With percent signs, or `cellbg x` without: `{vm}` alone is a field. */
export const docxtplLook = (content: string): Command | undefined => {
  const [, word, operand = '', merge, percent] = DOCXTPL.exec(content) ?? [];
  const isMarked = content.startsWith('%') && percent === '%';
  if (content.startsWith('%') !== (percent === '%')) return undefined;
  // All cells of the loop become one, whatever is in them.
  if (merge !== undefined && isMarked)
    return {
      type: 'merge',
      direction: merge === 'vm' ? 'down' : 'across',
      options: [{ name: 'by', expression: '1' }],
    };
  if (word === undefined || /^[.|?=*<>&,%+-]/.test(operand)) return undefined;
  const name = word === 'cellbg' ? 'fill' : 'span';
  return { type: 'look', unit: 'cell', options: [{ name, expression: `(${operand})` }] };
};

/** Its value is the markup of a shading, of which the colour counts. */
export const pwndocLook = (operand: string): Command | undefined =>
  /(?:^|\.)cellColor\d*$/.test(operand)
    ? { type: 'look', unit: 'cell', options: [{ name: 'fill', expression: `(${operand})` }] }
    : undefined;

const TARGETS: Readonly<Record<string, LookUnit>> = {
  text: 'text',
  paragraph: 'paragraph',
  cell: 'cell',
  row: 'row',
  shape: 'shape',
};
const ARGUMENT = /\s*(textColor|backgroundColor|target)\s*=\s*/y;

/** `{{#docxStyle …}}` … `{{/docxStyle}}` */
export const jsreportLook = (content: string): Command | undefined => {
  if (/^\/\s*docxStyle$/.test(content)) return { type: 'look-end' };
  const body = /^#\s*docxStyle\s+(.+)$/s.exec(content)?.[1];
  if (body === undefined) return undefined;
  const options: ContentOption[] = [];
  let unit: LookUnit | undefined = 'text';
  for (let at = 0; at < body.trimEnd().length; ) {
    ARGUMENT.lastIndex = at;
    const name = ARGUMENT.exec(body)?.[1];
    if (name === undefined)
      return problem(
        'bad_argument',
        `\`${content}\` has arguments that Platen does not read.`,
        'docxStyle takes textColor, backgroundColor and target; all looks are in `{{STYLE cell fill=(x)}}`.',
      );
    const start = ARGUMENT.lastIndex;
    let end = start;
    while (end < body.length && !/\s/.test(body.charAt(end))) end = skipGroup(body, end);
    const value = body.slice(start, end);
    const isText = /^["']/.test(value);
    const text = isText ? unquote(value) : undefined;
    if (name === 'target') unit = text === undefined ? undefined : TARGETS[text];
    else {
      const option = name === 'textColor' ? 'color' : 'fill';
      options.push(text === undefined ? { name: option, expression: value } : { name: option, text });
    }
    at = end;
  }
  if (unit === undefined)
    return problem(
      'bad_argument',
      `\`${content}\` has no target that exists.`,
      'Targets are text, paragraph, cell, row and shape.',
    );
  return { type: 'look', unit, options, paired: true };
};
