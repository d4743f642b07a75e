/** resultChanges :: a field, what it shows → changes; undefined where its result has no place for a text */
import { escapeText } from '../../ooxml/xml.ts';
import type { Field } from '../word/field-marks.ts';
import type { Change } from './changes.ts';

/** In the look of the first text that it had. */
export const resultChanges = ({ texts, separate, begin }: Field, value: string): Change[] | undefined => {
  const [first, ...others] = texts;
  if (first !== undefined) {
    const { rawName } = first;
    const space = /^\s|\s$|\s\s/.test(value) ? ' xml:space="preserve"' : '';
    return [
      { from: first.start, to: first.end, markup: `<${rawName}${space}>${escapeText(value)}</${rawName}>` },
      ...others.map(({ start, end }) => ({ from: start, to: end, markup: '' })),
    ];
  }
  const run = separate?.parent;
  if (separate === undefined || separate === begin || run?.name !== 'w:r') return undefined;
  const text = run.rawName.replace(/r$/, 't');
  const markup = `<${run.rawName}><${text}>${escapeText(value)}</${text}></${run.rawName}>`;
  return [{ from: run.end, to: run.end, markup }];
};
