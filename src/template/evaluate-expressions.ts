/**
 * evaluateExpressions :: expressions, data → what a tag with each of them would print
 *
 * Read, linked and evaluated as the tags of a template are, at the root of the data and after the organization's definitions. All of them share
 * one budget; what is wrong with one is told of that one.
 */
import { PlatenError } from '../errors.ts';
import { linkExpression } from './expression/evaluate/link.ts';
import { plainSource } from './expression/quotes.ts';
import type { RunContext } from './expression/values/scope.ts';
import { textOf } from './expression/values/text.ts';
import { describeKind, isContent, isObject, type ValueObject } from './expression/values/values.ts';
import { readExpression } from './parse/read-expression.ts';
import { type JsonObject, type RenderOptions, settingsOf } from './render/render.ts';
import { RootFrame } from './runtime/scope.ts';

export interface Evaluated {
  /** What it prints; null where that is no text (a picture, rich text, an object), or where it fails. */
  readonly text: string | null;
  /** In words: "a number", "a list". */
  readonly kind: string | null;
  /** The data lacked something of it. */
  readonly missing: boolean;
  readonly error: { readonly code: string; readonly message: string; readonly hint?: string } | null;
}

/** Characters that are told; who wants more makes a document. */
const LONGEST_TEXT = 10_000;

interface Given {
  readonly expressions: readonly string[];
  readonly data: JsonObject;
  /** Of the organization's prelude, as SET has them. */
  readonly definitions: readonly string[];
  readonly options: RenderOptions;
}

export const evaluateExpressions = ({
  expressions,
  data,
  definitions,
  options,
}: Given): readonly Evaluated[] => {
  const { missing: _, ...settings } = settingsOf(options);
  settings.budget.memory(options.dataBytes ?? 0);
  const scope = new RootFrame(data as ValueObject);
  for (const source of definitions) {
    const read = readExpression(source, 'statements');
    if (read.ok) linkExpression(read.tree)(scope, settings);
  }
  return expressions.map((source): Evaluated => {
    const read = readExpression(plainSource(source.trim()), 'value');
    if (!read.ok) return failed(read.problem);
    let missing = false;
    const run: RunContext = {
      ...settings,
      missing: () => {
        missing = true;
      },
    };
    try {
      const value = linkExpression(read.tree)(scope, run);
      const text = isContent(value) || isObject(value) ? null : textOf(value, run).slice(0, LONGEST_TEXT);
      return { text, kind: describeKind(value), missing, error: null };
    } catch (error) {
      if (!(error instanceof PlatenError)) throw error;
      return failed(error);
    }
  });
};

interface Failure {
  readonly code: string;
  readonly message: string;
  readonly hint?: string | undefined;
}

const failed = ({ code, message, hint }: Failure): Evaluated => ({
  text: null,
  kind: null,
  missing: false,
  error: { code, message, ...(hint !== undefined && { hint }) },
});
