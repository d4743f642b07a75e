/** documentNames :: a pattern, or the template's name → what the document of each record is called; without an ending */
import { type NamePattern, namePattern } from '../../records/file-names.ts';

export const documentNames = (pattern: string | undefined, name: string): NamePattern => {
  if (pattern !== undefined) return namePattern(pattern);
  const numbered = namePattern(`${name.replaceAll(/[{}]/g, '')}-{number}`);
  return { fill: (_data, record) => numbered.fill({}, record), lacking: () => [] };
};
