/** chartCommand :: `rows category=month series=(sales, costs as "Costs") title=(t) min=0` → Command */
import { suggest } from '../expression/suggest.ts';
import type { Command, ContentOption } from './command.ts';
import { problem } from './command-pieces.ts';
import { skipGroup, splitOptions, unquote } from './options.ts';

/** Read for each row. `x` and `y` are for charts of points, where they say what category and series are elsewhere. */
const OF_ROWS: Readonly<Record<string, string>> = {
  category: 'category',
  x: 'x',
  series: 'series',
  y: 'series',
  size: 'size',
};
const OF_CHART = ['title', 'min', 'max'];

export const chartCommand = (body: string): Command => {
  const { operand, options } = splitOptions(body);
  if (operand === '') return problem('bad_expression', 'CHART does not say what to show.', HINT);
  const read: ContentOption[] = [];
  for (const option of options) {
    const name = option.name.toLowerCase();
    if (OF_CHART.includes(name)) {
      read.push({ ...option, name });
      continue;
    }
    const role = OF_ROWS[name];
    const near = suggest(name, [...Object.keys(OF_ROWS), ...OF_CHART]);
    if (role === undefined)
      return problem(
        'bad_argument',
        `CHART has no option "${option.name}".`,
        `${near === undefined ? '' : `Did you mean \`${near}\`? `}${HINT}`,
      );
    const source = option.expression?.slice(1, -1).trim() ?? option.text ?? '';
    if (role !== 'series') read.push({ name: role, expression: source });
    else for (const item of itemsOf(source)) read.push(seriesOf(item));
  }
  const has = (name: string): boolean => read.some((option) => option.name.startsWith(name));
  if (!has('series') && (has('category') || has('x') || has('size')))
    return problem('bad_argument', `\`CHART ${body}\` does not say which series.`, HINT);
  return { type: 'chart', source: operand, options: read };
};

const HINT =
  'Write `{CHART rows category=month series=(sales, costs)}`, for charts of points `{CHART rows x=a y=(b) size=c}`.';

/** Cut at commas that are in no string and no bracket. */
const itemsOf = (text: string): string[] => {
  const items: string[] = [];
  let from = 0;
  for (let at = 0; at < text.length; at = skipGroup(text, at))
    if (text[at] === ',') {
      items.push(text.slice(from, at));
      from = at + 1;
    }
  return [...items, text.slice(from)].map((item) => item.trim()).filter((item) => item !== '');
};

/** A name that the tag gives is the series' own; else the template's name stays. */
const seriesOf = (item: string): ContentOption => {
  const [, expression, label] = /^(.+?)\s+as\s+("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')$/is.exec(item) ?? [];
  if (expression !== undefined && label !== undefined)
    return { name: 'series-named', expression, text: unquote(label) };
  return { name: 'series', expression: item, text: item };
};
