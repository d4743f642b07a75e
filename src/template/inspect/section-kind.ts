/**
 * sectionKind :: `{#x}` → list, object or condition
 *
 * At render time the data decide. Without data, what the section's body reads decides, then what the rest of the
 * template makes of `x`, and at last its name.
 */

import type { ReferenceKind, Shape } from '../expression/references/references.ts';
import type { LoopOp } from '../program.ts';
import { isPlural, isYesOrNo } from './field-kind.ts';
import { type FieldNode, originsOf } from './field-tree.ts';
import { isKnownOutside, type Known, type StaticFrame } from './static-scope.ts';

type SectionKind = 'list' | 'object' | 'condition';

interface Around {
  readonly frame: StaticFrame;
  readonly known: Known | undefined;
  readonly variables: ReadonlyMap<string, Shape>;
}

const SCALARS: readonly ReferenceKind[] = ['text', 'number', 'date', 'html', 'markdown', 'link', 'image'];

export const sectionKind = (op: LoopOp, operand: Shape, { frame, known, variables }: Around): SectionKind => {
  if (op.kind === 'with') return 'object';
  const origins = originsOf(operand);
  const [origin] = origins;
  if (origin === undefined)
    return operand.type === 'list' || operand.type === 'object' ? operand.type : 'condition';
  // The first walk takes every section for a list, to see what its body reads.
  if (known === undefined) return 'list';

  const facts = known.blocks.get(op);
  const name = origin.path.findLast((key) => key !== '[]') ?? '';
  if (facts?.readsItem === true) return 'list';
  if (isYesOrNo(name)) return 'condition';
  const field = known.root.find(origin);
  // `{#note}Note: {note}{/note}`, but not `{#children}{#children}…`
  const isOwnValue = facts?.names.has(name) === true && field?.element?.names.get(name)?.isOperand !== true;
  if (isOwnValue) return 'condition';
  const elsewhere = field === undefined ? undefined : kindElsewhere(field);
  if (elsewhere !== undefined) return elsewhere;
  const names = [...(facts?.names ?? [])];
  if (names.some((one) => !isKnownOutside(frame, one, known, variables))) return 'list';
  return isPlural(name) ? 'list' : 'condition';
};

/** What the template makes of it in other places. */
const kindElsewhere = (field: FieldNode): SectionKind | undefined => {
  if (field.isEach || field.isWalked || field.kinds.has('list')) return 'list';
  if (field.names.size > 0) return 'object';
  return SCALARS.some((kind) => field.kinds.has(kind)) ? 'condition' : undefined;
};
