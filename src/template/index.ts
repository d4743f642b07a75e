/**
 * The template engine: compile once, render many.
 *
 *   lex      lex/        tags across runs and paragraphs
 *   parse    parse/      commands, blocks, and the unit that each block repeats
 *   compile  compile/    literal chunks and operations, as data: a Program (program.ts)
 *   link     link/       operations to closures, once per process and template
 *   render   render/     closures over data (runtime/ holds what they share), streamed into a DOCX
 */
import { openDocx } from '../ooxml/docx.ts';
import { checkEntries } from '../ooxml/zip-read.ts';
import { type CompileOptions, compileRead } from './compile/compile.ts';
import { type ReadTemplate, readTemplate } from './compile/read-template.ts';
import { warningsOf } from './compile/verdict.ts';
import { includesIn, namedIncludes, type TemplateIncludes } from './include/sites.ts';
import { inspect } from './inspect/inspect.ts';
import type { Inspection } from './inspect/inspection.ts';
import { writeProgram } from './program-bytes.ts';

export { checkTemplate } from './check.ts';
export type { DelimiterName } from './delimiters.ts';
export { type Evaluated, evaluateExpressions } from './evaluate-expressions.ts';
export { type JoinSources, joinTemplate } from './include/join.ts';
export { readPrelude } from './prelude/read-prelude.ts';
export { PROGRAM_FORMAT } from './program.ts';
export {
  type JsonObject,
  type JsonValue,
  type LinkedTemplate,
  linkTemplate,
  mappedTemplate,
  type RenderOptions,
  type RenderReport,
  renderDocx,
  renderParts,
} from './render/render.ts';
export {
  needsRounds,
  paged,
  wantsLayout,
  wantsPages,
  writeFinished,
  writeSettled,
} from './render/settled-docx.ts';

interface CompiledTemplate {
  /** Serialised and versioned; refers to untouched parts of the original file by name. */
  readonly program: Uint8Array;
  readonly inspection: Inspection;
  /** Undefined where it includes nothing. */
  readonly includes: TemplateIncludes | undefined;
}

const linksOf = (
  sites: ReturnType<typeof includesIn>,
  { names, isTranslated }: ReadTemplate['used'],
): TemplateIncludes | undefined =>
  sites.length === 0 && names.length === 0 && !isTranslated
    ? undefined
    : {
        ...namedIncludes(sites),
        ...(names.length > 0 && { names }),
        ...(isTranslated && { translates: true as const }),
      };

/** Throws `template_invalid` with everything that is wrong with the template. */
export const compileTemplate = (file: Uint8Array, options: CompileOptions): CompiledTemplate => {
  const docx = openDocx(file, options.limits);
  if (!options.isStored) checkEntries(docx.archive);
  const read = readTemplate(docx, options.delimiter, options.static, options.controls, options.defined);
  const program = compileRead(read);
  const sites = includesIn(read);
  return {
    program: writeProgram(program),
    inspection: inspect(program, warningsOf(read), options.controls),
    includes: linksOf(sites, read.used),
  };
};
