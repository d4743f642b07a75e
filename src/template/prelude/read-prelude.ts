/**
 * readPrelude :: text of `{SET name = …}` tags → Definition[]
 *
 * What an organization defines for all its templates. A definition sees its own parameters and the definitions above it, and
 * nothing of the data: so it means the same in every template, and none can go in circles.
 */
import { PlatenError, type Problem } from '../../errors.ts';
import { DELIMITERS } from '../delimiters.ts';
import { plainSource } from '../expression/quotes.ts';
import type { Expression } from '../expression/tree.ts';
import { walk } from '../expression/walk.ts';
import { scan } from '../lex/scan.ts';
import { classify } from '../parse/classify.ts';
import { readExpression } from '../parse/read-expression.ts';

interface Definition {
  readonly name: string;
  /** As SET has it: `vat = (x) => x * 0.2`. */
  readonly source: string;
  /** Definitions that it needs. */
  readonly uses: readonly string[];
}

const MOST_DEFINITIONS = 500;
const SHOWN = 120;
/** Characters of one definition. */
const LONGEST = 10_000;

export const readPrelude = (text: string): readonly Definition[] => {
  const problems: Problem[] = [];
  const definitions = new Map<string, Definition>();
  let at = 0;
  const report = (from: number, problem: Pick<Problem, 'code' | 'message' | 'hint'>, tag?: string): void => {
    const before = text.slice(0, from);
    const line = text.slice(before.lastIndexOf('\n') + 1).split('\n', 1)[0] ?? '';
    problems.push({
      ...problem,
      part: 'prelude',
      path: 'definitions',
      paragraph: { number: before.split('\n').length, text: line.slice(0, SHOWN) },
      ...(tag !== undefined && { tag: tag.slice(0, SHOWN) }),
    });
  };
  const plain = (to: number): void => {
    const found = /\S/.exec(text.slice(at, to));
    if (found !== null)
      report(at + found.index, {
        code: 'bad_expression',
        message: 'There is text beside the definitions.',
        hint: 'Write `{SET name = …}` for each definition, and `{// …}` for a remark.',
      });
  };
  for (const found of scan(text, DELIMITERS.BRACES)) {
    plain(found.from);
    at = found.to;
    if (found.kind === 'escape') continue;
    const tag = text.slice(found.from, found.to);
    if (found.problem !== undefined) {
      report(
        found.from,
        { code: 'unclosed_tag', message: `The tag ${tag.slice(0, SHOWN)} is not closed.` },
        tag,
      );
      continue;
    }
    const command = classify(plainSource(found.inner), 'BRACES');
    if (command.type === 'comment') continue;
    const read = command.type === 'run' ? readExpression(command.source, 'statements') : undefined;
    if (command.type !== 'run' || (read?.ok === true && read.tree.type !== 'assign')) {
      const message = `${tag.slice(0, SHOWN)} defines nothing.`;
      report(found.from, { code: 'bad_expression', message, hint: 'Write `{SET name = …}`.' }, tag);
      continue;
    }
    if (read?.ok === false) {
      const { code, message, hint } = read.problem;
      report(found.from, { code, message, ...(hint !== undefined && { hint }) }, tag);
      continue;
    }
    const { tree } = read as { readonly tree: Extract<Expression, { type: 'assign' }> };
    if (definitions.has(tree.name)) {
      report(found.from, { code: 'bad_expression', message: `\`${tree.name}\` is defined twice.` }, tag);
      continue;
    }
    if (command.source.length > LONGEST) {
      const message = `\`${tree.name}\` is longer than ${LONGEST} characters.`;
      report(found.from, { code: 'bad_argument', message }, tag);
      continue;
    }
    const { uses, unknown } = namesOf(tree.value, definitions);
    for (const name of unknown)
      report(
        found.from,
        {
          code: 'scope',
          message:
            name === tree.name
              ? `\`${name}\` uses itself.`
              : `\`${name}\` is neither a parameter nor a definition above.`,
          hint: 'A definition sees its parameters and the definitions above it. Data are given to it: `(x) => x.price * 2`.',
        },
        tag,
      );
    definitions.set(tree.name, { name: tree.name, source: command.source, uses });
  }
  plain(text.length);
  if (definitions.size > MOST_DEFINITIONS)
    report(0, { code: 'bad_argument', message: `There are more than ${MOST_DEFINITIONS} definitions.` });
  if (problems.length > 0)
    throw new PlatenError('prelude_invalid', problems[0]?.message ?? '', { details: problems.slice(0, 100) });
  return [...definitions.values()];
};

const namesOf = (
  value: Expression,
  definitions: ReadonlyMap<string, Definition>,
): { readonly uses: readonly string[]; readonly unknown: ReadonlySet<string> } => {
  const uses = new Set<string>();
  const unknown = new Set<string>();
  walk(value, (node, locals) => {
    if (node.type !== 'path' || locals.has(node.name) || node.name === '$now') return;
    if (definitions.has(node.name)) uses.add(node.name);
    else unknown.add(node.name);
  });
  return { uses: [...uses], unknown };
};
