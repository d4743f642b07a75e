/**
 * sequenceEdits :: part → edits that count its captions while it is written: `SEQ Figure`
 *
 * Word counts when its fields are updated, which nobody does before printing or making a PDF. Loops repeat captions and
 * conditions remove them, so the numbers of the template are no longer right (ECMA-376 §17.16.5.56).
 */
import { descendantsOf, type XmlElement } from '../../../ooxml/xml.ts';
import type { StyleCatalogue } from '../../../wml/styles.ts';
import type { SequenceOp } from '../../program.ts';
import { headingLevelOf } from '../../toc/headings.ts';
import { type Field, fieldsOf } from '../../word/field-marks.ts';
import { addEdit, type Edit } from '../context.ts';

interface SequencesInput {
  readonly root: XmlElement;
  readonly styles: StyleCatalogue;
  readonly edits: Map<XmlElement, Edit>;
  /** Levels of the styles at which some sequence starts anew; filled here. */
  readonly headings: Map<string, number>;
  slot(): number;
}

/** What a field counts and how it says so. */
interface Rule {
  readonly counts: Pick<SequenceOp, 'name' | 'reset' | 'repeats' | 'level'>;
  /** Left out where nothing is shown, or something that only Word can tell. */
  readonly show?: SequenceOp['show'];
  readonly isLeftToWord: boolean;
}

export const sequenceEdits = (input: SequencesInput): void => {
  const { root, edits, slot } = input;
  /** Slots of the fields in a drawing that its fallback has not repeated yet. */
  const repeated = new Map<XmlElement, number[]>();
  for (const field of fieldsOf(root)) {
    const rule = readSequence(field.instruction);
    if (rule === undefined) continue;
    const { counts, show } = rule;
    if (counts.level !== undefined) addHeadings(input);
    const fallback = enclosing(field.begin, 'mc:Fallback');
    const alternate = (fallback ?? enclosing(field.begin, 'mc:Choice'))?.parent;
    const slots = alternate === undefined ? [] : (repeated.get(alternate) ?? []);
    if (alternate !== undefined) repeated.set(alternate, slots);
    const own = fallback === undefined ? slot() : slots.shift();
    if (own === undefined) continue;
    if (fallback === undefined) slots.push(own);
    const again = fallback !== undefined && { again: true };
    write(
      field,
      { op: 'sequence', slot: own, ...counts, ...(show !== undefined && { show }), ...again },
      edits,
    );
  }
};

/** The number takes the place of the first text of the result; where none is shown, it only counts. */
const write = (field: Field, op: SequenceOp, edits: Map<XmlElement, Edit>): void => {
  const [first, ...others] = field.texts;
  if (first === undefined || op.show === undefined) {
    addEdit(edits, field.end, { before: [op] });
    return;
  }
  addEdit(edits, first, { whole: ['<w:t>', op, '</w:t>'] });
  for (const text of others) addEdit(edits, text, { whole: [] });
};

const enclosing = (element: XmlElement, name: string): XmlElement | undefined => {
  let at: XmlElement | undefined = element;
  while (at !== undefined && at.name !== name) at = at.parent;
  return at;
};

const addHeadings = ({ root, styles, edits, headings }: SequencesInput): void => {
  if (headings.size > 0) return;
  for (const { id } of styles.styles) {
    const level = headingLevelOf(id, styles);
    if (level > 0) headings.set(id, level);
  }
  for (const style of descendantsOf(root)) {
    const level = style.name === 'w:pStyle' ? headings.get(style.attribute('w:val') ?? '') : undefined;
    if (level !== undefined) addEdit(edits, style, { before: [{ op: 'heading', level }] });
  }
};

/** By name, in small and in capital letters. */
const FORMATS: Readonly<Record<string, readonly [string, string]>> = {
  arabic: ['decimal', 'decimal'],
  alphabetic: ['lowerLetter', 'upperLetter'],
  roman: ['lowerRoman', 'upperRoman'],
};

/** Undefined for any other field. */
export const readSequence = (instruction: string): Rule | undefined => {
  const [word = '', name = '', ...rest] = wordsOf(instruction);
  if (word.toUpperCase() !== 'SEQ' || name === '' || name.startsWith('\\')) return undefined;
  const counts: { -readonly [Key in keyof Rule['counts']]: Rule['counts'][Key] } = {
    name: name.toLowerCase(),
  };
  let format: string | undefined = 'decimal';
  let digits = 0;
  let isHidden = false;
  for (let at = 0; at < rest.length; at++) {
    const argument = (): string => rest[++at] ?? '';
    switch (rest[at]?.toLowerCase()) {
      case '\\r':
        counts.reset = Number(argument()) || 0;
        break;
      case '\\s':
        counts.level = Number(argument()) || 1;
        break;
      case '\\c':
        counts.repeats = true;
        break;
      case '\\h':
        isHidden = true;
        break;
      case '\\n':
        break;
      case '\\*': {
        const wanted = argument();
        if (/^(?:mergeformat|charformat)$/i.test(wanted)) break;
        isHidden = false;
        format = FORMATS[wanted.toLowerCase()]?.[/^[A-Z]/.test(wanted) ? 1 : 0];
        break;
      }
      case '\\#': {
        const picture = argument();
        digits = picture.replaceAll('#', '').length;
        if (!/^[0#]+$/.test(picture)) format = undefined;
        break;
      }
      default:
        // The number that a bookmark has: nothing is counted.
        return { counts: { ...counts, repeats: true }, isLeftToWord: true };
    }
  }
  if (format === undefined) return { counts, isLeftToWord: true };
  return { counts, isLeftToWord: false, ...(!isHidden && { show: { format, digits } }) };
};

const wordsOf = (instruction: string): string[] =>
  [...instruction.matchAll(/"([^"]*)"|\\[^\s"]|[^\s"\\]+/g)].map(([all, quoted]) => quoted ?? all);
