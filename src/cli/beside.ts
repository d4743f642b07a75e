/** compileBeside :: a template's file → what it compiles to, with what it includes: `{INCLUDE "terms"}` is terms.docx beside it */
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import type { RenderReport } from '../template/index.ts';
import type { DocumentFlags } from './document-options.ts';
import { parseDelimiter, readInput } from './files.ts';
import { UsageError } from './terminal.ts';

export const compileBeside = async (path: string, flags: DocumentFlags) => {
  const { compileTemplate, joinTemplate } = await import('../template/index.ts');
  const delimiter = parseDelimiter(flags.delimiter);
  const controls = flags.controls === true;
  const template = readInput(path);
  const compiled = compileTemplate(template, { delimiter, static: flags.static === true, controls });
  if ((compiled.includes?.templates.length ?? 0) === 0) return { ...compiled, template };
  const { file } = joinTemplate(
    { file: template, delimiter, controls },
    {
      // Those beside it have the same marks: nobody says otherwise here.
      template: (key) => {
        const name = join(dirname(path), `${key}.docx`);
        if (/[/\\]|^\.+$/.test(key) || !existsSync(name)) return undefined;
        return { file: new Uint8Array(readFileSync(name)), delimiter };
      },
      chosen: [],
      documents: new Map(),
    },
    basename(path, extname(path)),
  );
  return { ...compileTemplate(file, { delimiter, static: true, controls }), template: file };
};

/** What data choose is joined by a server alone. */
export const refuseNeeds = ({ needs }: Pick<RenderReport, 'needs'>): void => {
  if (needs === undefined) return;
  const [first] = needs.templates.values();
  throw new UsageError(
    first === undefined
      ? 'The data bring a document to include, which only a server does: POST /render takes the same template and data.'
      : `The data choose "${first.key}" to be included, which only a server does: POST /render takes the same template and data.`,
  );
};
