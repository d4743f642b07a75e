/**
 * boundParts :: package + parts that have been read → programs of the XML parts that controls are bound to
 *
 * Word fills a bound control from its XML part when it opens the document (ECMA-376 §17.5.2.6). So that what was rendered
 * stays, either the binding goes or the part says the same: it does where the control stands in no block and the path of
 * its binding leads to one element.
 */
import type { DocxPackage } from '../../../ooxml/docx.ts';
import { childOf, descendantsOf, elementsOf, type XmlElement } from '../../../ooxml/xml.ts';
import { isSelfClosed } from '../../../ooxml/xml-markup.ts';
import { spanAt } from '../../lex/source-order.ts';
import type { Tag } from '../../parse/tag.ts';
import type { Op, PartProgram } from '../../program.ts';
import { boundOp } from '../build/controls.ts';
import type { TemplateBuild } from '../context.ts';
import type { TaggedPart } from './header-scope.ts';

export const boundParts = (
  docx: DocxPackage,
  parts: readonly TaggedPart[],
  template: TemplateBuild,
): PartProgram[] => {
  const changes = new Map<string, Map<XmlElement, Op>>();
  let stores: ReadonlyMap<string, string> | undefined;
  for (const { read } of parts) {
    for (const tag of read.tags) {
      const control = read.around.has(tag) ? undefined : controlOf(tag);
      const binding = childOf(childOf(control, 'w:sdtPr'), 'w:dataBinding');
      if (control === undefined || binding === undefined || tag.tree === undefined) continue;
      stores ??= storesOf(docx);
      const part = stores.get((binding.attribute('w:storeItemID') ?? '').toLowerCase());
      const element =
        part === undefined ? undefined : find(docx.xml(part), binding.attribute('w:xpath') ?? '');
      if (part === undefined || element === undefined) continue;
      const known = changes.get(part) ?? new Map<XmlElement, Op>();
      changes.set(part, known);
      // Of two controls on one element the last would win in Word, too; both have the value of the first here.
      if (!known.has(element)) known.set(element, boundOp(control, tag.tree, template.tagRef(tag.where)));
      template.bound.add(control);
    }
  }
  return [...changes].map(([name, elements]) => ({
    name,
    role: 'flat',
    ops: written(docx.text(name), elements),
    runs: [],
  }));
};

const controlOf = ({ command, token }: Tag): XmlElement | undefined => {
  if ((command.type !== 'value' && command.type !== 'check') || token === undefined) return undefined;
  let at: XmlElement | undefined = spanAt(token.start)?.run;
  while (at !== undefined && at.name !== 'w:sdt') at = at.parent;
  return at;
};

/** The XML parts of the document by their ids. */
const storesOf = (docx: DocxPackage): Map<string, string> => {
  const stores = new Map<string, string>();
  for (const { part } of docx.relationshipsOf(docx.mainPart).filter(({ kind }) => kind === 'customXml')) {
    if (part === undefined || !docx.has(part)) continue;
    const properties = docx.relationshipsOf(part).find(({ kind }) => kind === 'customXmlProps')?.part;
    if (properties === undefined || !docx.has(properties)) continue;
    const id = docx.xml(properties).attribute('ds:itemID');
    if (id !== undefined) stores.set(id.toLowerCase(), part);
  }
  return stores;
};

const STEP = /^(?:[\w.-]+:)?([\w.-]+|\*)(?:\[(\d+)\])?$/;
const localName = ({ rawName }: XmlElement): string => rawName.slice(rawName.indexOf(':') + 1);

/** The paths that Word writes: names and numbers. Undefined for all others, and where the element holds elements. */
const find = (root: XmlElement, path: string): XmlElement | undefined => {
  const [first, ...steps] = path.replace(/^\//, '').split('/');
  const [, name, number = '1'] = STEP.exec(first ?? '') ?? [];
  if ((name !== '*' && name !== localName(root)) || number !== '1') return undefined;
  let at: XmlElement | undefined = root;
  for (const step of steps) {
    const [, wanted, index = '1'] = STEP.exec(step) ?? [];
    if (wanted === undefined) return undefined;
    const alike: XmlElement[] = elementsOf(at).filter(
      (child) => wanted === '*' || localName(child) === wanted,
    );
    at = alike[Number(index) - 1];
    if (at === undefined) return undefined;
  }
  return [...descendantsOf(at)].length === 0 ? at : undefined;
};

const written = (source: string, elements: ReadonlyMap<XmlElement, Op>): Op[] => {
  const ops: Op[] = [];
  let from = 0;
  for (const [element, op] of [...elements].sort(([a], [b]) => a.start - b.start)) {
    const open = source.slice(element.start, element.openEnd).replace(/\s*\/>$/, '>');
    ops.push(source.slice(from, element.start) + open, op);
    if (isSelfClosed(element)) ops.push(`</${element.rawName}>`);
    from = isSelfClosed(element) ? element.end : element.closeStart;
  }
  return [...ops, source.slice(from)];
};
