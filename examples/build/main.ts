/**
 * `npm run examples`: writes examples/<key>/{template.docx,data.json,example.json}. The output is committed; a test
 * builds it again and compares, so that script and files can't drift apart.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { EXAMPLES, exampleFiles } from './examples.ts';

for (const example of EXAMPLES) {
  const folder = join(import.meta.dirname, '..', example.key);
  mkdirSync(folder, { recursive: true });
  for (const [name, content] of Object.entries(exampleFiles(example)))
    writeFileSync(join(folder, name), content);
}
