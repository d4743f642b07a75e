/**
 * checkBoxes :: part → its check-box controls whose state a tag tells ([MS-DOCX], w14:checkbox)
 *
 * The tag stands in the control, or is its tag or title in Word. The value decides the state, which comes first in the
 * markup, and the sign, which must say the same: Word writes either of the control's two signs itself.
 */
import { childOf, descendantsOf, elementsOf, escapeAttribute, type XmlElement } from '../../../ooxml/xml.ts';
import { openTag } from '../../../ooxml/xml-markup.ts';
import { DELIMITERS } from '../../delimiters.ts';
import { spanAt } from '../../lex/source-order.ts';
import type { Reader } from '../../parse/read-tag.ts';
import type { Tag, Where } from '../../parse/tag.ts';
import type { Op } from '../../program.ts';
import { addEdit, type Edit, type TemplateBuild } from '../context.ts';
import { compileFlat } from './flat-text.ts';

/** Where the render remembers the state, by control. */
export type CheckBoxes = ReadonlyMap<XmlElement, number>;

/** What controls with a state are looked for in. */
export interface ControlInput {
  readonly root: XmlElement;
  readonly source: string;
  readonly reader: Reader;
  readonly template: TemplateBuild;
  /** Those in the text of the part. */
  readonly tags: readonly Tag[];
  readonly edits: Map<XmlElement, Edit>;
  where(element: XmlElement): Omit<Where, 'tag'>;
}

/** The check box around an element, where that is the innermost control. */
export const checkBoxAround = (element: XmlElement): XmlElement | undefined => {
  let at: XmlElement | undefined = element;
  while (at !== undefined && at.name !== 'w:sdt') at = at.parent;
  return at !== undefined && boxOf(at) !== undefined ? at : undefined;
};

const boxOf = (control: XmlElement): XmlElement | undefined =>
  childOf(childOf(control, 'w:sdtPr'), 'w14:checkbox');

/** A value in a check box is its state. */
export const asCheck = (tag: Tag): Tag => {
  const run = tag.token === undefined ? undefined : spanAt(tag.token.start)?.run;
  if (tag.command.type !== 'value' || run === undefined || checkBoxAround(run) === undefined) return tag;
  return { ...tag, command: { type: 'check' } };
};

export const findCheckBoxes = (input: ControlInput): { boxes: CheckBoxes; tags: readonly Tag[] } => {
  const boxes = new Map<XmlElement, number>();
  const found: Tag[] = [];
  const tell = (control: XmlElement, tag: Tag): void => {
    const slot = input.template.slot();
    boxes.set(control, slot);
    writeState(input, control, tag, slot);
  };
  for (const tag of input.tags) {
    const run = tag.command.type === 'check' && tag.token !== undefined && spanAt(tag.token.start)?.run;
    const control = run ? checkBoxAround(run) : undefined;
    if (control !== undefined && !boxes.has(control)) tell(control, tag);
  }
  for (const box of descendantsOf(input.root)) {
    const control = box.name === 'w14:checkbox' ? box.parent?.parent : undefined;
    if (control === undefined || boxes.has(control)) continue;
    const tag = tagOfControl(input, control);
    if (tag === undefined) continue;
    found.push(tag);
    tell(control, tag);
    writeSign(input, control, boxes.get(control) ?? 0);
  }
  return { boxes, tags: found };
};

