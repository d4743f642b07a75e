/** formFieldTexts :: an old form field → what Word shows of it, where the field itself has no result text */
import { memoBy } from '../memo.ts';
import { childOf, elementsOf, type XmlElement } from '../ooxml/xml.ts';
import type { RunProperties } from './properties/run-properties.ts';
import { childValue, toggleValue, wholeNumber } from './properties/word-values.ts';

interface ShownText {
  readonly kind: 'text';
  readonly text: string;
  readonly run: RunProperties;
}

export const formFieldTexts = (form: XmlElement | undefined, run: RunProperties): ShownText[] => {
  if (form === undefined) return [];
  const box = childOf(form, 'w:checkBox');
  const list = childOf(form, 'w:ddList');
  return [
    ...(box === undefined ? [] : [checkBox(box, run)]),
    ...(list === undefined ? [] : dropDown(list, run)),
  ];
};

/** As large as it says, or as the text around it (§17.16.7). */
const checkBox = (box: XmlElement, run: RunProperties): ShownText => {
  const state = childOf(box, 'w:checked') ?? childOf(box, 'w:default');
  const isChecked = state !== undefined && toggleValue(state);
  const size = wholeNumber(childValue(box, 'w:size'));
  return {
    kind: 'text',
    text: isChecked ? '\u2612' : '\u2610',
    run: size === undefined || size <= 0 ? run : sizedRun(run, size / 2),
  };
};

/** The entry that is chosen (§17.16.9), the first where none is. */
const dropDown = (list: XmlElement, run: RunProperties): ShownText[] => {
  const chosen = childOf(list, 'w:result') ?? childOf(list, 'w:default');
  const entry = elementsOf(list, 'w:listEntry')[wholeNumber(chosen?.attribute('w:val')) ?? 0];
  const text = entry?.attribute('w:val') ?? '';
  return text === '' ? [] : [{ kind: 'text', text, run }];
};

const SIZED = new WeakMap<RunProperties, Map<number, RunProperties>>();

/** The same object for the same one: layout knows formatting by identity. */
const sizedRun = (run: RunProperties, size: number): RunProperties => {
  const known = memoBy(SIZED, run, () => new Map<number, RunProperties>());
  const sized = known.get(size) ?? { ...run, size };
  known.set(size, sized);
  return sized;
};
