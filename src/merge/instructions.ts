/** rewriteInstruction :: code of a field → the same, for its record: its own bookmarks, its own number of pages */

interface InstructionRules {
  readonly bookmark: (name: string) => string;
  /** What says how many pages the record has, in place of NUMPAGES; undefined where all pages are counted. */
  readonly pageCount: string | undefined;
  /** The bookmark around the record, for a table of contents of nothing else. */
  readonly whole: () => string | undefined;
}

/** A keyword that names a bookmark, and its name, in quotes or not. */
const NAMED = /\b((?:PAGE|NOTE)?REF)(\s+)("?)([^\s"\\]+)\3/gi;
const LOCAL_LINK = /(\\l\s+)"([^"]+)"/gi;
const PAGES = /\bNUMPAGES\b/gi;
const CONTENTS = /^(\s*TOC)\b/i;

export const rewriteInstruction = (text: string, rules: InstructionRules): string => {
  let code = text
    .replace(NAMED, (_, keyword: string, space: string, quote: string, name: string) => {
      return `${keyword}${space}${quote}${rules.bookmark(name)}${quote}`;
    })
    .replace(LOCAL_LINK, (_, before: string, name: string) => `${before}"${rules.bookmark(name)}"`);
  if (rules.pageCount !== undefined) code = code.replace(PAGES, rules.pageCount);
  const whole = CONTENTS.test(code) && !/\\b\s/i.test(code) ? rules.whole() : undefined;
  return whole === undefined ? code : code.replace(CONTENTS, `$1 \\b ${whole}`);
};
