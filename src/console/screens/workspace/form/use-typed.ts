/**
 * What is typed shows at once and reaches the data right behind it. With a lot of data, working out the change and drawing the
 * form anew take time that no key should wait for: there it reaches the data when typing pauses, or the field is left.
 */
import { useEffect, useRef, useState } from 'react';

/** At most, and in proportion to what the last change took: between two keys it is an eighth of the time. */
const PAUSE_MS = 250;
const SHARE = 8;

/** Milliseconds from a change until the form shows it, in whichever field. */
let lastTook = 0;

/** Of the field that is being typed in: takes what has not reached the data yet there. */
let pending: (() => void) | undefined;

/** Before something is done with the data that a pause in typing would have come before. */
export const commitTyped = (): void => pending?.();

export const useTyped = (
  value: string,
  commit: (text: string) => void,
): { readonly text: string; readonly type: (text: string) => void; readonly leave: () => void } => {
  const [typed, setTyped] = useState<string>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const waiting = useRef<string>(undefined);

  const sent = useRef<number>(undefined);
  const latest = useRef(commit);
  latest.current = commit;

  const [send] = useState(() => (): void => {
    clearTimeout(timer.current);
    const text = waiting.current;
    waiting.current = undefined;
    if (pending === send) pending = undefined;
    if (text === undefined) return;
    sent.current = performance.now();
    latest.current(text);
  });
  // Going to another screen or to the JSON editor is leaving the field, too.
  useEffect(() => send, [send]);
  // What was committed comes back as the value: from there on the data say what is shown.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new value is the event
  useEffect(() => {
    if (waiting.current === undefined) setTyped(undefined);
    if (sent.current !== undefined) lastTook = performance.now() - sent.current;
    sent.current = undefined;
  }, [value]);

  return {
    text: typed ?? value,
    type: (text) => {
      setTyped(text);
      waiting.current = text;
      pending = send;
      clearTimeout(timer.current);
      timer.current = setTimeout(send, Math.min(PAUSE_MS, lastTook * SHARE));
    },
    leave: send,
  };
};
