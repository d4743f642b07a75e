/** A single value for a field: of its kind, passing what it is compared with, and as its name promises. */
import type { Example } from '../expression/references/references.ts';
import { kindOf } from './field-kind.ts';
import type { FieldNode } from './field-tree.ts';
import { sampleDate, sampleNumber, sampleText, splitName } from './sample-names.ts';
import { passing } from './sample-tests.ts';

/** 96 by 64 pixels in blue, green and red: small in the answer, large enough to be seen. */
const PICTURES = [
  'iVBORw0KGgoAAAANSUhEUgAAAGAAAABAAQMAAADf+uBNAAAAA1BMVEVPgb1L9JEcAAAAEElEQVR42mNgGAWjYBSQCwADQAAB8oOzpwAAAABJRU5ErkJggg==',
  'iVBORw0KGgoAAAANSUhEUgAAAGAAAABAAQMAAADf+uBNAAAAA1BMVEWbu1lDuvToAAAAEElEQVR42mNgGAWjYBSQCwADQAAB8oOzpwAAAABJRU5ErkJggg==',
  'iVBORw0KGgoAAAANSUhEUgAAAGAAAABAAQMAAADf+uBNAAAAA1BMVEXAUE2EA8vjAAAAEElEQVR42mNgGAWjYBSQCwADQAAB8oOzpwAAAABJRU5ErkJggg==',
].map((data) => `data:image/png;base64,${data}`);

const WORDS = ['first', 'second', 'third'];

export class SampleScalars {
  /** Fields that have to be equal somewhere get their values from one of them. */
  readonly #sources = new Map<FieldNode, FieldNode>();

  constructor(root: FieldNode) {
    this.#join(root);
  }

  #join(field: FieldNode): void {
    for (const peer of field.peers) {
      const [a, b] = [this.#source(field), this.#source(peer)];
      if (a === b) continue;
      const [strict, loose] = strictness(b) > strictness(a) ? [b, a] : [a, b];
      this.#sources.set(loose, strict);
    }
    for (const inner of field.names.values()) this.#join(inner);
    if (field.element !== undefined) this.#join(field.element);
  }

  #source(field: FieldNode): FieldNode {
    let at = field;
    for (let next = this.#sources.get(at); next !== undefined; next = this.#sources.get(at)) at = next;
    return at;
  }

  value(given: FieldNode, seed: number): Example {
    const field = this.#source(given);
    if (field.choices.length > 0) return field.choices[seed % field.choices.length] as Example;
    return passing(usual(field, seed), field.tests, seed, (value) => fits(field, value));
  }

  /** An item of a list whose items nobody looks into. */
  item(list: FieldNode, index: number): Example {
    return sampleText(list.label, '', index);
  }
}

const strictness = (field: FieldNode): number =>
  ['number', 'date', 'text'].includes(kindOf(field))
    ? 3 - ['number', 'date', 'text'].indexOf(kindOf(field))
    : 0;

const usual = (field: FieldNode, seed: number): Example => {
  const { label } = field;
  const nth = WORDS[seed % 3] ?? 'first';
  switch (kindOf(field)) {
    case 'number': {
      const number = sampleNumber(label, seed);
      return field.receives.has('text') ? String(number) : number;
    }
    case 'date': {
      const date = sampleDate(label, seed);
      return field.kinds.has('number') ? Date.parse(date) : date;
    }
    case 'boolean':
      return seed % 2 === 0;
    case 'image':
      return PICTURES[seed % 3] ?? '';
    case 'html':
      return `<p>The ${nth} text with <strong>bold</strong> and <em>italic</em> words.</p>`;
    case 'markdown':
      return `The ${nth} text with **bold** and *italic* words.`;
    case 'link':
      return addressOf(label, seed);
    default: {
      const value = sampleText(label, field.parent?.label ?? '', seed);
      return field.receives.has('text') || field.receives.has('sequence') ? String(value) : value;
    }
  }
};

const addressOf = (label: string, seed: number): string => {
  const words = splitName(label).join('-').toLowerCase();
  if (/mail/.test(words)) return `mailto:${sampleText('email', '', seed)}`;
  if (/phone|tel|mobile/.test(words)) return `tel:+155501001${42 + (seed % 50)}`;
  return `https://example.com/${encodeURIComponent(words)}${seed === 0 ? '' : `/${seed + 1}`}`;
};

/** Whether a literal of the template will do as the value: `x == "n/a"` does not make a number of a text. */
const fits = (field: FieldNode, value: Example): boolean => {
  switch (kindOf(field)) {
    case 'number':
      return field.receives.has('text')
        ? typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value))
        : typeof value === 'number';
    case 'date':
      return typeof value === 'string' && !field.kinds.has('number') && !Number.isNaN(Date.parse(value));
    case 'boolean':
      return typeof value === 'boolean';
    case 'text':
      return typeof value === 'string' || (typeof value === 'number' && !field.receives.has('text'));
    default:
      return false;
  }
};
