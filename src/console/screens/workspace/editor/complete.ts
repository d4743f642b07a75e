/** Completion from the template's schema: names of fields where a name is written, fitting values where a value is. */
import {
  type Completion,
  type CompletionContext,
  type CompletionResult,
  pickedCompletion,
} from '@codemirror/autocomplete';
import type { EditorView } from '@codemirror/view';
import { EACH, valueAt } from '../../../../data-check/paths.ts';
import { type Proposal, proposeNames, proposeValues } from '../shape/completion.ts';
import { type Shape, shapeAt } from '../shape/shape.ts';
import { placeAt, type TypingPlace } from './json-place.ts';

export const completeFrom =
  (shape: Shape, sample: unknown) =>
  (context: CompletionContext): CompletionResult | null => {
    const place = placeAt(context.state, context.pos);
    if (place === undefined) return null;
    const begun = context.state.sliceDoc(place.from, context.pos);
    if (!context.explicit && begun === '') return null;
    const at = shapeAt(shape, place.steps);
    const proposals =
      place.role === 'name'
        ? proposeNames(at, place.present)
        : proposeValues(at, sampleAt(sample, place), today());
    if (proposals.length === 0) return null;
    return {
      from: place.from,
      to: place.to,
      options: proposals.map((proposal) =>
        option(proposal, place, context.state.sliceDoc(place.from, place.from + 1) === '"'),
      ),
      // Names change with every place; within one word the list only gets shorter.
      validFor: /^"?[\w$ -]*$/,
    };
  };

const sampleAt = (sample: unknown, { steps }: TypingPlace): unknown =>
  valueAt(
    sample,
    steps.map((step) => (step === EACH ? 0 : step)),
  );

const today = (): string => {
  const now = new Date();
  const two = (part: number): string => String(part).padStart(2, '0');
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
};

const option = (proposal: Proposal, place: TypingPlace, isQuoted: boolean): Completion => {
  const { label, detail, info, kind, isRequired } = proposal;
  return {
    // What is typed begins with a quote or without one; the label is matched against it.
    label: isQuoted && place.role === 'name' ? `"${label}"` : label,
    displayLabel: label,
    detail,
    type: kind,
    boost: isRequired ? 1 : 0,
    ...(info !== undefined && { info }),
    apply: (view, completion, from, to) => insert(view, completion, { proposal, place, from, to }),
  };
};

interface Insertion {
  readonly proposal: Proposal;
  readonly place: TypingPlace;
  readonly from: number;
  readonly to: number;
}

const insert = (view: EditorView, completion: Completion, { proposal, place, from, to }: Insertion): void => {
  const { state } = view;
  const indent = /^\s*/.exec(state.doc.lineAt(from).text)?.[0] ?? '';
  const written = place.role === 'name' && place.hasValue ? JSON.stringify(proposal.label) : proposal.insert;
  const text = written.replaceAll('\n', `\n${indent}`) + (place.hasMore && !place.hasValue ? ',' : '');
  const end = Math.max(to, place.to);
  const trailing = place.hasMore && !place.hasValue ? 1 : 0;
  const cursor = from + text.length - (written === proposal.insert ? proposal.cursor + trailing : 0);
  view.dispatch({
    changes: { from, to: end, insert: text },
    selection: { anchor: cursor },
    userEvent: 'input.complete',
    annotations: pickedCompletion.of(completion),
  });
};
