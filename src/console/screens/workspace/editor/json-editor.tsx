/** The editor in the page: loaded on demand, kept with its undo history while the form is shown. */
import { Skeleton, Stack } from '@mantine/core';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { LoadFailure } from '../../../components/load-failure.tsx';
import { cspNonce } from '../../../theme.ts';
import type { DataProblem } from '../data/check-text.ts';
import type { TextStore } from '../data/text-store.ts';
import type { Shape } from '../shape/shape.ts';
import type { JsonEditor } from './create-editor.ts';
import classes from './json-editor.module.css';

interface Props {
  readonly store: TextStore;
  readonly shape: Shape;
  readonly isShown: boolean;
  readonly sample: unknown;
  readonly problems: readonly DataProblem[];
  /** Of the text that the problems are about; older ones would stand in the wrong places. */
  readonly checkedVersion: number;
  readonly onGenerate: () => void;
  /** TabNotices when the editor can be jumped into. */
  readonly onReady: () => void;
}

export const JsonEditorPane = ({
  store,
  shape,
  isShown,
  sample,
  problems,
  checkedVersion,
  onGenerate,
  onReady,
}: Props) => {
  const host = useRef<HTMLDivElement>(null);
  const [editor, setEditor] = useState<JsonEditor>();
  const [error, setError] = useState<unknown>();
  const generate = useEffectEvent(onGenerate);
  const ready = useEffectEvent(onReady);

  useEffect(() => {
    let isGone = false;
    let made: JsonEditor | undefined;
    let detach: (() => void) | undefined;
    import('./create-editor.ts').then(({ createEditor }) => {
      if (isGone || host.current === null) return;
      made = createEditor({
        parent: host.current,
        written: store.written,
        shape,
        sample,
        nonce: cspNonce(),
        onTyped: () => store.typed(),
        onGenerate: () => generate(),
      });
      detach = store.attach(made);
      setEditor(made);
      ready();
    }, setError);
    return () => {
      isGone = true;
      detach?.();
      made?.destroy();
      setEditor(undefined);
    };
  }, [store, shape, sample]);

  useEffect(() => editor?.setVisible(isShown), [editor, isShown]);

  useEffect(() => {
    if (checkedVersion === store.version) editor?.show(problems);
  }, [editor, problems, checkedVersion, store]);

  if (error !== undefined) return <LoadFailure error={error} retry={() => window.location.reload()} />;
  return (
    <div className={classes['frame']}>
      {editor === undefined && (
        <Stack gap={10} p="md" aria-busy aria-label="Loading the editor">
          {[60, 85, 40, 72, 55].map((width) => (
            <Skeleton key={width} h={12} w={`${width}%`} />
          ))}
        </Stack>
      )}
      <div ref={host} className={classes['host']} />
    </div>
  );
};
