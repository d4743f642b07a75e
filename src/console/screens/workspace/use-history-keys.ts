/**
 * A browser's own undo knows one field and the letters typed in it: once the data has changed around them it puts
 * together what never was. So the keys, and the browser's menu, go through the data as a whole, in the form as in the editor.
 */
import { type RefObject, useEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { isMac } from '../../components/use-key.ts';
import type { TextStore } from './data/text-store.ts';
import { commitTyped } from './form/use-typed.ts';

type HistoryStep = 'undo' | 'redo';

const BY_INPUT: Readonly<Record<string, HistoryStep>> = { historyUndo: 'undo', historyRedo: 'redo' };

const ofKey = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): HistoryStep | undefined => {
  if (!(isMac ? metaKey : ctrlKey) || altKey) return undefined;
  if (key.toLowerCase() === 'z') return shiftKey ? 'redo' : 'undo';
  return key.toLowerCase() === 'y' && !isMac && !shiftKey ? 'redo' : undefined;
};

/** In everything inside of an element, but for the editor, which does the same by itself. */
export const useHistoryKeys = (store: TextStore): RefObject<HTMLDivElement | null> => {
  const inside = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const listening = new AbortController();
    const go = (event: Event, act: HistoryStep | undefined): void => {
      if (act === undefined || (event.target as Element).closest('.cm-editor') !== null) return;
      event.preventDefault();
      // Drawn in between: a field that is at the same value before and after would go on showing what was typed.
      flushSync(commitTyped);
      store[act]();
    };
    const options = { signal: listening.signal };
    inside.current?.addEventListener('keydown', (event) => go(event, ofKey(event)), options);
    inside.current?.addEventListener('beforeinput', (event) => go(event, BY_INPUT[event.inputType]), options);
    return () => listening.abort();
  }, [store]);
  return inside;
};
