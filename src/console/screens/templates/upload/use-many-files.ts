/** Files that are checked one after the other, and stored one after the other: a server has others to serve. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import type { Template, TemplateCheck } from '../../../api/types.ts';
import { freeKey, keyFrom, nameFrom, normalKey, refusalOf } from './file-check.ts';
import { checkFile, storeFile } from './use-upload.ts';

export interface FileRow {
  readonly id: number;
  readonly file: File;
  /** `wrong`: it can't be stored as it is. */
  readonly phase: 'waiting' | 'checking' | 'ready' | 'wrong' | 'storing' | 'stored';
  /** Empty until it is checked. */
  readonly key: string;
  readonly check?: TemplateCheck;
  /** What the file, or the server, was refused for. */
  readonly error?: unknown;
}

export const useManyFiles = (files: readonly File[], templates: readonly Template[]) => {
  const client = useQueryClient();
  const [rows, setRows] = useState<readonly FileRow[]>(() =>
    files.map((file, id) => ({ id, file, phase: 'waiting', key: '' })),
  );
  const [isStoring, setIsStoring] = useState(false);
  const set = (id: number, change: Partial<FileRow>): void =>
    setRows((all) => all.map((row) => (row.id === id ? { ...row, ...change } : row)));

  const checkAll = useEffectEvent(async (isGone: () => boolean) => {
    const taken = new Set(templates.map(({ key }) => key));
    for (const [id, file] of files.entries()) {
      if (isGone()) return;
      set(id, { phase: 'checking' });
      const reason = await refusalOf(file);
      if (reason !== undefined) {
        set(id, { phase: 'wrong', error: reason });
        continue;
      }
      try {
        const check = await checkFile({ file });
        const key = freeKey(keyFrom(nameFrom(file)), taken);
        if (check.problems.length === 0) taken.add(normalKey(key));
        set(id, check.problems.length === 0 ? { phase: 'ready', check, key } : { phase: 'wrong', check });
      } catch (error) {
        set(id, { phase: 'wrong', error });
      }
    }
  });
  useEffect(() => {
    let isGone = false;
    void checkAll(() => isGone);
    return () => {
      isGone = true;
    };
  }, []);

  const store = async (wanted: readonly FileRow[]): Promise<void> => {
    setIsStoring(true);
    for (const { id, file, key, check } of wanted) {
      if (check === undefined) continue;
      set(id, { phase: 'storing', error: undefined });
      try {
        const { delimiter } = check;
        await storeFile({ file, key: key.trim(), name: nameFrom(file), delimiter, replacing: undefined });
        set(id, { phase: 'stored' });
      } catch (error) {
        // Its key may have been taken meanwhile: it can be changed, and tried again.
        set(id, { phase: 'ready', error });
      }
    }
    await client.invalidateQueries({ queryKey: ['templates'] });
    setIsStoring(false);
  };

  const isChecking = rows.some(({ phase }) => phase === 'waiting' || phase === 'checking');
  const rename = ({ id }: FileRow, key: string): void => set(id, { key });
  return { rows, isChecking, isStoring, rename, store };
};
