/** The two requests of an upload: a check that stores nothing, and the storing itself. Both tell how far they are. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Delimiter, Template, TemplateCheck } from '../../api/types.ts';
import { upload } from '../../api/upload.ts';

export interface Store {
  readonly file: File;
  readonly key: string;
  readonly name: string;
  readonly delimiter: Delimiter;
  /** The template that gets a new version; `anyway` goes over someone else's newer one. */
  readonly replacing: Template | undefined;
  readonly anyway?: boolean;
}

export const useCheck = () => {
  const [sent, setSent] = useState(0);
  const check = useMutation({
    mutationFn: ({ file, delimiter }: { readonly file: File; readonly delimiter?: Delimiter }) => {
      setSent(0);
      const form = new FormData();
      if (delimiter !== undefined) form.set('delimiter', delimiter);
      form.set('template', file, file.name);
      return upload<TemplateCheck>({ method: 'POST', path: '/template/check', form, onProgress: setSent });
    },
  });
  return { ...check, sent };
};

export const useStore = () => {
  const [sent, setSent] = useState(0);
  const client = useQueryClient();
  const store = useMutation({
    mutationFn: ({ file, key, name, delimiter, replacing, anyway = false }: Store) => {
      setSent(0);
      const form = new FormData();
      form.set('templateKey', key);
      form.set('delimiter', delimiter);
      if (replacing === undefined) form.set('templateName', name);
      else if (replacing.version !== undefined && !anyway)
        form.set('expectedVersion', String(replacing.version));
      form.set('template', file, file.name);
      return replacing === undefined
        ? upload({ method: 'POST', path: '/template/upload', form, onProgress: setSent })
        : upload({ method: 'PUT', path: '/template/replace', form, onProgress: setSent });
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['templates'] }),
  });
  return { ...store, sent };
};
