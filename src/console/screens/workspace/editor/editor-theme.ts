/** The editor in the console's colours; `light-dark()` follows the scheme without a second theme. */
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

const LINE = 'var(--platen-line)';

const theme = EditorView.theme({
  '&': {
    height: '100%',
    fontSize: '13px',
    backgroundColor: 'transparent',
    color: 'var(--mantine-color-text)',
  },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--mantine-font-family-monospace)', lineHeight: '1.6' },
  '.cm-content': { padding: '10px 0', caretColor: 'var(--mantine-color-text)' },
  '.cm-cursor': { borderLeftColor: 'var(--mantine-color-text)' },
  '.cm-gutters': {
    backgroundColor: 'transparent',
    color: 'var(--mantine-color-dimmed)',
    border: 'none',
    paddingLeft: '4px',
  },
  '.cm-activeLine': { backgroundColor: 'light-dark(rgb(35 33 30 / 3%), rgb(255 255 255 / 3%))' },
  '.cm-activeLineGutter': { backgroundColor: 'transparent', color: 'var(--mantine-color-text)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'light-dark(rgb(29 99 84 / 16%), rgb(103 172 149 / 28%))',
  },
  '&.cm-focused .cm-matchingBracket': {
    backgroundColor: 'light-dark(rgb(29 99 84 / 14%), rgb(103 172 149 / 24%))',
  },
  '.cm-foldPlaceholder': {
    backgroundColor: 'light-dark(var(--mantine-color-gray-2), var(--mantine-color-dark-5))',
    border: 'none',
    color: 'var(--mantine-color-dimmed)',
    padding: '0 6px',
  },
  '.cm-tooltip': {
    backgroundColor: 'var(--platen-raised)',
    border: `1px solid ${LINE}`,
    borderRadius: '8px',
    boxShadow: 'var(--mantine-shadow-md)',
    overflow: 'hidden',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { fontFamily: 'var(--mantine-font-family)', maxHeight: '16em' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '4px 10px', lineHeight: '1.5' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': {
    backgroundColor: 'light-dark(var(--mantine-color-pine-1), rgb(103 172 149 / 22%))',
    color: 'var(--mantine-color-text)',
  },
  '.cm-completionDetail': { fontStyle: 'normal', color: 'var(--mantine-color-dimmed)', marginLeft: '14px' },
  '.cm-completionMatchedText': { textDecoration: 'none', fontWeight: '600' },
  '.cm-tooltip.cm-completionInfo': {
    padding: '8px 12px',
    whiteSpace: 'pre-line',
    fontFamily: 'var(--mantine-font-family)',
    maxWidth: '320px',
    overflow: 'auto',
  },
  '.cm-diagnostic': { padding: '6px 12px', borderLeft: 'none', fontFamily: 'var(--mantine-font-family)' },
  '.cm-panels': { backgroundColor: 'var(--platen-canvas)', color: 'inherit', borderColor: LINE },
  '.cm-panel.cm-search': { padding: '8px 10px', fontFamily: 'var(--mantine-font-family)' },
  '.cm-textfield': {
    backgroundColor: 'var(--platen-raised)',
    border: `1px solid ${LINE}`,
    borderRadius: '6px',
    padding: '3px 8px',
    fontSize: '13px',
  },
  '.cm-button': {
    backgroundImage: 'none',
    backgroundColor: 'var(--platen-raised)',
    border: `1px solid ${LINE}`,
    borderRadius: '6px',
    fontSize: '13px',
  },
  '.cm-lintRange-info': {
    backgroundImage: 'none',
    textDecoration: 'underline dotted light-dark(#8a8378, #8b8880)',
    textUnderlineOffset: '3px',
  },
  '.cm-lint-marker': { width: '0.8em', height: '0.8em', marginTop: '0.3em' },
  '.cm-picture': {
    display: 'inline-block',
    padding: '0 8px',
    borderRadius: '6px',
    fontFamily: 'var(--mantine-font-family)',
    fontSize: '12px',
    lineHeight: '1.5',
    backgroundColor: 'light-dark(var(--mantine-color-gray-2), var(--mantine-color-dark-5))',
    color: 'var(--mantine-color-dimmed)',
    cursor: 'default',
    textIndent: '0',
  },
});

const colours = HighlightStyle.define([
  { tag: tags.propertyName, color: 'light-dark(#175446, #8abfad)' },
  { tag: tags.string, color: 'light-dark(#8a4b12, #e0b078)' },
  { tag: tags.number, color: 'light-dark(#3a5ba0, #9db7ea)' },
  { tag: [tags.bool, tags.null], color: 'light-dark(#8b2f6b, #dc9ac8)' },
  { tag: [tags.separator, tags.squareBracket, tags.brace], color: 'var(--mantine-color-dimmed)' },
  { tag: tags.invalid, color: 'var(--mantine-color-error)' },
]);

export const look = [theme, syntaxHighlighting(colours)];
