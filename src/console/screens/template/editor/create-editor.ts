/** The JSON editor as CodeMirror builds it. This file and what it imports are loaded when the editor is first shown. */
import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import { bracketMatching, foldGutter, foldKeymap, indentOnInput } from '@codemirror/language';
import { type Diagnostic, lintGutter, lintKeymap, setDiagnostics } from '@codemirror/lint';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import { EditorState } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import type { DataProblem } from '../data/check-text.ts';
import type { AttachedEditor } from '../data/text-store.ts';
import type { Shape } from '../shape/shape.ts';
import { completeFrom } from './complete.ts';
import { hangingIndent } from './hanging-indent.ts';
import { longTexts } from './long-texts.ts';
import { look } from './look.ts';

export interface EditorOptions {
  readonly parent: HTMLElement;
  readonly text: string;
  readonly shape: Shape;
  readonly sample: unknown;
  readonly nonce: string;
  readonly onTyped: () => void;
  readonly onGenerate: () => void;
}

export interface JsonEditor extends AttachedEditor {
  show(problems: readonly DataProblem[]): void;
  focus(): void;
  destroy(): void;
}

export const createEditor = (options: EditorOptions): JsonEditor => {
  /** True while a change of the form or of a button is taken over, which is no typing. */
  let isApplying = false;
  const generate = (): boolean => {
    options.onGenerate();
    return true;
  };
  const view = new EditorView({
    parent: options.parent,
    state: EditorState.create({
      doc: options.text,
      extensions: [
        EditorView.cspNonce.of(options.nonce),
        EditorView.contentAttributes.of({ 'aria-label': 'Data as JSON', tabindex: '0' }),
        EditorState.tabSize.of(2),
        // Before the others, which bind Mod-Enter to a blank line.
        keymap.of([{ key: 'Mod-Enter', run: generate, preventDefault: true }]),
        lineNumbers(),
        foldGutter(),
        highlightActiveLine(),
        highlightActiveLineGutter(),
        drawSelection(),
        history(),
        indentOnInput(),
        bracketMatching(),
        closeBrackets(),
        highlightSelectionMatches(),
        search({ top: true }),
        json(),
        lintGutter(),
        longTexts,
        autocompletion({ override: [completeFrom(options.shape, options.sample)], icons: false }),
        keymap.of([
          ...closeBracketsKeymap,
          ...defaultKeymap,
          ...searchKeymap,
          ...historyKeymap,
          ...foldKeymap,
          ...completionKeymap,
          ...lintKeymap,
        ]),
        EditorView.lineWrapping,
        hangingIndent,
        look,
        EditorView.updateListener.of(({ docChanged }) => {
          if (docChanged && !isApplying) options.onTyped();
        }),
      ],
    }),
  });

  return {
    read: () => view.state.doc.toString(),
    apply: (changes) => {
      isApplying = true;
      view.dispatch({ changes: [...changes], userEvent: 'input.form' });
      isApplying = false;
    },
    select: (from, to) => {
      const { length } = view.state.doc;
      view.dispatch({
        selection: { anchor: Math.min(from, length), head: Math.min(to, length) },
        effects: EditorView.scrollIntoView(Math.min(from, length), { y: 'center' }),
      });
      view.focus();
    },
    show: (problems) =>
      view.dispatch(setDiagnostics(view.state, diagnosticsOf(problems, view.state.doc.length))),
    focus: () => view.focus(),
    destroy: () => view.destroy(),
  };
};

const SEVERITY = {
  syntax: 'error',
  rendering: 'error',
  mistyped: 'error',
  missing: 'warning',
  unused: 'info',
} as const;

/** The text may have grown shorter since it was checked. */
const diagnosticsOf = (problems: readonly DataProblem[], length: number): Diagnostic[] =>
  problems
    .flatMap(({ kind, path, message, ranges }) =>
      ranges.map(({ from, to }) => ({
        from: Math.min(from, length),
        to: Math.min(to, length),
        severity: SEVERITY[kind],
        message: path === '' ? message : `${path} ${message}.`,
      })),
    )
    .sort((one, other) => one.from - other.from);
