/** The examples that come with Platen, read from their folder when they are first asked for: they don't change. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from './installation.mjs';
import type { Example, ExampleSource } from './service/ports.ts';

/** In the order in which they are shown: what most people begin with comes first. */
const KEYS = [
  'invoice',
  'quote',
  'contract',
  'letter',
  'certificate',
  'payslip',
  'minutes',
  'catalogue',
  'report',
] as const;

const FOLDER = join(ROOT, 'examples');

const json = async (path: string): Promise<unknown> => JSON.parse(await readFile(join(FOLDER, path), 'utf8'));

const readExample = async (folder: string): Promise<Example> => {
  const [facts, data] = await Promise.all([json(`${folder}/example.json`), json(`${folder}/data.json`)]);
  return { ...(facts as Omit<Example, 'data'>), data: data as Example['data'] };
};

export const exampleFiles = (): ExampleSource => {
  let examples: Promise<readonly Example[]> | undefined;
  return {
    list() {
      examples ??= Promise.all(KEYS.map(readExample)).catch((error: unknown) => {
        examples = undefined;
        throw error;
      });
      return examples;
    },
    async file(key) {
      const known = KEYS.find((one) => one === key);
      if (known === undefined) throw new Error(`there is no example "${key}"`);
      return readFile(join(FOLDER, known, 'template.docx'));
    },
  };
};
