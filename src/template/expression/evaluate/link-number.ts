/** linkNumber :: `amount | number:"0,0.00"` → its input and its writer, for whoever can write a number without a text. */
import { bindFormatter, formatterOf, readArguments } from '../../formatters/registry.ts';
import type { Expression } from '../tree.ts';
import { constantsOf } from '../values/constants.ts';
import type { NumberWriter } from '../values/number-writer.ts';
import type { Evaluate, RunContext } from '../values/scope.ts';
import type { Value } from '../values/values.ts';
import { linkExpression } from './link.ts';

export interface LinkedNumber {
  readonly input: Evaluate;
  readonly writer: (run: RunContext) => NumberWriter;
  /** For inputs that are no numbers. */
  readonly format: (value: Value, run: RunContext) => Value;
}

/** Undefined for everything else. */
export const linkNumber = (tree: Expression): LinkedNumber | undefined => {
  if (tree.type !== 'pipe') return undefined;
  const formatter = formatterOf(tree.name);
  const constants = constantsOf(tree.args);
  if (formatter?.writer === undefined || constants === undefined) return undefined;
  const writer = formatter.writer(readArguments(formatter, constants));
  if (writer === undefined) return undefined;
  // A missing input is reported as the whole would be: by its path, else by the tag.
  return { input: linkExpression(tree.input), writer, format: bindFormatter(formatter, constants) };
};
