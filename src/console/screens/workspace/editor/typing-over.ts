/**
 * What is typed over a selection is put in here rather than by the browser: Chrome writes the style of the coloured
 * words that it replaces into the page, which the content security policy forbids and reports.
 */
import { EditorView } from '@codemirror/view';

export const typingOver = EditorView.domEventHandlers({
  beforeinput: (event, view) => {
    const { state } = view;
    const { data } = event;
    if (event.inputType !== 'insertText' || data === null || event.isComposing || view.composing)
      return false;
    if (state.selection.ranges.every(({ empty }) => empty)) return false;
    const { from, to } = state.selection.main;
    const insert = () =>
      state.update(state.replaceSelection(data), { userEvent: 'input.type', scrollIntoView: true });
    // As for what the browser puts in: brackets and quotes go around the selection.
    const isTaken = state
      .facet(EditorView.inputHandler)
      .some((handle) => handle(view, from, to, data, insert));
    if (!isTaken) view.dispatch(insert());
    return true;
  },
});
