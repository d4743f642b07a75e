/**
 * What is typed shows at once and reaches the data when typing pauses or the field is left: working out the change
 * takes time with a lot of data, and no key should wait for it.
 */
import { useEffect, useEffectEvent, useRef, useState } from 'react';

const PAUSE_MS = 250;

export const useTyped = (
  value: string,
  commit: (text: string) => void,
): { readonly text: string; readonly type: (text: string) => void; readonly leave: () => void } => {
  const [typed, setTyped] = useState<string>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const waiting = useRef<string>(undefined);

  const flush = useEffectEvent((): void => {
    clearTimeout(timer.current);
    const text = waiting.current;
    waiting.current = undefined;
    if (text !== undefined) commit(text);
  });
  // Going to another screen or to the JSON editor is leaving the field, too.
  useEffect(() => () => flush(), []);
  // What was committed comes back as the value: from there on the data say what is shown.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new value is the event
  useEffect(() => {
    if (waiting.current === undefined) setTyped(undefined);
  }, [value]);

  const send = (): void => {
    clearTimeout(timer.current);
    const text = waiting.current;
    waiting.current = undefined;
    if (text !== undefined) commit(text);
  };
  return {
    text: typed ?? value,
    type: (text) => {
      setTyped(text);
      waiting.current = text;
      clearTimeout(timer.current);
      timer.current = setTimeout(send, PAUSE_MS);
    },
    leave: send,
  };
};
