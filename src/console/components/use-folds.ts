/** What somebody has folded away, kept in this browser; until somebody does, it is as the screen would have it. */
import { useLocalStorage } from '@mantine/hooks';

export interface Folds {
  isFolded(id: string, atFirst?: boolean): boolean;
  set(id: string, isFolded: boolean): void;
}

export const useFolds = (): Folds => {
  const [chosen, setChosen] = useLocalStorage<Readonly<Record<string, boolean>> | undefined>({
    key: 'platen:folded',
    getInitialValueInEffect: false,
  });
  return {
    isFolded: (id, atFirst = false) => chosen?.[id] ?? atFirst,
    set: (id, isFolded) => setChosen({ ...chosen, [id]: isFolded }),
  };
};
