/** Operators as closures; numbers take a short way through the arithmetic. */

import type { ArithmeticOperator, Expression } from '../tree.ts';
import {
  add,
  arithmetic,
  comparison,
  concat,
  deciding,
  finite,
  toNumber,
  typeOf,
} from '../values/operators.ts';
import { textOf } from '../values/text.ts';
import type { Linked, Linker } from './linker.ts';

type Of<Type extends Expression['type']> = Extract<Expression, { type: Type }>;

export const linkUnary = ({ op, operand }: Of<'unary'>, linker: Linker): Linked => {
  switch (op) {
    case '!': {
      const value = linker.linkQuietly(operand);
      return (scope, run, frame) => !deciding(value(scope, run, frame), run);
    }
    case 'typeof': {
      const value = linker.linkQuietly(operand);
      return (scope, run, frame) => typeOf(value(scope, run, frame));
    }
    case '+': {
      const value = linker.link(operand);
      return (scope, run, frame) => toNumber(value(scope, run, frame));
    }
    case '-': {
      const value = linker.link(operand);
      return (scope, run, frame) => {
        const number = toNumber(value(scope, run, frame));
        return number === undefined ? undefined : -number;
      };
    }
  }
};

export const linkBinary = (node: Of<'binary'>, linker: Linker): Linked => {
  const { op } = node;
  switch (op) {
    case '+': {
      const left = linker.link(node.left);
      const right = linker.link(node.right);
      return (scope, run, frame) => add(left(scope, run, frame), right(scope, run, frame), run);
    }
    case '-':
    case '*':
    case '/':
    case '%':
    case '**':
      return linkArithmetic(op, linker.link(node.left), linker.link(node.right));
    default: {
      const left = linker.linkQuietly(node.left);
      const right = linker.linkQuietly(node.right);
      return (scope, run, frame) => comparison(op, left(scope, run, frame), right(scope, run, frame), run);
    }
  }
};

const linkArithmetic = (op: ArithmeticOperator, left: Linked, right: Linked): Linked => {
  if (op === '*') {
    return (scope, run, frame) => {
      const a = left(scope, run, frame);
      const b = right(scope, run, frame);
      return typeof a === 'number' && typeof b === 'number' ? finite(a * b) : arithmetic('*', a, b);
    };
  }
  return (scope, run, frame) => arithmetic(op, left(scope, run, frame), right(scope, run, frame));
};

export const linkLogical = ({ op, left, right }: Of<'logical'>, linker: Linker): Linked => {
  const first = linker.linkQuietly(left);
  const second = linker.link(right);
  switch (op) {
    case '&&':
      return (scope, run, frame) => {
        const value = deciding(first(scope, run, frame), run);
        return value ? second(scope, run, frame) : value;
      };
    case '||':
      return (scope, run, frame) => first(scope, run, frame) || second(scope, run, frame);
    case '??':
      return (scope, run, frame) => first(scope, run, frame) ?? second(scope, run, frame);
  }
};

export const linkConditional = ({ test, then, otherwise }: Of<'conditional'>, linker: Linker): Linked => {
  const decide = linker.linkQuietly(test);
  const yes = linker.link(then);
  const no = linker.link(otherwise);
  return (scope, run, frame) =>
    deciding(decide(scope, run, frame), run) ? yes(scope, run, frame) : no(scope, run, frame);
};

export const linkTemplate = ({ texts, parts }: Of<'template'>, linker: Linker): Linked => {
  const first = texts[0] ?? '';
  const rest = parts.map((part, index) => ({ value: linker.link(part), text: texts[index + 1] ?? '' }));
  return (scope, run, frame) => {
    let result = first;
    for (const { value, text } of rest) {
      result = concat(result, textOf(value(scope, run, frame), run) + text, run);
    }
    return result;
  };
};
