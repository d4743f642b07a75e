/**
 * Tabs that have the same template open know of each other: all of them are told, and each hears when the draft that
 * they share was changed by another.
 */
import { useCallback, useEffect, useRef, useState } from 'react';

interface Message {
  readonly kind: 'hello' | 'here' | 'changed' | 'bye';
  readonly from: string;
  readonly template: string;
}

export interface OtherTabs {
  /** Another tab has it open as well. */
  readonly isShared: boolean;
  readonly hasChanged: boolean;
  /** Tells the others that the draft is another one now. */
  tell(): void;
  forget(): void;
}

export const useOtherTabs = (organization: string, templateKey: string): OtherTabs => {
  const [others, setOthers] = useState<ReadonlySet<string>>(new Set());
  const [hasChanged, setHasChanged] = useState(false);
  const send = useRef<(kind: Message['kind']) => void>(() => {});

  useEffect(() => {
    const channel = new BroadcastChannel('platen-template');
    const from = crypto.randomUUID?.() ?? String(Math.random());
    const template = JSON.stringify([organization, templateKey]);
    send.current = (kind) => channel.postMessage({ kind, from, template } satisfies Message);
    channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
      if (data.template !== template) return;
      if (data.kind === 'hello') send.current('here');
      if (data.kind === 'hello' || data.kind === 'here') setOthers((known) => new Set([...known, data.from]));
      else if (data.kind === 'bye')
        setOthers((known) => new Set([...known].filter((one) => one !== data.from)));
      else setHasChanged(true);
    });
    const leave = (): void => send.current('bye');
    window.addEventListener('pagehide', leave);
    send.current('hello');
    return () => {
      window.removeEventListener('pagehide', leave);
      leave();
      channel.close();
      send.current = () => {};
    };
  }, [organization, templateKey]);

  const tell = useCallback(() => send.current('changed'), []);
  const forget = useCallback(() => setHasChanged(false), []);
  return { isShared: others.size > 0, hasChanged, tell, forget };
};
