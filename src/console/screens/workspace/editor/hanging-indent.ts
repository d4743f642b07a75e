/** A line that is too long goes on below its own beginning, a little further in: nesting stays visible. */
import type { Range } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view';

/** Columns; deeper lines hang like this one, so that there is room left for text. */
const DEEPEST = 40;
/** Columns that the rest of a line stands further in than its beginning. */
const FURTHER = 2;
/** What CodeMirror gives a line, in CSS pixels. */
const OWN_PADDING = 6;

/** Classes, because the content security policy allows no styles in the page's text. */
const decorations = Array.from({ length: DEEPEST + 1 }, (_, columns) =>
  Decoration.line({ class: `cm-hanging-${columns}` }),
);

const theme = EditorView.theme(
  Object.fromEntries(
    decorations.map((_, columns) => [
      `.cm-hanging-${columns}`,
      {
        paddingLeft: `calc(${OWN_PADDING}px + ${columns + FURTHER}ch)`,
        textIndent: `-${columns + FURTHER}ch`,
      },
    ]),
  ),
);

const columnsOf = (text: string, tabSize: number): number => {
  let columns = 0;
  for (const character of text) {
    if (character === ' ') columns += 1;
    else if (character === '\t') columns += tabSize - (columns % tabSize);
    else break;
    if (columns >= DEEPEST) return DEEPEST;
  }
  return columns;
};

const hangingIn = (view: EditorView): DecorationSet => {
  const lines: Range<Decoration>[] = [];
  const { doc, tabSize } = view.state;
  for (const { from, to } of view.visibleRanges)
    for (let at = from; at <= to; ) {
      const line = doc.lineAt(at);
      // Only its beginning is looked at: a line may be a megabyte long.
      const start = doc.sliceString(line.from, Math.min(line.to, line.from + DEEPEST));
      const decoration = decorations[columnsOf(start, tabSize)];
      if (decoration !== undefined) lines.push(decoration.range(line.from));
      at = line.to + 1;
    }
  return Decoration.set(lines, true);
};

const plugin = ViewPlugin.fromClass(
  class {
    lines: DecorationSet;

    constructor(view: EditorView) {
      this.lines = hangingIn(view);
    }

    update({ docChanged, viewportChanged, view }: ViewUpdate): void {
      if (docChanged || viewportChanged) this.lines = hangingIn(view);
    }
  },
  { decorations: ({ lines }) => lines },
);

export const hangingIndent = [plugin, theme];