/** Some programs name their controls so. */
const GUID = /^\{[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\}$/i;

const tagOfControl = (input: ControlInput, control: XmlElement): Tag | undefined => {
  const { open, close } = DELIMITERS[input.reader.delimiter];
  const names = ['w:tag', 'w:alias'].flatMap((name) => childOf(childOf(control, 'w:sdtPr'), name) ?? []);
  let tag: Tag | undefined;
  for (const name of names) {
    const text = (name.attribute('w:val') ?? '').trim();
    if (!text.startsWith(open) || GUID.test(text)) continue;
    const reader: Reader = { ...input.reader, problems: [], warnings: [] };
    const flat = compileFlat({
      text,
      as: 'flat',
      where: input.where(name),
      reader,
      template: input.template,
    });
    if (flat?.only?.command.type !== 'value' || reader.problems.length > 0) continue;
    tag ??= flat.only;
    const plain = escapeAttribute(text.slice(open.length, -close.length).trim());
    addEdit(input.edits, name, { attributes: new Map([['w:val', [plain]]]) });
  }
  if (tag === undefined) return undefined;
  // Word would fill it from elsewhere.
  for (const property of elementsOf(childOf(control, 'w:sdtPr') ?? control))
    if (BINDING.has(property.name)) addEdit(input.edits, property, { whole: [] });
  return tag;
};

/** Of a control that holds a tag: Word would overwrite the result. */
export const BINDING: ReadonlySet<string> = new Set(['w:dataBinding', 'w15:dataBinding', 'w:showingPlcHdr']);

const writeState = (
  { source, template, edits }: ControlInput,
  control: XmlElement,
  tag: Tag,
  slot: number,
): void => {
  const box = boxOf(control);
  if (box === undefined || tag.tree === undefined) return;
  const prefix = box.rawName.slice(0, -'checkbox'.length);
  const state: Op = { op: 'check', e: tag.tree, tag: template.tagRef(tag.where), slot };
  const others = elementsOf(box).filter(({ name }) => name !== 'w14:checked');
  addEdit(edits, box, {
    whole: [
      `${openTag(source, box)}<${prefix}checked ${prefix}val="`,
      state,
      `"/>${others.map(({ start, end }) => source.slice(start, end)).join('')}</${box.rawName}>`,
    ],
  });
};

/** In place of the sign that the template shows. */
const writeSign = ({ source, edits }: ControlInput, control: XmlElement, slot: number): void => {
  for (const run of descendantsOf(childOf(control, 'w:sdtContent') ?? control)) {
    if (run.name !== 'w:r' || !elementsOf(run).some(({ name }) => name === 'w:t' || name === 'w:sym'))
      continue;
    addEdit(edits, run, { whole: [signOp(source, control, run, slot)] });
    return;
  }
};

/** The sign with the look of a run. */
export const signOp = (source: string, control: XmlElement, run: XmlElement, slot: number): Op => {
  const box = boxOf(control);
  const sign = (name: string, usual: string): string =>
    signMarkup(
      source,
      run,
      childOf(box, name)?.attribute('w14:font') ?? 'MS Gothic',
      childOf(box, name)?.attribute('w14:val') ?? usual,
    );
  return { op: 'sign', slot, on: sign('w14:checkedState', '2612'), off: sign('w14:uncheckedState', '2610') };
};

/** Where fonts of symbols keep their characters (ECMA-376 §17.3.3.30). */
const SYMBOLS = 0xf000;

const signMarkup = (source: string, run: XmlElement, font: string, code: string): string => {
  const properties = childOf(run, 'w:rPr');
  const own = properties === undefined ? [] : elementsOf(properties);
  const markup = (elements: readonly XmlElement[]): string =>
    elements.map(({ start, end }) => source.slice(start, end)).join('');
  const number = Number.parseInt(code, 16) || 0;
  const name = escapeAttribute(font);
  if (number < 0x100) {
    const character = (SYMBOLS + number).toString(16).toUpperCase();
    const look = own.length === 0 ? '' : `<w:rPr>${markup(own)}</w:rPr>`;
    return `<w:r>${look}<w:sym w:font="${name}" w:char="${character}"/></w:r>`;
  }
  const fonts = `<w:rFonts w:ascii="${name}" w:eastAsia="${name}" w:hAnsi="${name}" w:hint="eastAsia"/>`;
  const style = own.filter((element) => element.name === 'w:rStyle');
  const others = own.filter((element) => element.name !== 'w:rStyle' && element.name !== 'w:rFonts');
  return `<w:r><w:rPr>${markup(style)}${fonts}${markup(others)}</w:rPr><w:t>${String.fromCodePoint(number)}</w:t></w:r>`;
};
