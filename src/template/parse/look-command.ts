/** lookCommand, mergeCommand :: `cell fill=(late ? "#FDD" : none) bold IF late` → Command */
import { suggest } from '../expression/suggest.ts';
import { LOOK_UNITS, type LookUnit } from '../looks/look-options.ts';
import type { Command, ContentOption } from './command.ts';
import { problem } from './command-pieces.ts';
import { skipGroup, unquote } from './options.ts';

const UNIT_NAMES: Readonly<Record<string, LookUnit>> = {
  ...Object.fromEntries(LOOK_UNITS.map((unit) => [unit, unit])),
  character: 'text',
  run: 'text',
};

export const lookCommand = (body: string): Command => {
  const { rest, options: conditions } = takeExpression(body, 'if');
  const [, word = '', looks = ''] = /^([A-Za-z]+)(?![\w=])(.*)$/s.exec(rest) ?? [];
  const unit = UNIT_NAMES[word.toLowerCase()];
  if (unit === undefined) {
    const near = suggest(word, Object.keys(UNIT_NAMES));
    return problem(
      'bad_argument',
      word === '' ? 'STYLE does not say what it is about.' : `STYLE is about no "${word}".`,
      `${near === undefined ? '' : `Did you mean \`${near}\`? `}Write \`{STYLE cell fill=red}\`; units are ${LOOK_UNITS.join(', ')}.`,
    );
  }
  const options = readLooks(looks);
  if (options === undefined)
    return problem(
      'bad_expression',
      `The looks of \`STYLE ${body}\` cannot be read.`,
      'Write them as `name=value`: `{STYLE cell fill=(late ? "#FDD" : none) bold IF late}`. An expression stands in parentheses.',
    );
  if (options.length === 0)
    return problem(
      'bad_argument',
      `\`STYLE ${body}\` does not say which look.`,
      'Write `{STYLE cell fill=red}` or `{STYLE paragraph style="Warning"}`.',
    );
  return { type: 'look', unit, options: [...options, ...conditions] };
};

export const mergeCommand = (body: string): Command => {
  const { rest, options: conditions } = takeExpression(body, 'if');
  const { rest: direction, options: keys } = takeExpression(rest, 'by');
  const word = direction.trim().toLowerCase();
  if (word !== '' && word !== 'down' && word !== 'across')
    return problem(
      'bad_argument',
      `MERGE knows no direction "${direction.trim()}".`,
      'Write `{MERGE}` or `{MERGE down}` for equal cells of a column, `{MERGE across}` for those of a row, `{MERGE BY id}` for what is compared.',
    );
  return {
    type: 'merge',
    direction: word === 'across' ? 'across' : 'down',
    options: [...keys, ...conditions],
  };
};

/** What stands behind a word that is in no string and no bracket: an expression up to the end. */
const takeExpression = (text: string, word: string): { rest: string; options: ContentOption[] } => {
  const found = new RegExp(`(?<![^\\s)\\]"'])${word}(?=[\\s(!])`, 'iy');
  for (let at = 0; at < text.length; at = skipGroup(text, at)) {
    found.lastIndex = at;
    if (!found.test(text)) continue;
    const expression = text.slice(at + word.length).trim();
    return { rest: text.slice(0, at).trim(), options: [{ name: word, expression }] };
  }
  return { rest: text.trim(), options: [] };
};

const NAME = /\s*([A-Za-z][\w-]*)(\s*=\s*)?/y;
const WORD = /[^\s()"']+/y;

/** A name alone is a look that is on: `bold`. Undefined where something else stands there. */
const readLooks = (text: string): ContentOption[] | undefined => {
  const options: ContentOption[] = [];
  const body = text.trim();
  for (let at = 0; at < body.length; ) {
    NAME.lastIndex = at;
    const match = NAME.exec(body);
    if (match === null) return undefined;
    const name = match[1] as string;
    at = NAME.lastIndex;
    if (match[2] === undefined) {
      if (at < body.length && !/\s/.test(body.charAt(at))) return undefined;
      options.push({ name, text: 'true' });
      continue;
    }
    const first = body.charAt(at);
    if (first === '"' || first === "'" || first === '(') {
      const end = skipGroup(body, at);
      const value = body.slice(at, end);
      options.push(first === '(' ? { name, expression: value } : { name, text: unquote(value) });
      at = end;
    } else {
      WORD.lastIndex = at;
      const word = WORD.exec(body)?.[0];
      if (word === undefined) return undefined;
      options.push({ name, text: word });
      at = WORD.lastIndex;
    }
    if (at < body.length && !/\s/.test(body.charAt(at))) return undefined;
  }
  return options;
};
