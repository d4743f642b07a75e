/**
 * Pictures as data URIs are thousands of characters that nobody reads: each is shown as one chip, is one step for the
 * cursor, and is deleted as a whole. The text itself does not change.
 */
import { syntaxTree } from '@codemirror/language';
import type { Range } from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  EditorView,
  ViewPlugin,
  type ViewUpdate,
  WidgetType,
} from '@codemirror/view';
import { formatBytes } from '../../../components/format.ts';

/** Characters; shorter ones are read, or do no harm. */
const LONG = 200;

class Chip extends WidgetType {
  readonly #label: string;

  constructor(label: string) {
    super();
    this.#label = label;
  }

  override eq(other: Chip): boolean {
    return other.#label === this.#label;
  }

  override toDOM(): HTMLElement {
    const chip = document.createElement('span');
    chip.className = 'cm-picture';
    chip.textContent = this.#label;
    return chip;
  }
}

const KIND = /^"data:(image\/([a-z]+)[a-z+.-]*|[a-z]+\/[a-z+.-]+)?[;,]/i;

const chipsIn = (view: EditorView): DecorationSet => {
  const chips: Range<Decoration>[] = [];
  for (const { from, to } of view.visibleRanges) {
    syntaxTree(view.state).iterate({
      from,
      to,
      enter: (node) => {
        if (node.name !== 'String' || node.to - node.from < LONG) return;
        const kind = KIND.exec(view.state.sliceDoc(node.from, node.from + 60));
        if (kind === null) return;
        const label = `${(kind[2] ?? kind[1] ?? 'data').toUpperCase()} picture, ${formatBytes(Math.round(((node.to - node.from) * 3) / 4))}`;
        chips.push(Decoration.replace({ widget: new Chip(label) }).range(node.from + 1, node.to - 1));
      },
    });
  }
  return Decoration.set(chips, true);
};

export const longTexts = ViewPlugin.fromClass(
  class {
    chips: DecorationSet;

    constructor(view: EditorView) {
      this.chips = chipsIn(view);
    }

    update(update: ViewUpdate): void {
      const isParsed = syntaxTree(update.startState) !== syntaxTree(update.state);
      if (update.docChanged || update.viewportChanged || isParsed) this.chips = chipsIn(update.view);
    }
  },
  {
    decorations: ({ chips }) => chips,
    provide: (plugin) => EditorView.atomicRanges.of((view) => view.plugin(plugin)?.chips ?? Decoration.none),
  },
);
