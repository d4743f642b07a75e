/** documentNames :: a pattern, or the template's name → what the document of each record is called; without an ending */
import { namePattern } from '../../records/file-names.ts';

export const documentNames = (
  pattern: string | undefined,
  name: string,
): ((data: unknown, record: number) => string) => {
  if (pattern !== undefined) return namePattern(pattern).fill;
  const numbered = namePattern(`${name.replaceAll(/[{}]/g, '')}-{number}`);
  return (_data, record) => numbered.fill({}, record);
};
