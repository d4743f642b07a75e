/**
 * check :: DOCX → what it is under each delimiter, and which one its author seems to have meant
 *
 * For whoever uploads a file and may not know what a delimiter is. The package is opened once and read four times.
 */
import { PlatenError, type Problem } from '../errors.ts';
import { openDocx } from '../ooxml/docx.ts';
import type { PackageLimits } from '../ooxml/limits.ts';
import { compileRead, type ReadTemplate, readTemplate, tagsIn } from './compile/compile.ts';
import { DELIMITERS, type DelimiterName } from './delimiters.ts';
import { inspect } from './inspect/inspect.ts';
import type { Inspection } from './inspect/inspection.ts';
import type { Warning } from './problems.ts';

export interface CheckOptions {
  /** The one to report on; where left out, the proposed one. */
  readonly delimiter?: DelimiterName;
  readonly limits?: PackageLimits;
}

export interface DelimiterCount {
  readonly delimiter: DelimiterName;
  /** Well-formed ones. */
  readonly tags: number;
  readonly problems: number;
}

export interface TemplateCheck {
  /** Null where there is nothing in the file that looks like a tag. */
  readonly proposed: DelimiterName | null;
  readonly delimiters: readonly DelimiterCount[];
  /** What `problems`, `warnings` and `inspection` are about. */
  readonly delimiter: DelimiterName;
  readonly problems: readonly Problem[];
  /** What an upload would accept and warn about. */
  readonly warnings: readonly Warning[];
  readonly inspection: Inspection | null;
}

const NAMES = Object.keys(DELIMITERS) as DelimiterName[];
const DEFAULT: DelimiterName = 'BRACES';

export const checkTemplate = (file: Uint8Array, options: CheckOptions): TemplateCheck => {
  const docx = openDocx(file, options.limits);
  const reads = new Map(NAMES.map((name) => [name, readTemplate(docx, name)]));
  const delimiters = [...reads].map(([delimiter, read]) => ({
    delimiter,
    tags: tagsIn(read),
    problems: read.problems.length,
  }));
  const proposed = propose(delimiters);
  const delimiter = options.delimiter ?? proposed ?? DEFAULT;
  return {
    proposed,
    delimiters,
    delimiter,
    ...compiled(reads.get(delimiter) ?? readTemplate(docx, delimiter)),
  };
};

/** Most tags first, then fewest problems. `{{x}}` can be read as `{x}` in braces, so the longer mark wins a draw. */
const propose = (counts: readonly DelimiterCount[]): DelimiterName | null => {
  const [best] = counts
    .filter(({ tags, problems }) => tags > 0 || problems > 0)
    .sort(
      (a, b) =>
        b.tags - a.tags || a.problems - b.problems || markLength(b.delimiter) - markLength(a.delimiter),
    );
  return best?.delimiter ?? null;
};

const markLength = (name: DelimiterName): number => DELIMITERS[name].open.length;

/** Some problems are found only when everything else is right and the parts are written. */
const compiled = (read: ReadTemplate): Pick<TemplateCheck, 'problems' | 'warnings' | 'inspection'> => {
  const { warnings } = read;
  try {
    return { problems: [], warnings, inspection: inspect(compileRead(read), warnings) };
  } catch (error) {
    if (!(error instanceof PlatenError) || error.code !== 'template_invalid') throw error;
    return { problems: error.details ?? [], warnings, inspection: null };
  }
};
