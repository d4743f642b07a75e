/**
 * FieldStack: fields of one story (ECMA-376 §17.16), which may begin in one paragraph and end in another.
 *
 * Results stand as Word left them, but for the few that layout knows better; a HYPERLINK becomes the link of its result.
 */
import type { FieldInline, Inline, Link } from './model.ts';
import { nestedField, type PageCondition, readCondition } from './page-condition.ts';
import type { RunProperties } from './properties/run-properties.ts';

/** Whose results depend on where things come to stand. */
const LAID_OUT: ReadonlySet<string> = new Set([
  'PAGE',
  'NUMPAGES',
  'SECTIONPAGES',
  'SECTION',
  'PAGEREF',
  'STYLEREF',
]);

interface OpenField {
  instruction: string;
  phase: 'instruction' | 'result';
  /** Of the field's first run. */
  run: RunProperties;
  /** Collects the result of a field that layout replaces. */
  replaced: { cached: string; run: RunProperties | undefined } | undefined;
  link: Link | undefined;
  /** A table of contents. */
  contents: boolean;
  /** Something that is no text stands in its code: what it would show is more than layout can say. */
  isRich: boolean;
}

const MOST_OPEN = 50;
const LONGEST_INSTRUCTION = 4000;

export class FieldStack {
  readonly #open: OpenField[] = [];
  /** Begun beyond the limit: their ends are swallowed as well. */
  #excess = 0;

  begin(run: RunProperties): void {
    if (this.#open.length >= MOST_OPEN) this.#excess += 1;
    else
      this.#open.push({
        instruction: '',
        phase: 'instruction',
        run,
        replaced: undefined,
        link: undefined,
        contents: false,
        isRich: false,
      });
  }

  instruction(text: string): void {
    const top = this.#open.at(-1);
    if (top?.phase === 'instruction' && top.instruction.length < LONGEST_INSTRUCTION) top.instruction += text;
  }

  separate(): void {
    const top = this.#open.at(-1);
    if (top === undefined || this.#excess > 0) return;
    top.phase = 'result';
    const { name } = parseInstruction(top.instruction);
    if (LAID_OUT.has(name) || conditionOf(top) !== undefined) top.replaced = { cached: '', run: undefined };
    if (name === 'TOC') top.contents = true;
    if (name === 'HYPERLINK') top.link = hyperlinkOf(top.instruction);
  }

  /** The field that the end closes, where layout fills it in. */
  end(): FieldInline | undefined {
    if (this.#excess > 0) {
      this.#excess -= 1;
      return undefined;
    }
    const field = this.#open.pop();
    if (field === undefined) return undefined;
    const parsed = parseInstruction(field.instruction);
    const around = this.#open.at(-1);
    if (around?.phase === 'instruction') {
      if (!LAID_OUT.has(parsed.name)) around.isRich = true;
      else if (IF.test(around.instruction)) this.instruction(nestedField(parsed.name));
      return undefined;
    }
    const condition = conditionOf(field);
    if (condition !== undefined) {
      const { cached = '', run = field.run } = field.replaced ?? {};
      return { kind: 'field', name: 'IF', argument: '', format: '', cached, run, condition };
    }
    // Word keeps no result of such a formula (§17.16.5.15): what nobody draws is not lost in silence.
    const undrawn = parsed.name === 'EQ' && field.phase === 'instruction';
    if (!LAID_OUT.has(parsed.name) && !undrawn) return undefined;
    // A paragraph's number instead of its text: as the file has it.
    const numbers = parsed.name === 'STYLEREF' && /\\[nrwst]\b/.test(field.instruction);
    const link = this.link;
    return {
      kind: 'field',
      ...parsed,
      ...(numbers && { argument: '' }),
      cached: field.replaced?.cached ?? '',
      run: field.replaced?.run ?? field.run,
      ...(link !== undefined && { link }),
    };
  }

  /** Takes what stands in the code of a field, which is not shown: text may be part of it. */
  passes(inline: Inline): boolean {
    if (this.shows || inline.kind === 'bookmark') return false;
    if (inline.kind !== 'text')
      for (const field of this.#open) field.isRich ||= field.phase === 'instruction';
    else if (IF.test(this.#open.at(-1)?.instruction ?? '')) this.instruction(inline.text);
    return true;
  }

  /** A code that goes on in another paragraph shows more than a line. */
  endParagraph(): void {
    for (const field of this.#open) field.isRich ||= field.phase === 'instruction';
  }

  get isEmpty(): boolean {
    return this.#open.length === 0;
  }

  /** Whether what comes now is part of what is shown. */
  get shows(): boolean {
    if (this.#open.length === 0) return true;
    return this.#open.every((field) => field.phase === 'result');
  }

  /** Takes text that belongs to a field which layout replaces. */
  absorbs(inline: Inline): boolean {
    if (this.#open.length === 0) return false;
    const field = this.#open.find((one) => one.replaced !== undefined);
    if (field?.replaced === undefined) return false;
    if (inline.kind === 'text') {
      field.replaced.run ??= inline.run;
      if (field.replaced.cached.length < LONGEST_INSTRUCTION) field.replaced.cached += inline.text;
    }
    return inline.kind !== 'bookmark';
  }

  /** Whether this is part of a table of contents. */
  get inContents(): boolean {
    return this.#open.some(({ contents }) => contents);
  }

  get link(): Link | undefined {
    if (this.#open.length === 0) return undefined;
    return this.#open.findLast((field) => field.link !== undefined)?.link;
  }
}

const conditionOf = ({ instruction, isRich }: OpenField): PageCondition | undefined =>
  isRich || !IF.test(instruction) ? undefined : readCondition(instruction);

const IF = /^\s*IF\s/i;

/** `PAGEREF _Toc1 \h \* MERGEFORMAT` → name, argument, format. */
const parseInstruction = (
  instruction: string,
): { readonly name: string; readonly argument: string; readonly format: string } => {
  const words = [...instruction.matchAll(/"([^"]*)"|(\S+)/g)].map((match) => match[1] ?? match[2] ?? '');
  const name = (words[0] ?? '').toUpperCase();
  let argument = '';
  let format = '';
  for (let at = 1; at < words.length; at++) {
    const word = words[at] ?? '';
    if (word === '\\*') {
      const wanted = words[at + 1] ?? '';
      if (!/^(mergeformat|charformat)$/i.test(wanted)) format = wanted;
      at += 1;
    } else if (word === '\\#' || word === '\\@') at += 1;
    else if (!word.startsWith('\\') && argument === '') argument = word;
  }
  return { name, argument, format };
};

const hyperlinkOf = (instruction: string): Link | undefined => {
  const place = /\\l\s+"([^"]*)"/.exec(instruction)?.[1] ?? /\\l\s+(\S+)/.exec(instruction)?.[1];
  const { argument } = parseInstruction(instruction.replace(/\\l\s+("[^"]*"|\S+)/, ''));
  if (argument !== '') return { uri: place === undefined ? argument : `${argument}#${place}` };
  return place === undefined ? undefined : { destination: place };
};
