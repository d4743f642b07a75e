/** The preview that belongs to the data: asked for while typing, or now. */
import { onlineManager } from '@tanstack/react-query';
import { startTransition, useEffect, useEffectEvent, useReducer, useState } from 'react';
import { api } from '../../../api/client.ts';
import { NetworkError } from '../../../api/errors.ts';
import type { TextStore } from '../data/text-store.ts';
import type { Checked } from '../data/use-report.ts';
import { type CallOptions, requestBody } from '../snippets/call.ts';
import { type PreviewEvent, PreviewRunner, type Rendered } from './preview-runner.ts';

export interface PreviewState {
  readonly isRunning: boolean;
  readonly result: Rendered | undefined;
  readonly failure: { readonly error: unknown; readonly version: number } | undefined;
}

export interface Preview extends PreviewState {
  now(): void;
}

interface Input {
  readonly store: TextStore;
  readonly checked: Checked | undefined;
  readonly templateKey: string;
  /** A new version of the template is a new preview. */
  readonly templateVersion: number | undefined;
  readonly options: CallOptions;
  readonly isLive: boolean;
}

const step = (state: PreviewState, event: PreviewEvent): PreviewState => {
  switch (event.type) {
    case 'started':
      return { ...state, isRunning: true };
    case 'rendered':
      return { ...state, result: event.result, failure: undefined };
    case 'failed':
      return { ...state, failure: { error: event.error, version: event.version } };
    case 'settled':
      return { ...state, isRunning: false };
  }
};

export const usePreview = ({
  store,
  checked,
  templateKey,
  templateVersion,
  options,
  isLive,
}: Input): Preview => {
  const [state, dispatch] = useReducer(step, { isRunning: false, result: undefined, failure: undefined });
  const [runner, setRunner] = useState<PreviewRunner>();
  useEffect(() => {
    const made = new PreviewRunner(
      (body, signal) => api.file('/template/preview', { method: 'POST', body, signal }),
      // A transition lets keys in between.
      (event) => startTransition(() => dispatch(event)),
    );
    setRunner(made);
    return () => made.close();
  }, []);

  const request = () => ({
    version: store.version,
    body: () => requestBody({ templateKey, output: 'PDF', dataText: store.text, options }),
  });
  const now = useEffectEvent(() => runner?.now(request()));

  const optionsText = JSON.stringify(options);
  // biome-ignore lint/correctness/useExhaustiveDependencies: options are compared by what they say, not by identity
  useEffect(() => {
    if (runner === undefined || !isLive || checked?.report.isData !== true) return;
    if (checked.version === store.version) runner.schedule(request());
    return () => runner.cancel();
  }, [runner, checked, templateKey, templateVersion, optionsText, isLive, store]);

  const failed = state.failure?.error;
  useEffect(() => {
    if (!(failed instanceof NetworkError)) return;
    return onlineManager.subscribe((isOnline) => isOnline && now());
  }, [failed]);

  return { ...state, now: () => runner?.now(request()) };
};
