/** Going to a place of the data: in the editor as a selection, in the form as the focused field. */
import { useRef, useState } from 'react';
import { firstPlace, type Place, readPath, valueAt } from '../../../data-check/paths.ts';
import { finder, setValue } from './data/edit-text.ts';
import type { TextStore } from './data/text-store.ts';
import type { Revealed } from './form/data-form.tsx';
import { emptyValue, type Shape } from './shape/shape.ts';

export type Mode = 'form' | 'json' | 'code';

export const useJump = (store: TextStore, mode: Mode, setMode: (mode: Mode) => void) => {
  const [revealed, setRevealed] = useState<Revealed>();
  /** Where to go when the editor, which is still loading, is there. */
  const waiting = useRef<{ from: number; to: number }>(undefined);
  const isReady = useRef(false);

  const inJsonAt = (range: { readonly from: number; readonly to: number }): void => {
    setMode('json');
    if (isReady.current) setTimeout(() => store.select(range.from, range.to));
    else waiting.current = range;
  };
  const inJson = (place: Place): void => inJsonAt(nearest(store.text, place));
  const toPlace = (place: Place): void => {
    if (mode === 'json') inJson(place);
    else {
      setMode('form');
      setRevealed((last) => ({ place, turn: (last?.turn ?? 0) + 1 }));
    }
  };
  return {
    revealed,
    inJson,
    inJsonAt,
    toPlace,
    toPath: (path: string): void => toPlace(firstPlace(readPath(path) ?? [])),
    /** Puts the field into the data where it is not there yet. */
    toField: (field: Shape): void => {
      const place = firstPlace(field.steps);
      const data = parsed(store.text);
      if (data !== undefined && valueAt(data, place) === undefined)
        store.edit(setValue(store.text, place, emptyValue(field)));
      toPlace(place);
    },
    onEditorReady: (): void => {
      isReady.current = true;
      if (waiting.current !== undefined) store.select(waiting.current.from, waiting.current.to);
      waiting.current = undefined;
    },
  };
};

const parsed = (text: string): unknown => {
  if (text.trim() === '') return {};
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** What is missing has no place: the object that lacks it has. */
const nearest = (text: string, place: Place): { from: number; to: number } => {
  const find = finder(() => text);
  for (let length = place.length; length > 0; length--) {
    const range = find(place.slice(0, length));
    if (range !== undefined)
      return length === place.length ? range : { from: range.from, to: range.from + 1 };
  }
  return { from: 0, to: 0 };
};
