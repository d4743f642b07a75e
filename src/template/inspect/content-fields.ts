/** What content tags ask of their value and of their options. */

import { barcodeSamples } from '../content/barcode-samples.ts';
import { checkOption } from '../content/content-options.ts';
import type { Example, ReferenceKind, ResultUse, Shape } from '../expression/references/references.ts';
import { propertyOf } from '../expression/shapes.ts';
import type { ContentKind } from '../parse/command.ts';
import type { Op, OptionOp } from '../program.ts';
import { type FieldNode, originsOf } from './field-tree.ts';

type ContentOp = Extract<Op, { op: 'content' | 'picture' }>;

const KINDS: Readonly<Record<ContentKind, ReferenceKind>> = {
  image: 'image',
  link: 'link',
  html: 'html',
  markdown: 'markdown',
  qr: 'text',
  barcode: 'text',
};

export const contentUse = (kind: ContentKind): ResultUse => ({ kind: KINDS[kind], optional: false });

/** What an object literal of the template has to have in it: `{LINK ({url: u, label: l})}`. */
const PARTS: Readonly<Partial<Record<ContentKind, Readonly<Record<string, ReferenceKind>>>>> = {
  image: { data: 'image', source: 'image', width: 'number', height: 'number', rotation: 'number' },
  link: { url: 'link', target: 'link', href: 'link' },
};

export const noteContent = (op: ContentOp, value: Shape, root: FieldNode): void => {
  for (const [name, kind] of Object.entries(PARTS[op.kind] ?? {})) {
    if (value.type !== 'object') break;
    for (const origin of originsOf(propertyOf(value, name))) root.at(origin).kinds.add(kind);
  }
  if (op.kind === 'barcode') {
    const samples = barcodeSamples(typeOf(op.options));
    for (const origin of originsOf(value)) root.at(origin).choose(samples);
  }
};

const typeOf = (options: readonly OptionOp[]): string => {
  const type = options.find(({ name }) => name === 'type');
  return type?.text ?? 'code128';
};

const CANDIDATES: readonly Example[] = [3, 'contain', 'center', 'm', 'true', 'code128'];

/** An option from the data has to be one that the tag takes. */
export const noteOption = (kind: ContentKind, name: string, value: Shape, root: FieldNode): void => {
  if (checkOption(kind, name, 'Any text') === undefined) return;
  const fitting = CANDIDATES.find((one) => checkOption(kind, name, String(one)) === undefined);
  if (fitting === undefined) return;
  for (const origin of originsOf(value)) root.at(origin).choose([fitting]);
};
