/** errorsOf :: how far the error bars of a point reach (ECMA-376 §21.2.2.55) */
import type { ErrorBars, NumberData } from '../../wml/chart/model.ts';

export const errorsOf = (
  bars: ErrorBars,
  data: NumberData,
  index: number,
): { readonly plus: number; readonly minus: number } => {
  const size = (own: NumberData | undefined): number => {
    switch (bars.valueType) {
      case 'cust':
        return Math.abs(own?.values[index] ?? own?.values.at(-1) ?? 0);
      case 'percentage':
        return Math.abs(((data.values[index] ?? 0) * bars.value) / 100);
      case 'stdDev':
        return deviation(data) * bars.value;
      case 'stdErr':
        return deviation(data) / Math.sqrt(Math.max(1, numbersOf(data).length));
      default:
        return Math.abs(bars.value);
    }
  };
  return {
    plus: bars.type === 'minus' ? 0 : size(bars.plus),
    minus: bars.type === 'plus' ? 0 : size(bars.minus),
  };
};

const numbersOf = ({ values }: NumberData): readonly number[] =>
  values.filter((value): value is number => value !== undefined);

const DEVIATIONS = new WeakMap<NumberData, number>();

const deviation = (data: NumberData): number => {
  let known = DEVIATIONS.get(data);
  if (known === undefined) {
    const numbers = numbersOf(data);
    const mean = numbers.reduce((sum, value) => sum + value, 0) / Math.max(1, numbers.length);
    const squares = numbers.reduce((sum, value) => sum + (value - mean) ** 2, 0);
    known = Math.sqrt(squares / Math.max(1, numbers.length - 1));
    DEVIATIONS.set(data, known);
  }
  return known;
};
