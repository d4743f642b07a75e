/**
 * joinTemplate :: a template, and those that it includes → one DOCX, which is compiled as any other
 *
 * What is included goes into the file itself, between tags where it has a scope of its own or where the data choose. So a
 * joined template is a template: nothing behind this knows of includes but where the data name what nobody has joined yet.
 */
import type { Problem } from '../../errors.ts';
import { openDocx } from '../../ooxml/docx.ts';
import { DEFAULT_PACKAGE_LIMITS, type PackageLimits } from '../../ooxml/limits.ts';
import { readTemplate } from '../compile/read-template.ts';
import type { DelimiterName } from '../delimiters.ts';
import { templateInvalid } from '../problems.ts';
import { HostDocument } from './host-document.ts';
import { type IncludedDocument, takePiece } from './piece.ts';
import type { JoinedPrelude } from './prelude-parts.ts';
import { type Chosen, writePrelude, writeSite } from './site-markup.ts';
import { type IncludeSite, includesIn } from './sites.ts';

interface TemplateFile {
  readonly file: Uint8Array;
  readonly delimiter: DelimiterName;
  /** Its controls are filled by their names. */
  readonly controls?: boolean | undefined;
}

export interface JoinSources {
  /** A template of the organization; undefined where there is none. */
  template(key: string, version: number | undefined): TemplateFile | undefined;
  /** Those that data have asked for. */
  readonly chosen: readonly { readonly key: string; readonly version?: number }[];
  /** Documents that data have brought, by their hash. */
  readonly documents: ReadonlyMap<string, Uint8Array>;
  readonly limits?: PackageLimits | undefined;
  /** What the organization defines, as SET has it, and its translations: they stand before everything else. */
  readonly prelude?: JoinedPrelude | undefined;
}

/** Templates in templates in templates. */
const DEEPEST = 8;
/** Documents that one may become part of another, however often each. */
const MOST_PIECES = 500;

export const joinTemplate = (host: TemplateFile, sources: JoinSources, key?: string): TemplateFile => {
  const count = { pieces: 0 };
  return joined(host, sources, key === undefined ? [] : [key], count);
};

const joined = (
  { file, delimiter, controls }: TemplateFile,
  sources: JoinSources,
  chain: readonly string[],
  count: { pieces: number },
): TemplateFile => {
  const read = readTemplate(
    openDocx(file, sources.limits ?? DEFAULT_PACKAGE_LIMITS),
    delimiter,
    true,
    controls,
  );
  const sites = includesIn(read);
  const { prelude } = sources;
  if (sites.length === 0 && prelude === undefined) return { file, delimiter };
  const problems: Problem[] = [];
  let current: IncludeSite | undefined;
  const host = new HostDocument(read.docx, (prefix) =>
    templateInvalid([
      {
        code: 'include_failed',
        message: `What ${current?.tag.where.tag} includes is another kind of DOCX: the prefix "${prefix}" stands for something else in it.`,
        hint: 'Save both in Word in the same format, as a Word document (.docx).',
        ...current?.tag.where,
      },
    ]),
  );
  for (const site of sites) {
    current = site;
    const chosen = chosenFor(site, { sources, chain, count, problems });
    writeSite({ host, site, delimiter, chosen, problems, take: (one, place) => takePiece(host, one, place) });
  }
  if (problems.length > 0) throw templateInvalid(problems);
  if (prelude !== undefined) writePrelude(host, delimiter, prelude);
  return { file: host.write(), delimiter };
};

interface Joining {
  readonly sources: JoinSources;
  readonly chain: readonly string[];
  readonly count: { pieces: number };
  readonly problems: Problem[];
}

const chosenFor = ({ command, tag }: IncludeSite, joining: Joining): readonly Chosen[] => {
  const { sources, chain, problems, count } = joining;
  const { limits = DEFAULT_PACKAGE_LIMITS } = sources;
  const report = (
    code: 'include_missing' | 'include_cycle' | 'include_failed',
    message: string,
  ): undefined => {
    problems.push({ code, message, ...tag.where, ...(chain.length > 0 && { path: chain.join(' → ') }) });
    return undefined;
  };
  const one = (key: string, version: number | undefined): IncludedDocument | undefined => {
    if (chain.includes(key))
      return report('include_cycle', `Templates include each other: ${[...chain, key].join(' → ')}.`);
    const found = sources.template(key, version);
    const which = version === undefined ? '' : ` (version ${version})`;
    if (found === undefined)
      return report('include_missing', `There is no template with the key "${key}"${which} to include.`);
    if (chain.length >= DEEPEST)
      return report('include_failed', `Templates include each other more than ${DEEPEST} deep.`);
    if (++count.pieces > MOST_PIECES)
      return report('include_failed', `More than ${MOST_PIECES} templates would become one.`);
    // The first of all has what the organization defines, for all of them.
    const whole = joined(found, { ...sources, prelude: undefined }, [...chain, key], count);
    return { docx: openDocx(whole.file, limits), delimiter: whole.delimiter };
  };
  if (command.key !== undefined) {
    const document = one(command.key, command.version);
    return document === undefined ? [] : [{ document }];
  }
  if (command.of === 'docx')
    return [...sources.documents].map(([id, file]) => ({
      id,
      document: { docx: openDocx(file, limits), delimiter: undefined },
    }));
  // One that is being joined is not joined again: data that ask for it go in circles, and are told so.
  return sources.chosen
    .filter(({ key, version }) => !chain.includes(key) && version === command.version)
    .flatMap(({ key, version }) => {
      const document = one(key, version);
      return document === undefined ? [] : [{ id: key, document }];
    });
};
