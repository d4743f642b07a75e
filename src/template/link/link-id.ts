/** Ids, lists, notes and captions: what must differ from one turn to the next. */
import type { Op } from '../program.ts';
import type { RenderState, Step } from '../runtime/state.ts';
import { NUMERALS } from '../toc/labels.ts';
import type { LinkContext } from './link-context.ts';

type IdOp = Extract<Op, { op: 'id' | 'note' | 'notes' | 'note-id' | 'list' | 'sequence' | 'heading' }>;

/** Word's limit on the length of a bookmark's name. */
const MAX_BOOKMARK = 40;

export const linkId = (op: IdOp, context: LinkContext): Step => {
  switch (op.op) {
    case 'list': {
      const { list } = op;
      return (state) => state.write(state.lists[list] ?? state.program.lists[list]?.numId ?? '0');
    }
    case 'heading': {
      const { level } = op;
      return (state) => state.sequences.heading(level);
    }
    case 'sequence': {
      const { slot, again, show } = op;
      return (state) => {
        if (again !== true) state.slots[slot] = state.sequences.next(op);
        if (show === undefined) return;
        const number = NUMERALS[show.format]?.(state.slots[slot] ?? 0) ?? '';
        state.write(number.padStart(show.digits, '0'));
      };
    }
    case 'id': {
      const { kind, original, slot, role } = op;
      if (kind === 'bookmark-name') {
        return (state) => {
          const id = state.slots[slot] ?? 0;
          state.write(
            id === 0 ? original : `${original.slice(0, MAX_BOOKMARK - String(id).length - 1)}_${id}`,
          );
        };
      }
      const next = (state: RenderState): number =>
        kind === 'drawing' ? state.additions.drawingId() : state.additions.bookmarkId();
      return (state) => {
        if (role === 'make') state.slots[slot] = state.slots[slot] === undefined ? 0 : next(state);
        const id = state.slots[slot] ?? 0;
        state.write(id === 0 ? original : String(id));
      };
    }
    case 'note': {
      const { kind, id, slot } = op;
      const key = `${kind} ${id}`;
      return (state) => {
        const isFirst = state.slots[slot] === undefined && !state.notes.has(key);
        state.slots[slot] = 1;
        const own = isFirst ? id : String(state.additions.noteId());
        const note = context.notes.get(key);
        if (note !== undefined) state.addNote(key, own, note);
        state.write(own);
      };
    }
    case 'notes': {
      const key = `${op.kind} ${op.id}`;
      return (state) => {
        for (const bytes of state.notes.get(key) ?? []) state.writeBytes(bytes);
      };
    }
    case 'note-id':
      return (state) => state.write(state.noteId);
  }
};
