/** Paths into data as the API writes them: `items[3].sku`, `items[].sku` for every item, `["odd name"].x`. */

/** Stands for every item of a list, or every name of an object whose names are data. */
export const EACH = Symbol('each');

export type Step = string | number | typeof EACH;
export type Place = readonly (string | number)[];

const PLAIN_NAME = /^[\p{L}_$][\p{L}\p{N}_$]*$/u;

export const writePath = (steps: readonly Step[]): string => {
  let text = '';
  for (const step of steps) {
    if (step === EACH) text += '[]';
    else if (typeof step === 'number') text += `[${step}]`;
    else if (PLAIN_NAME.test(step)) text += text === '' ? step : `.${step}`;
    else text += `[${JSON.stringify(step)}]`;
  }
  return text;
};

const TOKEN = /\.?([^.[\]]+)|\[(\d*)\]|\[("(?:[^"\\]|\\.)*")\]/uy;

/** Undefined where the text is no path. The empty text is the data itself. */
export const readPath = (text: string): Step[] | undefined => {
  const steps: Step[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.length) {
    const match = TOKEN.exec(text);
    if (match === null) return undefined;
    const [, name, index, quoted] = match;
    if (name !== undefined) steps.push(name);
    else if (quoted !== undefined) steps.push(String(JSON.parse(quoted)));
    else steps.push(index === '' || index === undefined ? EACH : Number(index));
  }
  return steps;
};

/** The first place in the data that a path with `[]` means. */
export const firstPlace = (steps: readonly Step[]): Place => steps.map((step) => (step === EACH ? 0 : step));

export const valueAt = (data: unknown, place: Place): unknown => {
  let at: unknown = data;
  for (const step of place) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, step)) return undefined;
    at = (at as Record<string | number, unknown>)[step];
  }
  return at;
};
