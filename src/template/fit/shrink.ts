/**
 * shrunkText :: a part of a document, a scale → the same with smaller letters and less space
 * shrunkStyles :: the styles, a scale → the same; letters whose size nobody has said are made smaller as well
 *
 * Sizes of letters (§17.3.2.38), space before and after paragraphs, lines of a height of their own (§17.3.1.33) and heights of
 * rows (§17.4.80). Lines that are a multiple of their letters follow these; pictures, margins and columns stay.
 */

/** Half-points; below that nobody can read it. */
const LEAST_SIZE = 8;
/** What Word takes where no size is said (§17.3.2.38): ten points. */
const DEFAULT_SIZE = 20;

const BEHIND_SIZE =
  /<(?:\w+:)?(?:szCs|highlight|u|effect|bdr|shd|fitText|vertAlign|rtl|cs|em|lang|eastAsianLayout)[\s/>]/;
const ELEMENT = /<(?:\w+:)?(sz|szCs|spacing|trHeight)\s[^>]*>/g;

export const shrunkText = (text: string, scale: number): string =>
  text.replace(ELEMENT, (element, name: string) => {
    switch (name) {
      case 'sz':
      case 'szCs':
        return scaled(element, 'val', (value) => Math.max(LEAST_SIZE, Math.round(value * scale)));
      case 'trHeight':
        return scaled(element, 'val', (value) => Math.round(value * scale));
      default: {
        const less = (value: number): number => Math.round(value * scale);
        const around = scaled(scaled(element, 'before', less), 'after', less);
        return /:lineRule="(?:exact|atLeast)"/.test(element) ? scaled(around, 'line', less) : around;
      }
    }
  });

/** An attribute of the element's own namespace, where it is a whole number. */
const scaled = (element: string, name: string, change: (value: number) => number): string =>
  element.replace(
    new RegExp(`(\\s(?:\\w+:)?${name}=["'])(\\d+)(?=["'])`),
    (_, before: string, value: string) => `${before}${change(Number(value))}`,
  );

export const shrunkStyles = (text: string, scale: number): string => {
  const smaller = shrunkText(text, scale);
  const [, prefix = ''] = /<(\w+:)?styles[\s>]/.exec(smaller) ?? [];
  const w = (name: string): string => `${prefix}${name}`;
  const size = `<${w('sz')} ${w('val')}="${Math.max(LEAST_SIZE, Math.round(DEFAULT_SIZE * scale))}"/>`;
  const start = smaller.indexOf(`<${w('rPrDefault')}`);
  const end = smaller.indexOf(`</${w('rPrDefault')}>`);
  const defaults = start < 0 || end < 0 ? '' : smaller.slice(start, end);
  if (defaults.includes(`<${w('sz')} `)) return smaller;
  const close = `</${w('rPr')}>`;
  if (defaults.includes(close)) {
    // Before what the schema has behind a size.
    const behind = defaults.search(BEHIND_SIZE);
    const at = start + (behind < 0 ? defaults.lastIndexOf(close) : behind);
    return smaller.slice(0, at) + size + smaller.slice(at);
  }
  const whole = `<${w('rPrDefault')}><${w('rPr')}>${size}</${w('rPr')}></${w('rPrDefault')}>`;
  const inDefaults = new RegExp(`<${w('docDefaults')}(?:\\s[^>]*)?>`);
  const empty = new RegExp(
    `<${w('rPrDefault')}(?:\\s[^>]*)?/>|<${w('rPrDefault')}(?:\\s[^>]*)?></${w('rPrDefault')}>`,
  );
  if (empty.test(smaller)) return smaller.replace(empty, whole);
  if (inDefaults.test(smaller)) return smaller.replace(inDefaults, (open) => `${open}${whole}`);
  return smaller.replace(
    /<(?:\w+:)?styles(?:\s[^>]*)?>/,
    (open) => `${open}<${w('docDefaults')}>${whole}</${w('docDefaults')}>`,
  );
};
