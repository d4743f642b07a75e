/**
 * cleanFields :: a part's tree → edits that leave only harmless fields
 *
 * Fields are programs in small: some read files, some run other programs, some reach for the network. Those on the
 * list stay alive; any other is replaced by the result that Word stored for it, which is what a reader expects to see.
 * ECMA-376 §17.16. A field is a train of marks (begin, instruction, separate, result, end) that spans runs and
 * paragraphs and nests in either half, so its command is known only when the marks of a whole story are in order.
 */
import { escapeText, textContent, type XmlElement } from '../../ooxml/xml.ts';
import type { Edits } from './edits.ts';
import { isSafeLink } from './links.ts';

const HARMLESS: ReadonlySet<string> = new Set(
  (
    '= ADDRESSBLOCK ADVANCE ASK AUTHOR AUTONUM AUTONUMLGL AUTONUMOUT BIBLIOGRAPHY CITATION COMMENTS COMPARE ' +
    'CREATEDATE DATE DOCPROPERTY DOCVARIABLE EDITTIME EQ FILLIN FORMCHECKBOX FORMDROPDOWN FORMTEXT GREETINGLINE ' +
    'HYPERLINK IF INDEX KEYWORDS LASTSAVEDBY LISTNUM MERGEFIELD MERGEREC MERGESEQ NEXT NEXTIF NOTEREF NUMCHARS ' +
    'NUMPAGES NUMWORDS PAGE PAGEREF PRINTDATE QUOTE REF REVNUM SAVEDATE SECTION SECTIONPAGES SEQ SET SKIPIF ' +
    'STYLEREF SUBJECT SYMBOL TA TC TIME TITLE TOA TOC XE'
  ).split(' '),
);
/** Their instruction is what they show: `MACROBUTTON name text`. */
const BUTTONS: ReadonlySet<string> = new Set(['MACROBUTTON', 'GOTOBUTTON']);

/** Stories of their own inside a part: a field does not reach across their borders. */
const STORIES: ReadonlySet<string> = new Set([
  'w:txbxContent',
  'w:footnote',
  'w:endnote',
  'w:comment',
  'w:docPart',
]);
const INSTRUCTIONS: ReadonlySet<string> = new Set(['w:instrText', 'w:delInstrText']);
const TEXTS: ReadonlySet<string> = new Set(['w:t', 'w:delText']);
/** A longer command, or one of more pieces, is no field that Word wrote. */
const COMMAND_MARKS = 500;

interface Mark {
  readonly element: XmlElement;
  readonly kind: 'begin' | 'separate' | 'end' | 'instruction' | 'text' | 'content';
}

interface Field {
  readonly begin: number;
  /** Marks of its own instruction, those of fields inside it not among them. */
  readonly instructions: number[];
  separate: number | undefined;
  end: number | undefined;
}

interface CleanedFields {
  readonly removed: number;
  /** Runs that show the results of HYPERLINK fields. */
  readonly linkRuns: ReadonlySet<XmlElement>;
}

export const cleanFields = (root: XmlElement, edits: Edits): CleanedFields => {
  let removed = 0;
  const linkRuns = new Set<XmlElement>();
  const cleanStory = (story: XmlElement): void => {
    const marks: Mark[] = [];
    const walk = (element: XmlElement): void => {
      if (element.parent?.name === 'w:r' && element.name !== 'w:rPr') {
        marks.push({ element, kind: kindOf(element) });
      }
      if (element.name === 'w:fldSimple') removed += cleanSimple(element, edits);
      for (const child of element.children) {
        if (child.kind !== 'element') continue;
        if (STORIES.has(child.name)) cleanStory(child);
        else walk(child);
      }
    };
    walk(story);
    removed += cleanMarks(marks, edits, linkRuns);
  };
  cleanStory(root);
  return { removed, linkRuns };
};

const kindOf = (element: XmlElement): Mark['kind'] => {
  if (element.name === 'w:fldChar') {
    const type = element.attribute('w:fldCharType');
    return type === 'begin' || type === 'separate' || type === 'end' ? type : 'content';
  }
  if (INSTRUCTIONS.has(element.name)) return 'instruction';
  return TEXTS.has(element.name) ? 'text' : 'content';
};

const cleanSimple = (element: XmlElement, edits: Edits): number => {
  if (isHarmless(element.attribute('w:instr') ?? '')) return 0;
  edits.unwrap(element);
  return 1;
};

