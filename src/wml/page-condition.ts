/**
 * readCondition :: the code of an IF field → what it compares and shows, where that is for layout to say (ECMA-376 §17.16.5.22)
 *
 * `IF { PAGE } = { NUMPAGES } "the end" "continued"` in a footer is how Word has a last page of its own.
 */
export interface PageCondition {
  readonly left: string;
  readonly operator: '=' | '<>' | '<' | '<=' | '>' | '>=';
  readonly right: string;
  readonly then: string;
  readonly otherwise: string;
}

/** A field in the code of another, as it stands in its instruction. */
export const nestedField = (name: string): string => `\u0001${name}\u0002`;
const NESTED = /\u0001(\w+)\u0002/g;

/** Those that layout fills in. */
const OF_PAGES = /\u0001(?:PAGE|NUMPAGES|SECTIONPAGES|SECTION)\u0002/;
const WORD = /["“”]((?:\\.|[^"“”\\])*)["“”]|(<>|<=|>=|[=<>])|([^\s"“”<>=]+)/g;
const OPERATORS: ReadonlySet<string> = new Set(['=', '<>', '<', '<=', '>', '>=']);

export const readCondition = (instruction: string): PageCondition | undefined => {
  const words = [...instruction.matchAll(WORD)].map(
    ([, quoted, operator, plain]) => quoted?.replace(/\\(["“”\\])/g, '$1') ?? operator ?? plain ?? '',
  );
  const [name = '', left = '', operator = '', right = '', then = '', otherwise = ''] = words;
  if (name.toUpperCase() !== 'IF' || !OPERATORS.has(operator)) return undefined;
  if (!OF_PAGES.test(left) && !OF_PAGES.test(right)) return undefined;
  const shown = (text: string): string => (text.startsWith('\\*') ? '' : text);
  return {
    left,
    operator: operator as PageCondition['operator'],
    right,
    // biome-ignore lint/suspicious/noThenProperty: a branch of the condition, never awaited
    then: shown(then),
    otherwise: shown(otherwise),
  };
};

/** What it shows; `fieldText` says what the fields in it do. */
export const chosenText = (
  { left, operator, right, then, otherwise }: PageCondition,
  fieldText: (name: string) => string,
): string => {
  const filled = (text: string): string => text.replace(NESTED, (_, name: string) => fieldText(name));
  return filled(holds(filled(left), operator, filled(right)) ? then : otherwise);
};

const holds = (left: string, operator: PageCondition['operator'], right: string): boolean => {
  const [a, b] = [Number(left), Number(right)];
  const isNumber = left.trim() !== '' && right.trim() !== '' && !Number.isNaN(a) && !Number.isNaN(b);
  const order = isNumber ? a - b : left.toLowerCase() === right.toLowerCase() ? 0 : left < right ? -1 : 1;
  switch (operator) {
    case '=':
      return order === 0;
    case '<>':
      return order !== 0;
    case '<':
      return order < 0;
    case '<=':
      return order <= 0;
    case '>':
      return order > 0;
    case '>=':
      return order >= 0;
  }
};
