/** The language that somebody reads code in: chosen once, for the workspace and the reference. */
import { useLocalStorage } from '@mantine/hooks';
import type { Language } from './snippets.ts';

export const useLanguage = () =>
  useLocalStorage<Language>({
    key: 'platen:language',
    defaultValue: 'curl',
    getInitialValueInEffect: false,
  });
