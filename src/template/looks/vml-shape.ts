/** editVmlShape :: older drawing (VML) + what is said of its filling and its line → the change to its attributes and children */
import { childOf, elementsOf, escapeAttribute, type XmlElement } from '../../ooxml/xml.ts';
import type { XmlEdits } from '../../ooxml/xml-edits.ts';
import { findAttribute, isSelfClosed } from '../../ooxml/xml-markup.ts';

/** Its lines that are not drawn through: what stands in `v:stroke`. */
const DASHES: Readonly<Record<string, string>> = {
  dotted: 'dashstyle="1 1"',
  dashed: 'dashstyle="dash"',
  double: 'linestyle="thinThin"',
};

/** `@fillcolor` is an attribute, `fill` a child without its prefix. */
export const vmlFill = (colour: string | undefined): [string, string][] => [
  ['@filled', colour === undefined ? 'f' : 't'],
  ...(colour === undefined ? [] : [['@fillcolor', `#${colour}`] as [string, string]]),
  ['fill', ''],
];

interface VmlLine {
  readonly line: string;
  readonly colour: string;
  /** Points. */
  readonly width: number;
}

export const vmlLine = (line: VmlLine | undefined): [string, string][] => {
  if (line === undefined || line.line === 'nil')
    return [
      ['@stroked', 'f'],
      ['stroke', ''],
    ];
  return [
    ['@stroked', 't'],
    ['@strokecolor', line.colour === 'auto' ? 'black' : `#${line.colour}`],
    ['@strokeweight', `${line.width}pt`],
    ['stroke', DASHES[line.line] ?? ''],
  ];
};

export const editVmlShape = (
  edits: XmlEdits,
  shape: XmlElement,
  patch: ReadonlyMap<string, string>,
): void => {
  const prefix = shape.rawName.slice(0, shape.rawName.indexOf(':') + 1);
  let added = '';
  let inside = '';
  for (const [name, value] of patch) {
    if (name.startsWith('@')) {
      const attribute = name.slice(1);
      if (findAttribute(edits.source, shape, attribute) !== undefined)
        edits.attribute(shape, attribute, value);
      else added += ` ${attribute}="${escapeAttribute(value)}"`;
      continue;
    }
    for (const old of elementsOf(shape, `v:${name}`)) edits.replace(old.start, old.end, '');
    if (value !== '') inside += `<${prefix}${name} ${value}/>`;
  }
  const at = shape.start + 1 + shape.rawName.length;
  if (added !== '') edits.insert(at, added);
  if (inside === '') return;
  if (isSelfClosed(shape)) edits.replace(shape.end - 2, shape.end, `>${inside}</${shape.rawName}>`);
  else edits.insert(childOf(shape, 'v:textbox')?.start ?? shape.openEnd, inside);
};
