/** The codes of everything that can be wrong with a template, and the error that carries all of them at once. */
import { PlatenError, type Problem } from '../errors.ts';

export const PROBLEM_CODES = {
  unclosed_tag: 'A tag is opened and never closed.',
  unclosed_block: 'A block is opened and never closed.',
  unexpected_close: 'A block is closed, or continued with ELSE, where none is open.',
  mismatched_close: 'A block is closed by a tag that belongs to another kind of block or another name.',
  block_crosses:
    'A block begins and ends in places that no repeatable unit joins, or two blocks cut each other.',
  bad_expression: 'An expression cannot be read.',
  bad_argument: 'A formatter or an option has an argument that it does not take.',
  unknown_command: 'A tag begins like a command that does not exist.',
  unknown_formatter: 'A formatter does not exist.',
  unsafe_name: 'A name reaches for something that is not data.',
  unknown_alias: 'An alias is used that is not defined before.',
  unsupported: 'Something that other template engines have and Platen has not, with the alternative.',
  delimiter_change: 'A tag tries to change the delimiters.',
  scope: 'A loop variable is used where its loop cannot reach.',
  too_deep: 'Blocks are nested deeper than the limit.',
  foreign_tags: 'The file has tags of another engine, or of another delimiter, and none of its own.',
  bad_place:
    'A tag stands where there is nothing of what it is about: a look of a cell outside of any table.',
  unknown_style: 'A look names a style that the template does not have.',
  include_missing: 'A template that is to be included does not exist.',
  include_cycle: 'Templates include each other in a circle.',
  include_failed: 'What is to be included cannot stand where its tag stands.',
  bad_column: 'A block over columns cuts a cell that spans several of them.',
} as const satisfies Record<string, string>;

export type ProblemCode = keyof typeof PROBLEM_CODES;

/**
 * What an accepted template will do that its author would hardly expect. A warning has the shape of a problem, and never
 * keeps a template from being stored.
 */
export const WARNING_CODES = {
  foreign_tags: 'The file has tags of another engine, which Platen does not read.',
  unread_tag: 'Something that looks like a tag stands where nothing is filled, and stays as it is.',
  shared_text:
    'A tag stands in a diagram, or in a shape on a chart, that a loop repeats: all its copies show one text.',
  no_tags: 'The file has no tag at all: every document made from it is the same.',
  unknown_variable: 'A name with `$` is the variable of no loop around it, and is looked up in the data.',
  foreign_helper:
    "A name of several words begins with another engine's helper or prefix, and is read as a field.",
  object_shown:
    'A field is shown as a text in one place and has parts in another, which no data can be both.',
  left_to_word:
    'A field that refers to something that blocks change (a cross-reference to a caption, a table of figures) is updated by Word alone.',
  no_effect: 'A tag, or a part of one, shows nothing and does nothing, and something else may be meant.',
  ambiguous_time: 'A pattern counts hours up to twelve without morning and afternoon.',
  looks_like_command: 'A field has the name of a command of another engine, or of Word.',
} as const satisfies Record<string, string>;

export type WarningCode = keyof typeof WARNING_CODES;

export type Warning = Problem & { readonly code: WarningCode };

/** Enough for any author; a file of nonsense would otherwise answer with megabytes. */
const MAX_REPORTED = 100;

/** The same thing is told once, with its first place. */
export const warn = (warnings: Warning[], warning: Warning): void => {
  const { code, message } = warning;
  const isTold = warnings.some((one) => one.code === code && one.message === message);
  if (!isTold && warnings.length < MAX_REPORTED) warnings.push(warning);
};

export const templateInvalid = (problems: readonly Problem[]): PlatenError => {
  const count = problems.length;
  const first = problems[0];
  const message =
    count === 1 && first !== undefined
      ? `The template has an error: ${first.message}`
      : `The template has ${count} errors; the first: ${first?.message ?? ''}`;
  return new PlatenError('template_invalid', message, { details: problems.slice(0, MAX_REPORTED) });
};
