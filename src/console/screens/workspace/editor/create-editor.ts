/** The JSON editor as CodeMirror builds it. This file and what it imports are loaded when the editor is first shown. */
import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, redo, undo } from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import { bracketMatching, foldGutter, foldKeymap, indentOnInput } from '@codemirror/language';
import { type Diagnostic, lintGutter, lintKeymap, setDiagnostics } from '@codemirror/lint';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import { EditorState, type StateCommand, type TransactionSpec } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import { withoutTicks } from '../../../components/ticks.tsx';
import type { DataProblem } from '../data/check-text.ts';
import type { Change } from '../data/edit-text.ts';
import { type AttachedEditor, STEP_MS, type Written } from '../data/text-store.ts';
import type { Shape } from '../shape/shape.ts';
import { completeFrom } from './complete.ts';
import { look } from './editor-theme.ts';
import { hangingIndent } from './hanging-indent.ts';
import { longTexts } from './long-texts.ts';
import { typingOver } from './typing-over.ts';

interface EditorOptions {
  readonly parent: HTMLElement;
  readonly written: Written;
  readonly shape: Shape;
  readonly sample: unknown;
  readonly nonce: string;
  readonly onTyped: () => void;
  readonly onGenerate: () => void;
}

export interface JsonEditor extends AttachedEditor {
  show(problems: readonly DataProblem[]): void;
  /** What nobody sees is not drawn: a view without a size takes every line for visible, of megabytes too. */
  setVisible(isVisible: boolean): void;
  destroy(): void;
}

export const createEditor = (options: EditorOptions): JsonEditor => {
  /** True while a change of the form or of a button is taken over, which is no typing. */
  let isApplying = false;
  const onTyped = (): void => {
    if (!isApplying) options.onTyped();
  };
  const view = new EditorView({ parent: options.parent, state: startOf(options, onTyped) });
  /** What the editor holds while nobody sees it. */
  let unseen: EditorState | undefined;
  const state = (): EditorState => unseen ?? view.state;
  const dispatch = (change: TransactionSpec): void => {
    if (unseen === undefined) view.dispatch(change);
    else unseen = unseen.update(change).state;
  };
  const go = (command: StateCommand): void => {
    command({
      state: state(),
      dispatch: (transaction) => {
        if (unseen === undefined) return view.dispatch(transaction);
        unseen = transaction.state;
        onTyped();
      },
    });
  };
  const setVisible = (isVisible: boolean): void => {
    if (!isVisible) unseen ??= view.state;
    else if (unseen !== undefined) {
      if (unseen !== view.state) view.setState(unseen);
      unseen = undefined;
    }
  };

  return {
    read: () => state().doc.toString(),
    apply: (changes, goesOn) => {
      isApplying = true;
      // Without a name the history takes it to what came just before.
      dispatch(goesOn ? { changes: [...changes] } : formChange(changes));
      isApplying = false;
    },
    undo: () => go(undo),
    redo: () => go(redo),
    select: (from, to) => {
      setVisible(true);
      const { length } = view.state.doc;
      view.dispatch({
        selection: { anchor: Math.min(from, length), head: Math.min(to, length) },
        effects: EditorView.scrollIntoView(Math.min(from, length), { y: 'center' }),
      });
      view.focus();
    },
    show: (problems) => dispatch(setDiagnostics(state(), diagnosticsOf(problems, state().doc.length))),
    setVisible,
    destroy: () => view.destroy(),
  };
};

/** A step of its own in the history, whatever came just before. */
const formChange = (changes: readonly Change[]): TransactionSpec => ({
  changes: [...changes],
  userEvent: 'input.form',
});

/** With everything in its history that was done before there was an editor. */
const startOf = (options: EditorOptions, onTyped: () => void): EditorState => {
  const generate = (): boolean => {
    options.onGenerate();
    return true;
  };
  const base = EditorState.create({
    doc: options.written.base,
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
      history({ newGroupDelay: STEP_MS }),
      indentOnInput(),
      bracketMatching(),
      closeBrackets(),
      typingOver,
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
        if (docChanged) onTyped();
      }),
    ],
  });
  return options.written.steps.reduce((state, changes) => state.update(formChange(changes)).state, base);
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
        message: withoutTicks(path === '' ? message : `${path} ${message}.`),
      })),
    )
    .sort((one, other) => one.from - other.from);
