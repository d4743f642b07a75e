/**
 * withNamedControls :: package → the same with tags in its controls
 *
 * A content control or form field is filled by the tag that is its name in Word (`{customer.name}`) and, where whoever
 * uploads the template says so, by any name. The tag is put where the control shows its text; from there on it is one
 * like others. Controls that hold tags already are left as they are.
 */
import type { DocxPackage } from '../../ooxml/docx.ts';
import {
  childOf,
  descendantsOf,
  elementsOf,
  escapeAttribute,
  escapeText,
  parseXml,
  textContent,
  type XmlElement,
} from '../../ooxml/xml.ts';
import { XmlEdits } from '../../ooxml/xml-edits.ts';
import { isSelfClosed } from '../../ooxml/xml-markup.ts';
import { DELIMITERS, type Delimiter, type DelimiterName } from '../delimiters.ts';
import { isGuid } from '../lex/scan.ts';
import { fieldsOf } from '../word/field-marks.ts';
import { storyParts } from './parts/part-list.ts';

export const withNamedControls = (docx: DocxPackage, delimiter: DelimiterName, all: boolean): DocxPackage => {
  const changed = new Map<string, { readonly text: string; root?: XmlElement }>();
  for (const { name } of storyParts(docx)) {
    const source = docx.text(name);
    if (!source.includes('sdtPr') && !source.includes('ffData')) continue;
    const text = named(source, docx.xml(name), DELIMITERS[delimiter], all);
    if (text !== undefined) changed.set(name, { text });
  }
  if (changed.size === 0) return docx;
  return {
    ...docx,
    text: (part) => changed.get(part)?.text ?? docx.text(part),
    xml: (part, repeated) => {
      const known = changed.get(part);
      if (known === undefined) return docx.xml(part, repeated);
      known.root ??= parseXml(known.text, docx.limits);
      return known.root;
    },
  };
};

const named = (source: string, root: XmlElement, delimiter: Delimiter, all: boolean): string | undefined => {
  const edits = new XmlEdits(source);
  const naming: Naming = { source, edits, delimiter, all, count: 0 };
  for (const control of descendantsOf(root)) if (control.name === 'w:sdt') nameControl(naming, control);
  nameFields(naming, root);
  return naming.count === 0 ? undefined : edits.text(0, source.length);
};

interface Naming {
  readonly source: string;
  readonly edits: XmlEdits;
  readonly delimiter: Delimiter;
  readonly all: boolean;
  count: number;
}

const PATH = /^[\p{L}_][\p{L}\p{N}_]*(?:\.[\p{L}_][\p{L}\p{N}_]*)*$/u;
const WORDS = /^[\p{L}_][\p{L}\p{N}_]*(?: [\p{L}\p{N}_]+)+$/u;

/** What stands in a tag for a name; `END` and its kind would be commands. */
const expressionOf = (name: string): string =>
  (PATH.test(name) && name !== name.toUpperCase()) || WORDS.test(name)
    ? name
    : `this[${JSON.stringify(name)}]`;

/** What is inside the tag: that of a name that is one, or the name itself. */
const innerOf = ({ delimiter, all }: Naming, names: readonly (string | undefined)[]): string | undefined => {
  const { open, close } = delimiter;
  const given = names.map((name) => name?.trim() ?? '').filter((name) => name !== '');
  for (const name of given)
    if (name.startsWith(open) && name.endsWith(close) && name.length > open.length + close.length) {
      const inner = name.slice(open.length, -close.length).trim();
      if (!isGuid(inner)) return inner;
    }
  // The templates of Word's own gallery say in the name what a person is to write: "Enter street address:".
  const plain = given.find((name) => !name.endsWith(':') && !name.includes(open));
  return all && plain !== undefined ? expressionOf(plain) : undefined;
};

/** What Word itself fills, or what holds other controls. */
const NOT_FILLED = [
  'w:docPartObj',
  'w:docPartList',
  'w:citation',
  'w:bibliography',
  'w:equation',
  'w:group',
  'w15:repeatingSectionItem',
];

const nameControl = (naming: Naming, control: XmlElement): void => {
  const properties = childOf(control, 'w:sdtPr');
  const content = childOf(control, 'w:sdtContent');
  if (properties === undefined || content === undefined) return;
  const has = (name: string): boolean => childOf(properties, name) !== undefined;
  if (NOT_FILLED.some(has)) return;
  const value = (name: string): string | undefined => childOf(properties, name)?.attribute('w:val');
  // A check box whose name is a tag is read as it is.
  const isBox = has('w14:checkbox');
  const inner = innerOf(naming, [value('w:tag'), value('w:alias')]);
  if (inner === undefined || (isBox && !naming.all)) return;
  if (has('w15:repeatingSection')) {
    repeatItems(naming, content, inner);
    plainNames(naming, properties);
    return;
  }
  const isContainer = [...descendantsOf(content)].some(({ name }) => name === 'w:sdt' || name === 'w:tbl');
  if (isContainer || textContent(content).includes(naming.delimiter.open)) return;
  if (has('w:picture')) describePicture(naming, content, inner);
  else fillText(naming, content, properties, inner);
  plainNames(naming, properties);
};

/** A name that was the tag is none any more. */
const plainNames = ({ edits, delimiter: { open, close } }: Naming, properties: XmlElement): void => {
  for (const name of ['w:tag', 'w:alias'].flatMap((one) => childOf(properties, one) ?? [])) {
    const text = name.attribute('w:val')?.trim() ?? '';
    if (text.startsWith(open) && text.endsWith(close))
      edits.attribute(name, 'w:val', text.slice(open.length, -close.length).trim());
  }
};

