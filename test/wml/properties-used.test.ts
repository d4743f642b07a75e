/**
 * What is read is laid out. A property that the readers put into the model and nobody asks for is drawn wrongly in silence: it
 * has to be laid out, or be reported by its reader (`findings.note`), or not be read, with the reason beside it.
 */
import { resolve } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';

/** Members that are asked for in ways that a search for their names does not see. */
const ASKED_OTHERWISE: Readonly<Record<string, string>> = {
  'Section.headers': 'parts by their ids; readDocument makes BodySection.headers of them',
  'Section.footers': 'as its headers',
  'Settings.gutterAtTop': 'readDocument makes it part of the margins',
  'Settings.complexScript': 'readDocument chooses the theme’s fonts by it',
  'Settings.showsBackground': 'readDocument leaves the colour of pages away without it',
  'ChartSeries.order': 'series are sorted by it as they are read',
  'MathDefaults.stackedIntegrals': 'spread into the settings of a formula',
  'MathDefaults.stackedOthers': 'spread into the settings of a formula',
  'MathDefaults.smallFractions': 'spread into the settings of a formula',
};

/** Of these, every member; nested ones (`margins.top`) are their owner's. */
const INTERFACES: ReadonlySet<string> = new Set(
  (
    'ParagraphProperties Frame LineSpacing TabStop RunProperties Underline TableProperties TablePlacement TableLook ' +
    'RowProperties CellProperties Section LineNumbering NoteSettings Settings Hyphenation MathDefaults ListLevel ListInstance ' +
    'Drawing Anchor AxisPlace ShapeText BreakInline FieldInline NoteInline SymbolInline PositionTabInline MathInline ' +
    'Chart ChartTitle ChartLegend ChartGroup ChartSeries ChartMarker ChartPoint ChartAxis DataLabels LabelContent ' +
    'Trendline ErrorBars NumberData Categories ManualLayout'
  ).split(' '),
);

/** Resolves what styles and lists say into what holds: whatever it asks for acts. */
const RESOLVER = '/src/wml/cascade.ts';

const unasked = (): readonly string[] => {
  const config = ts.getParsedCommandLineOfConfigFile(
    'tsconfig.json',
    { types: [], skipLibCheck: true },
    { ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => undefined },
  );
  const program = ts.createProgram([resolve('src/layout/layout-document.ts')], config?.options ?? {});
  const checker = program.getTypeChecker();
  const members = new Map<ts.Node, string>();
  const asked = new Set<ts.Node>();
  const ask = (type: ts.Type, name: string): void => {
    for (const one of type.isUnion() ? type.types : [type])
      for (const declaration of one.getProperty(name)?.declarations ?? []) asked.add(declaration);
  };
  const declare = (node: ts.Node): void => {
    if (ts.isInterfaceDeclaration(node) && INTERFACES.has(node.name.text))
      for (const member of node.members)
        if (ts.isPropertySignature(member)) members.set(member, `${node.name.text}.${member.name.getText()}`);
    ts.forEachChild(node, declare);
  };
  const use = (node: ts.Node): void => {
    if (ts.isPropertyAccessExpression(node))
      ask(checker.getNonNullableType(checker.getTypeAtLocation(node.expression)), node.name.text);
    else if (ts.isElementAccessExpression(node)) {
      const key = checker.getTypeAtLocation(node.argumentExpression);
      const owner = checker.getNonNullableType(checker.getTypeAtLocation(node.expression));
      for (const one of key.isUnion() ? key.types : [key]) if (one.isStringLiteral()) ask(owner, one.value);
    } else if (ts.isBindingElement(node) && ts.isObjectBindingPattern(node.parent))
      ask(checker.getTypeAtLocation(node.parent), (node.propertyName ?? node.name).getText());
    ts.forEachChild(node, use);
  };
  for (const file of program.getSourceFiles()) {
    if (file.fileName.includes('/src/wml/')) declare(file);
    if (file.fileName.includes('/src/layout/') || file.fileName.endsWith(RESOLVER)) use(file);
  }
  return [...members].filter(([member]) => !asked.has(member)).map(([, name]) => name);
};

/** The compiler reads all of layout: five seconds of processor time, of which a busy machine gives few. */
const PATIENCE = 180_000;

test('every property that is read is asked for', { timeout: PATIENCE }, () => {
  expect(unasked().toSorted()).toEqual(Object.keys(ASKED_OTHERWISE).toSorted());
});
