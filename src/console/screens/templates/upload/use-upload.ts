/** The two requests of an upload: a check that stores nothing, and the storing itself. Both tell how far they are. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Delimiter, Template, TemplateCheck } from '../../../api/types.ts';
import { upload } from '../../../api/upload.ts';

export interface Check {
  readonly file: File;
  readonly delimiter?: Delimiter;
  /** The text is meant as it is, foreign tags and all. */
  readonly isStatic?: boolean;
  /** Content controls and form fields are filled by their names. */
  readonly hasControls?: boolean;
}

export interface Store {
  readonly file: File;
  readonly key: string;
  readonly name: string;
  readonly delimiter: Delimiter;
  readonly isStatic?: boolean;
  readonly hasControls?: boolean;
  /** The template that gets a new version; `anyway` goes over someone else's newer one. */
  readonly replacing: Template | undefined;
  readonly anyway?: boolean;
  /** It waits for its publication. */
  readonly isDraft?: boolean;
}

type OnProgress = (share: number) => void;

export const checkFile = (
  { file, delimiter, isStatic = false, hasControls = false }: Check,
  onProgress?: OnProgress,
): Promise<TemplateCheck> => {
  const form = new FormData();
  if (delimiter !== undefined) form.set('delimiter', delimiter);
  if (isStatic) form.set('static', 'true');
  if (hasControls) form.set('controls', 'true');
  form.set('template', file, file.name);
  return upload<TemplateCheck>({ method: 'POST', path: '/template/check', form, onProgress });
};

export const storeFile = (
  {
    file,
    key,
    name,
    delimiter,
    isStatic = false,
    hasControls = false,
    replacing,
    anyway = false,
    isDraft = false,
  }: Store,
  onProgress?: OnProgress,
): Promise<unknown> => {
  const form = new FormData();
  form.set('templateKey', key);
  form.set('delimiter', delimiter);
  if (isStatic) form.set('static', 'true');
  if (hasControls) form.set('controls', 'true');
  if (replacing === undefined) form.set('templateName', name);
  // A draft may wait for any version: what it would change is looked at before it is published.
  else if (isDraft && !anyway) form.set('expectedDraft', String(replacing.draft ?? 0));
  else if (replacing.version !== undefined && !anyway) form.set('expectedVersion', String(replacing.version));
  if (isDraft) form.set('draft', 'true');
  form.set('template', file, file.name);
  return replacing === undefined
    ? upload({ method: 'POST', path: '/template/upload', form, onProgress })
    : upload({ method: 'PUT', path: '/template/replace', form, onProgress });
};

export const useCheck = () => {
  const [sent, setSent] = useState(0);
  const check = useMutation({
    mutationFn: (wanted: Check) => {
      setSent(0);
      return checkFile(wanted, setSent);
    },
  });
  return { ...check, sent };
};

export const useStore = () => {
  const [sent, setSent] = useState(0);
  const client = useQueryClient();
  const store = useMutation({
    mutationFn: (wanted: Store) => {
      setSent(0);
      return storeFile(wanted, setSent);
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['templates'] }),
  });
  return { ...store, sent };
};
