/**
 * preset :: text → Geometry, in the standard's own words (ECMA-376, presetShapeDefinitions): adjust values, guides, paths
 *
 *     { adjust: 'adj 25000', guides: 'x1 +- r 0 adj; y1 +- b 0 adj', paths: ['M l t L r t Z'], text: 'l t r b' }
 *
 * A path may begin with what sets it apart: `nofill`, `nostroke`, `darken`, `darkenLess`, `lighten`, `lightenLess`, and
 * `21600x21600` where it has a coordinate space of its own.
 */
import type { Geometry, GeometryPath } from '../../../wml/drawing/shape-style.ts';

export interface PresetText {
  readonly adjust?: string;
  readonly guides?: string;
  readonly paths: readonly string[];
  readonly text?: string;
}

export type Presets = Readonly<Record<string, PresetText>>;

export const preset = ({ adjust = '', guides = '', paths, text }: PresetText): Geometry => ({
  adjust: entries(adjust).map(([name, value]) => [name, `val ${value}`]),
  guides: entries(guides),
  paths: paths.map(readPath),
  text: text?.split(' '),
});

const entries = (text: string): readonly (readonly [string, string])[] =>
  text
    .split(';')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
    .map((entry) => {
      const blank = entry.indexOf(' ');
      return [entry.slice(0, blank), entry.slice(blank + 1)];
    });

const FILLS: ReadonlySet<string> = new Set(['darken', 'darkenLess', 'lighten', 'lightenLess']);
/** How many words follow each command. */
const OPERANDS: Readonly<Record<string, number>> = { M: 2, L: 2, C: 6, Q: 4, A: 4, Z: 0 };

const readPath = (text: string): GeometryPath => {
  const words = text.trim().split(/\s+/);
  let [fill, stroke, width, height]: [GeometryPath['fill'], boolean, number, number] = ['norm', true, 0, 0];
  let at = 0;
  for (; at < words.length && OPERANDS[words[at] ?? ''] === undefined; at++) {
    const word = words[at] ?? '';
    const size = /^(\d+)x(\d+)$/.exec(word);
    if (word === 'nofill') fill = 'none';
    else if (word === 'nostroke') stroke = false;
    else if (FILLS.has(word)) fill = word as GeometryPath['fill'];
    else if (size !== null) [width, height] = [Number(size[1]), Number(size[2])];
  }
  const commands: [string, ...string[]][] = [];
  while (at < words.length) {
    const name = words[at] ?? '';
    const count = OPERANDS[name] ?? 0;
    commands.push([name, ...words.slice(at + 1, at + 1 + count)]);
    at += 1 + count;
  }
  return { width, height, fill, stroke, commands };
};
