/**
 * check :: DOCX → what it is under each delimiter, and which one its author seems to have meant
 *
 * For whoever uploads a file and may not know what a delimiter is. The package is opened once and read four times.
 */
import { PlatenError, type Problem } from '../errors.ts';
import { openDocx } from '../ooxml/docx.ts';
import type { PackageLimits } from '../ooxml/limits.ts';
import { checkEntries } from '../ooxml/zip-read.ts';
import { compileRead } from './compile/compile.ts';
import { type ReadTemplate, readTemplate } from './compile/read-template.ts';
import { tagsIn, warningsOf } from './compile/verdict.ts';
import { DELIMITERS, type DelimiterName } from './delimiters.ts';
import { inspect } from './inspect/inspect.ts';
import type { Inspection } from './inspect/inspection.ts';
import type { Warning } from './problems.ts';

interface CheckOptions {
  /** The one to report on; where left out, the proposed one. */
  readonly delimiter?: DelimiterName;
  readonly limits?: PackageLimits;
  readonly static?: boolean | undefined;
  readonly controls?: boolean | undefined;
  readonly defined?: readonly string[] | undefined;
}

interface DelimiterCount {
  readonly delimiter: DelimiterName;
  /** Well-formed ones. */
  readonly tags: number;
  readonly problems: number;
}

interface TemplateCheck {
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
  checkEntries(docx.archive);
  const reads = new Map(
    NAMES.map((name) => [name, readTemplate(docx, name, options.static, options.controls, options.defined)]),
  );
  const delimiters = [...reads].map(([delimiter, read]) => ({
    delimiter,
    tags: tagsIn(read),
    problems: read.problems.length,
  }));
  const proposed = propose(reads);
  const delimiter = options.delimiter ?? proposed ?? DEFAULT;
  return {
    proposed,
    delimiters,
    delimiter,
    ...compiled(
      reads.get(delimiter) ??
        readTemplate(docx, delimiter, options.static, options.controls, options.defined),
      options.controls,
    ),
  };
};

/**
 * Most tags first, then fewest problems. `{{x}}` can be read as `{x}` in braces, so the longer mark wins a draw. What is
 * wrong with another engine's tags speaks for no delimiter.
 */
const propose = (reads: ReadonlyMap<DelimiterName, ReadTemplate>): DelimiterName | null => {
  const [best] = [...reads]
    .map(([delimiter, read]) => ({
      delimiter,
      tags: tagsIn(read),
      problems: read.problems.filter((problem) => read.foreign.tags?.covers(problem) !== true).length,
    }))
    .filter(({ tags, problems }) => tags > 0 || problems > 0)
    .sort(
      (a, b) =>
        b.tags - a.tags || a.problems - b.problems || markLength(b.delimiter) - markLength(a.delimiter),
    );
  return best?.delimiter ?? null;
};

const markLength = (name: DelimiterName): number => DELIMITERS[name].open.length;

/** Some problems are found only when everything else is right and the parts are written. */
const compiled = (
  read: ReadTemplate,
  controls: boolean | undefined,
): Pick<TemplateCheck, 'problems' | 'warnings' | 'inspection'> => {
  const warnings = warningsOf(read);
  try {
    const inspection = inspect(compileRead(read), warnings, controls);
    return { problems: [], warnings: inspection.warnings, inspection };
  } catch (error) {
    if (!(error instanceof PlatenError) || error.code !== 'template_invalid') throw error;
    const problems = error.details ?? [];
    // What it is refused for is no warning as well.
    const isTold = (warning: Warning): boolean => problems.some(({ code }) => code === warning.code);
    return { problems, warnings: warnings.filter((warning) => !isTold(warning)), inspection: null };
  }
};
