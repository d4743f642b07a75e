/** includeCommand :: `"terms" WITH customer`, `(clause.key)`, `DOCX contract` → Command */
import type { Command, IncludeCommand } from './command.ts';
import { NO_TRIM } from './command.ts';
import { problem } from './command-pieces.ts';

type Ending = Pick<IncludeCommand, 'version' | 'with' | 'keepsSource'>;

const EXAMPLE =
  'Write `INCLUDE "key"`, `INCLUDE "key" WITH customer`, or `INCLUDE (clause.key)` where the data says which.';

const KEEP = /\s+keep[\s-]+source$/i;
const VERSION = /^version\s+(\d{1,9})(?![\p{L}\p{N}_])\s*/iu;
const WITH = /^with(?![\p{L}\p{N}_])\s*(.*)$/isu;

export const includeCommand = (rest: string): Command => {
  const document = /^docx\s+(.+)$/is.exec(rest)?.[1];
  if (document !== undefined) {
    const isKept = KEEP.test(document);
    const source = document.replace(KEEP, '').trim();
    return { type: 'include', of: 'docx', source, ...(isKept && { keepsSource: true }) };
  }
  const named = leadingText(rest) ?? leadingBrackets(rest);
  if (named === undefined)
    return problem(
      'bad_expression',
      `INCLUDE needs a template's key in quotes, or an expression in brackets: \`INCLUDE ${rest}\`.`,
      EXAMPLE,
    );
  const ending = endingOf(rest.slice(named.length).trim());
  if (ending === undefined) return problem('bad_expression', `\`INCLUDE ${rest}\` is not complete.`, EXAMPLE);
  return asked(named, ending);
};