const tagMarkup = ({ delimiter: { open, close } }: Naming, inner: string): string =>
  escapeText(`${open}${inner}${close}`);

/** The first paragraph and the first run keep their looks, but not that of a placeholder. */
const fillText = (naming: Naming, content: XmlElement, properties: XmlElement, inner: string): void => {
  const { source, edits } = naming;
  const inside = [...descendantsOf(content)];
  const isPlaceholder = childOf(properties, 'w:showingPlcHdr') !== undefined;
  const run = inside.find(({ name }) => name === 'w:r');
  const look = isPlaceholder ? childOf(properties, 'w:rPr') : childOf(run, 'w:rPr');
  const markup = look === undefined ? '' : source.slice(look.start, look.end);
  const text = `<w:r>${markup}<w:t xml:space="preserve">${tagMarkup(naming, inner)}</w:t></w:r>`;
  const paragraphs = inside.filter(({ name }) => name === 'w:p');
  const [first] = paragraphs;
  naming.count += 1;
  if (first === undefined) {
    const open = source.slice(content.start, content.openEnd).replace(/\s*\/>$/, '>');
    edits.replace(content.start, content.end, `${open}${text}</${content.rawName}>`);
    return;
  }
  const pPr = childOf(first, 'w:pPr');
  const own = pPr === undefined ? '' : source.slice(pPr.start, pPr.end);
  edits.replace(first.start, first.end, `<w:p>${own}${text}</w:p>`);
  for (const other of paragraphs.slice(1)) edits.replace(other.start, other.end, '');
};

const describePicture = (naming: Naming, content: XmlElement, inner: string): void => {
  const described = [...descendantsOf(content)].find(({ name }) => name === 'wp:docPr');
  if (described === undefined) return;
  const text = escapeAttribute(`${naming.delimiter.open}IMAGE ${inner}${naming.delimiter.close}`);
  naming.count += 1;
  if (described.attribute('descr') !== undefined)
    naming.edits.attribute(
      described,
      'descr',
      `${naming.delimiter.open}IMAGE ${inner}${naming.delimiter.close}`,
    );
  else naming.edits.insert(described.start + 1 + described.rawName.length, ` descr="${text}"`);
};

/** The first item repeats, and the others were those of whoever filled it in last. */
const repeatItems = (naming: Naming, content: XmlElement, inner: string): void => {
  const items = elementsOf(content, 'w:sdt').filter(
    (item) => childOf(childOf(item, 'w:sdtPr'), 'w15:repeatingSectionItem') !== undefined,
  );
  const [first] = items;
  if (first === undefined) return;
  const { open, close } = naming.delimiter;
  const around = (tag: string): string => {
    const paragraph = `<w:p><w:r><w:t>${escapeText(`${open}${tag}${close}`)}</w:t></w:r></w:p>`;
    const inside = elementsOf(childOf(first, 'w:sdtContent') ?? first).map(({ name }) => name);
    if (inside.includes('w:tr')) return `<w:tr><w:tc>${paragraph}</w:tc></w:tr>`;
    return inside.includes('w:p') || inside.includes('w:tbl')
      ? paragraph
      : paragraph.slice('<w:p>'.length, -'</w:p>'.length);
  };
  naming.edits.insert(first.start, around(`#each ${inner}`));
  naming.edits.insert(first.end, around('/each'));
  for (const other of items.slice(1)) naming.edits.replace(other.start, other.end, '');
  naming.count += 1;
};

/** Form fields of old (ECMA-376 §17.16.17): text in the result, states where an edit finds the tag in the status line. */
const nameFields = (naming: Naming, root: XmlElement): void => {
  for (const field of fieldsOf(root)) {
    const data = childOf(field.begin, 'w:ffData');
    if (data === undefined) continue;
    const value = (name: string): string | undefined => childOf(data, name)?.attribute('w:val');
    const inner = innerOf(naming, [value('w:statusText'), value('w:helpText'), value('w:name')]);
    if (inner === undefined) continue;
    if (childOf(data, 'w:textInput') !== undefined) fillField(naming, field.texts, field.separate, inner);
    else stateTag(naming, data, inner);
  }
};

const fillField = (
  naming: Naming,
  texts: readonly XmlElement[],
  separate: XmlElement | undefined,
  inner: string,
): void => {
  if (texts.some((text) => textContent(text).includes(naming.delimiter.open))) return;
  const [first, ...others] = texts;
  const markup = tagMarkup(naming, inner);
  naming.count += 1;
  if (first === undefined) {
    const run = separate?.parent;
    if (run !== undefined) naming.edits.insert(run.end, `<w:r><w:t>${markup}</w:t></w:r>`);
    return;
  }
  naming.edits.replace(first.start, first.end, `<w:t xml:space="preserve">${markup}</w:t>`);
  for (const other of others) naming.edits.replace(other.start, other.end, '');
};

const stateTag = (naming: Naming, data: XmlElement, inner: string): void => {
  const { open, close } = naming.delimiter;
  const status = childOf(data, 'w:statusText');
  if (status?.attribute('w:val')?.includes(open) === true) return;
  naming.count += 1;
  if (status !== undefined) {
    naming.edits.attribute(status, 'w:val', `${open}${inner}${close}`);
    return;
  }
  const before = childOf(data, 'w:checkBox') ?? childOf(data, 'w:ddList');
  const markup = `<w:statusText w:type="text" w:val="${escapeAttribute(`${open}${inner}${close}`)}"/>`;
  if (before !== undefined && !isSelfClosed(data)) naming.edits.insert(before.start, markup);
};