const cleanMarks = (marks: readonly Mark[], edits: Edits, linkRuns: Set<XmlElement>): number => {
  const { fields, strays } = pairUp(marks);
  const unwanted: Field[] = [];
  const links: Field[] = [];
  for (const field of fields) {
    const commands = commandsOf(field, marks);
    if (!commands.every(isHarmless)) unwanted.push(field);
    else if (/^\s*HYPERLINK\b/i.test(commands[0] ?? '')) links.push(field);
  }
  addResultRuns(links, marks, linkRuns);
  const gone = new Set(strays);
  let covered = -1;
  for (const field of unwanted) {
    const { begin, separate, end } = field;
    if (!showButton(field, marks, edits)) gone.add(begin);
    if (end !== undefined) gone.add(end);
    const instructionEnd = separate ?? end;
    if (instructionEnd === undefined) {
      // Never closed: what follows may be the rest of the document, and only instructions are the field's.
      for (const at of field.instructions) gone.add(at);
    } else {
      // Fields come in the order of their beginnings, so what an outer one covers need not be walked again.
      for (let at = Math.max(begin, covered) + 1; at <= instructionEnd; at += 1) gone.add(at);
      covered = Math.max(covered, instructionEnd);
    }
  }
  for (const index of gone) {
    const mark = marks[index];
    if (mark !== undefined) edits.remove(mark.element);
  }
  return strays.length + unwanted.length;
};

const addResultRuns = (links: readonly Field[], marks: readonly Mark[], runs: Set<XmlElement>): void => {
  let covered = -1;
  for (const { separate, end } of links) {
    if (separate === undefined || end === undefined) continue;
    for (let at = Math.max(separate, covered) + 1; at < end; at += 1) {
      const run = marks[at]?.element.parent;
      if (run !== undefined) runs.add(run);
    }
    covered = Math.max(covered, end);
  }
};

const showButton = (field: Field, marks: readonly Mark[], edits: Edits): boolean => {
  const text = field.separate === undefined ? buttonText(commandsOf(field, marks)[0] ?? '') : '';
  const first = marks[field.begin]?.element;
  if (text === '' || first === undefined) return false;
  edits.replace(first.start, first.end, textTag(first, text));
  return true;
};

/** A `w:t` with the prefix that the file uses, which is that of the `w:fldChar` it replaces. */
const textTag = (like: XmlElement, text: string): string => {
  const tag = like.rawName.replace(/fldChar$/, 't');
  return `<${tag} xml:space="preserve">${escapeText(text)}</${tag}>`;
};

const buttonText = (command: string): string => {
  const match = /^\s*(\S+)\s+\S+\s*([\s\S]*?)\s*$/.exec(command);
  return match !== null && BUTTONS.has((match[1] ?? '').toUpperCase()) ? (match[2] ?? '') : '';
};

const pairUp = (marks: readonly Mark[]): { fields: Field[]; strays: number[] } => {
  const fields: Field[] = [];
  const strays: number[] = [];
  const open: Field[] = [];
  marks.forEach(({ kind }, at) => {
    const current = open.at(-1);
    if (kind === 'begin') {
      const field: Field = { begin: at, instructions: [], separate: undefined, end: undefined };
      fields.push(field);
      open.push(field);
    } else if (kind === 'separate' || kind === 'end') {
      if (current === undefined || (kind === 'separate' && current.separate !== undefined)) strays.push(at);
      else if (kind === 'separate') current.separate = at;
      else {
        current.end = at;
        open.pop();
      }
    } else if (kind === 'instruction') {
      if (current === undefined || current.separate !== undefined) strays.push(at);
      else current.instructions.push(at);
    }
  });
  return { fields, strays };
};

/**
 * The command as different readers put it together: from the instructions alone, with the plain text between them
 * (LibreOffice takes that too), and with everything that nested fields contribute. All must be harmless.
 */
const commandsOf = (field: Field, marks: readonly Mark[]): readonly string[] => {
  const stop = field.separate ?? field.end ?? marks.length;
  if (field.end !== undefined && stop - field.begin > COMMAND_MARKS) return [''];
  let own = '';
  let withText = '';
  let all = '';
  let depth = 0;
  for (let at = field.begin + 1; at < Math.min(stop, field.begin + COMMAND_MARKS); at += 1) {
    const mark = marks[at];
    if (mark?.kind === 'begin') depth += 1;
    if (mark?.kind === 'end') depth -= 1;
    if (mark?.kind !== 'instruction' && mark?.kind !== 'text') continue;
    const text = textContent(mark.element);
    all += text;
    if (depth > 0) continue;
    withText += text;
    if (mark.kind === 'instruction') own += text;
  }
  return [own, withText, all];
};

const isHarmless = (command: string): boolean => {
  const [, word = '', rest = ''] = /^[\s"“”]*(=|[^\s"“”\\]*)([\s\S]*)$/.exec(command) ?? [];
  const keyword = word.startsWith('=') ? '=' : word.toUpperCase();
  if (!HARMLESS.has(keyword)) return false;
  return keyword !== 'HYPERLINK' || linksOf(rest).every(isSafeLink);
};

/** The address of a HYPERLINK: its first argument that is no switch's. `\l`, `\o`, `\t` take one; `\n`, `\m` none. */
const linksOf = (rest: string): string[] => {
  const words = rest.match(/\\[a-z]|["“][^"“”]*["”]?|[^\s"“”\\][^\s"“”]*/gi) ?? [];
  const links: string[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    if (/^\\[lot]$/i.test(word)) at += 1;
    else if (!word.startsWith('\\')) links.push(word.replace(/^["“]|["”]$/g, ''));
  }
  return links;
};