const BARE_NAME = /^[^\s"'`(){}|=]+(?=\s|$)/u;

/** Handlebars' and docxtemplater's partials: `> terms`, `> terms customer`, `> (lookup)`. */
export const partialCommand = (rest: string): Command => {
  const [bare] = BARE_NAME.exec(rest) ?? [];
  const named =
    leadingText(rest) ??
    leadingBrackets(rest) ??
    (bare === undefined ? undefined : { key: bare, length: bare.length });
  const context = named === undefined ? '' : rest.slice(named.length).trim();
  if (named === undefined || /(?<![=!<>])=(?!=)/.test(context))
    return problem(
      'bad_expression',
      `\`> ${rest}\` can't be read: a partial has a name, and may have one value behind it.`,
      'Write `INCLUDE "key"`, or `INCLUDE "key" WITH { name: value }`.',
    );
  return asked(named, context === '' ? {} : { with: context });
};

const CALLED = /^(?:p\s+|r\s+)?include_docx_template\s*\(\s*(["'])(.+?)\1\s*\)$/is;

/** docxtpl's: `{{p include_docx_template("terms.docx") }}`. Keys have no ending. */
export const calledInclude = (content: string): Command | undefined => {
  const name = CALLED.exec(content)?.[2];
  return name === undefined
    ? undefined
    : { type: 'include', of: 'template', key: name.replace(/\.docx$/i, '') };
};

/**
 * What joining writes where data say what is included: a condition for each that was joined, and one tag for all others.
 * Nobody else writes them; ids are encoded, so that no delimiter is in them.
 */
const CASE = /^#included (template|docx) (\S+) : (.+)$/s;
const OTHERS = /^INCLUDE-OTHERS (template|docx) (\S*) : (.+)$/s;

type Of = IncludeCommand['of'];

const encoded = (id: string): string =>
  encodeURIComponent(id).replace(/['()*!~]/g, (char) => `%${char.charCodeAt(0).toString(16)}`);

export const includedCase = (of: Of, id: string, source: string): string =>
  `#included ${of} ${encoded(id)} : ${source}`;

export const includedOthers = (of: Of, ids: readonly string[], source: string): string =>
  `INCLUDE-OTHERS ${of} ${ids.map(encoded).join(',')} : ${source}`;

/** The tag that they were made of. */
export const writtenInclude = (content: string): string | undefined => {
  if (!content.startsWith('#included ') && !content.startsWith('INCLUDE-OTHERS ')) return undefined;
  const [, of, , source] = CASE.exec(content) ?? OTHERS.exec(content) ?? [];
  if (source === undefined) return undefined;
  return of === 'docx' ? `INCLUDE DOCX ${source}` : `INCLUDE (${source})`;
};

const TRANSLATIONS = /^JOINED-TRANSLATIONS (\S+)$/;

/** Characters of a tag; one that runs on for longer has lost its end. */
const MOST_TEXTS = 12_000;

/** Texts of the organization, which come before whatever asks for them: a tag for each few of them. */
export const joinedTranslations = (texts: Readonly<Record<string, unknown>>): string[] => {
  const tags: string[] = [];
  let held: Record<string, unknown> = {};
  let size = 0;
  const write = (): void => {
    if (size > 0) tags.push(`JOINED-TRANSLATIONS ${Buffer.from(JSON.stringify(held)).toString('base64url')}`);
    held = {};
    size = 0;
  };
  const add = (language: string, key: string | undefined, value: unknown): void => {
    const bytes = Buffer.byteLength(JSON.stringify([language, key, value]));
    if (size + bytes > MOST_TEXTS / 2) write();
    if (key === undefined) held[language] = value;
    else held[language] = { ...(held[language] as object | undefined), [key]: value };
    size += bytes;
  };
  for (const [language, value] of Object.entries(texts)) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) add(language, undefined, value);
    else for (const [key, text] of Object.entries(value)) add(language, key, text);
  }
  write();
  return tags;
};

export const joinedCommand = (content: string): Command | undefined => {
  const texts = content.startsWith('JOINED-') ? TRANSLATIONS.exec(content)?.[1] : undefined;
  if (texts !== undefined)
    return { type: 'translations', texts: JSON.parse(Buffer.from(texts, 'base64url').toString()) };
  const [, caseOf, id, tested] = CASE.exec(content) ?? [];
  if (id !== undefined && tested !== undefined) {
    const is = { of: caseOf as Of, id: decodeURIComponent(id) };
    return { type: 'open', head: { kind: 'if', source: tested, strict: false, is }, trim: NO_TRIM };
  }
  const [, of, ids = '', source] = OTHERS.exec(content) ?? [];
  if (source === undefined) return undefined;
  const joined = ids === '' ? [] : ids.split(',').map(decodeURIComponent);
  return { type: 'include', of: of as Of, source, joined };
};

type Named = ({ readonly key: string } | { readonly source: string }) & { readonly length: number };

const asked = ({ length: _, ...named }: Named, ending: Ending): Command => {
  if ('key' in named && named.key.trim() === '')
    return problem('bad_expression', 'INCLUDE has an empty key.', EXAMPLE);
  if ('source' in named && named.source === '')
    return problem('bad_expression', 'INCLUDE has nothing in its brackets.', EXAMPLE);
  const of = 'template' as const;
  return 'key' in named
    ? { type: 'include', of, key: named.key.trim().normalize('NFC'), ...ending }
    : { type: 'include', of, source: named.source, ...ending };
};

const leadingText = (text: string): Named | undefined => {
  const [whole, , key] = /^(["'`])(.*?)\1/s.exec(text) ?? [];
  return whole === undefined || key === undefined ? undefined : { key, length: whole.length };
};

/** Quotes inside of it may hold brackets. */
const leadingBrackets = (text: string): Named | undefined => {
  if (!text.startsWith('(')) return undefined;
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const char = text[at] as string;
    if (char === '"' || char === "'" || char === '`') {
      const end = text.indexOf(char, at + 1);
      if (end < 0) return undefined;
      at = end;
    } else if (char === '(') depth++;
    else if (char === ')' && --depth === 0) return { source: text.slice(1, at).trim(), length: at + 1 };
  }
  return undefined;
};

const endingOf = (text: string): Ending | undefined => {
  const isKept = KEEP.test(` ${text}`);
  let left = isKept ? ` ${text}`.replace(KEEP, '').trim() : text;
  const version = VERSION.exec(left);
  if (version !== null) left = left.slice(version[0].length);
  const given = WITH.exec(left)?.[1]?.trim();
  if (left !== '' && (given === undefined || given === '')) return undefined;
  const number = version === null ? undefined : Number(version[1]);
  if (number === 0) return undefined;
  return {
    ...(number !== undefined && { version: number }),
    ...(given !== undefined && { with: given }),
    ...(isKept && { keepsSource: true }),
  };
};
