/** What is being written at a place of the JSON text, and what is proposed there. `|` is the cursor. */
import { CompletionContext } from '@codemirror/autocomplete';
import { json } from '@codemirror/lang-json';
import { ensureSyntaxTree } from '@codemirror/language';
import { EditorState } from '@codemirror/state';
import { describe, expect, it } from 'vitest';
import { completeFrom } from '../../src/console/screens/workspace/editor/complete.ts';
import { placeAt } from '../../src/console/screens/workspace/editor/json-place.ts';
import { shapeOf } from '../../src/console/screens/workspace/shape/shape.ts';
import { writePath } from '../../src/data-check/paths.ts';
import { inspectionOf } from './inspections.ts';

const stateOf = (marked: string): { state: EditorState; at: number } => {
  const at = marked.indexOf('|');
  const state = EditorState.create({ doc: marked.replace('|', ''), extensions: [json()] });
  ensureSyntaxTree(state, state.doc.length, 1000);
  return { state, at };
};

describe('the place of the cursor', () => {
  it.each([
    ['{|}', 'name', '', ''],
    ['{"|"}', 'name', '', '""'],
    ['{"na|me": 1}', 'name', '', '"name"'],
    ['{"a": 1, "b|"}', 'name', '', '"b"'],
    ['{"a": 1, |}', 'name', '', ''],
    ['{"a": {"b": 1, "c|"}}', 'name', 'a', '"c"'],
    ['{"a": |}', 'value', 'a', ''],
    ['{"a": "x|"}', 'value', 'a', '"x"'],
    ['{"a": tr|}', 'value', 'a', 'tr'],
    ['{"a": "with, comma|"}', 'value', 'a', '"with, comma"'],
    ['{"list": [|]}', 'value', 'list[]', ''],
    ['{"list": [{"a": 1}, {"|"}]}', 'name', 'list[]', '""'],
    ['{"list": [{"a": |}]}', 'value', 'list[].a', ''],
    ['{\n  "a": 1,\n  |\n  "b": 2\n}', 'name', '', ''],
    ['{"odd name": {"|"}}', 'name', '["odd name"]', '""'],
    ['{"a": 1}|', undefined, undefined, undefined],
    ['|{"a": 1}', undefined, undefined, undefined],
  ])('%s', (marked, role, path, replaced) => {
    const { state, at } = stateOf(marked);
    const place = placeAt(state, at);
    expect(place?.role).toBe(role);
    expect(place && writePath(place.steps)).toBe(path);
    expect(place && state.sliceDoc(place.from, place.to)).toBe(replaced);
  });
});

describe('proposals', () => {
  const inspection = inspectionOf(
    '{customer.name}{FOR x IN items}{$x.price | number}{$x.on | date}{END-FOR x}',
  );
  const source = completeFrom(shapeOf(inspection), inspection.sample);
  const proposed = (marked: string): string[] | undefined => {
    const { state, at } = stateOf(marked);
    return source(new CompletionContext(state, at, true))?.options.map(
      ({ displayLabel }) => displayLabel ?? '',
    );
  };

  it('are the names that the object lacks', () => {
    expect(proposed('{|}')).toEqual(['customer', 'items']);
    expect(proposed('{"customer": {}, "|"}')).toEqual(['items']);
    expect(proposed('{"items": [{"price": 1, "|"}]}')).toEqual(['on']);
    expect(proposed('{"items": [{"pri|ce": 1}]}')).toEqual(['price', 'on']);
  });

  it('are values that fit, and nothing where no tag reads', () => {
    expect(proposed('{"items": |}')?.[0]).toMatch(/^\[\{/);
    expect(proposed('{"items": [{"on": |}]}')?.[0]).toMatch(/^"\d{4}-\d\d-\d\d"$/);
    expect(proposed('{"unknown": |}')).toBeUndefined();
    expect(proposed('{"unknown": {"|"}}')).toBeUndefined();
  });
});
