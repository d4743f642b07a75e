/** A shortcut of one sign, wherever a keyboard has it: `/` is Shift 7 on some. Not while somebody writes. */
import { useEffect, useEffectEvent } from 'react';

const isWriting = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName));

export const useKey = (sign: string, act: () => void): void => {
  const run = useEffectEvent(act);
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      const isMeant = event.key === sign && !event.ctrlKey && !event.metaKey && !event.altKey;
      if (!isMeant || event.defaultPrevented || isWriting(event.target)) return;
      event.preventDefault();
      run();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [sign]);
};

/** Which of the two keys is the one for shortcuts. */
export const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);
