/** writeSite :: a tag that includes something, what it is → the change to the part that the tag stands in */
import type { Problem } from '../../errors.ts';
import {
  childOf,
  descendantsOf,
  elementsOf,
  escapeText,
  textContent,
  type XmlElement,
} from '../../ooxml/xml.ts';
import type { XmlEdits } from '../../ooxml/xml-edits.ts';
import { HAIRLINE, RANGE_MARKS } from '../../wml/elements.ts';
import { isDrawingText } from '../compile/parts/drawing-texts.ts';
import { DELIMITERS, type DelimiterName } from '../delimiters.ts';
import type { Token } from '../lex/lex.ts';
import { includedCase, includedOthers, joinedTranslations } from '../parse/include-command.ts';
import { FILLED_ATTRIBUTES } from '../word/filled-attributes.ts';
import type { HostDocument } from './host-document.ts';
import type { IncludedDocument, Piece, PiecePlace } from './piece.ts';
import type { JoinedPrelude } from './prelude-parts.ts';
import type { IncludeSite } from './sites.ts';

/** What a tag includes, or may include where data choose: then by its id. */
export interface Chosen {
  readonly id?: string;
  readonly document: IncludedDocument;
}

interface SiteOrder {
  readonly host: HostDocument;
  readonly site: IncludeSite;
  readonly delimiter: DelimiterName;
  readonly chosen: readonly Chosen[];
  readonly problems: Problem[];
  take(document: IncludedDocument, place: PiecePlace): Piece;
}

export const writeSite = (order: SiteOrder): void => {
  const { host, site, delimiter, chosen, problems, take } = order;
  const { tag, command, isAlone, part } = site;
  const { token, where } = tag;
  if (token === undefined) return;
  const refuse = (message: string, hint: string): void => {
    problems.push({ code: 'include_failed', message, hint, ...where });
  };
  if (token.through.length > 0) {
    refuse(`${where.tag} runs over several paragraphs.`, 'Write the tag in one paragraph.');
    return;
  }
  const paragraph = token.start.paragraph.element;
  const marks = DELIMITERS[delimiter];
  const tagText = (inner: string): string => `${marks.open}${inner}${marks.close}`;
  const place: PiecePlace = {
    part,
    inBody: isAlone && paragraph.parent?.name === 'w:body' && site.role === 'document',
    takesNotes: site.role === 'document' && !isInBox(paragraph),
    delimiter,
    keepsSource: command.keepsSource === true,
    ...(command.with !== undefined && {
      scope: {
        open: paragraphOf(tagText(`#with ${command.with}`)),
        close: paragraphOf(tagText('/with')),
      },
    }),
  };
  if (chosen.some(({ document }) => hasTagsBeside(document, delimiter)))
    refuse(
      `What ${where.tag} includes has tags in descriptions, links, charts or field codes, between other marks than this template's.`,
      'Upload both templates with the same delimiter.',
    );
  const pieces = chosen.map(({ id, document }) => ({ id, piece: take(document, place) }));
  const opening = (id: string | undefined): string[] => [
    ...(id === undefined ? [] : [tagText(includedCase(command.of, id, command.source ?? ''))]),
    ...(command.with === undefined ? [] : [tagText(`#with ${command.with}`)]),
  ];
  const closing = (id: string | undefined): string[] => [
    ...(command.with === undefined ? [] : [tagText('/with')]),
    ...(id === undefined ? [] : [tagText('/if')]),
  ];
  const ids = pieces.flatMap(({ id }) => (id === undefined ? [] : [id]));
  const others =
    command.source === undefined ? [] : [tagText(includedOthers(command.of, ids, command.source))];
  for (const { piece } of pieces) {
    if (piece.leftNotes)
      refuse(
        `What ${where.tag} includes has notes, which can't stand in a ${site.role === 'document' ? 'text box' : site.role}.`,
        'Take the notes out of what is included, or include it in the text itself.',
      );
    if (!isAlone && piece.inline === undefined)
      refuse(
        `${where.tag} stands in a line, and what it includes has ${piece.count} paragraphs or tables.`,
        'Give the tag a paragraph of its own, or include a template of a single paragraph.',
      );
  }
  const edits = host.editsOf(part);
  if (!isAlone) {
    const inline = [
      ...pieces.flatMap(({ id, piece }) => [
        ...opening(id).map(runOf),
        piece.inline ?? '',
        ...closing(id).map(runOf),
      ]),
      ...others.map(runOf),
    ];
    insertInline(edits, host.docx.text(part), token, inline.join(''));
    return;
  }
  const blocks = [
    ...pieces.flatMap(({ id, piece }) => [
      ...opening(id).map(paragraphOf),
      piece.hasSections ? sectionBefore(host, part, paragraph) : '',
      piece.startsWithTable && neighbour(paragraph, -1)?.name === 'w:tbl' ? GAP : '',
      piece.blocks,
      piece.endsWithTable && neighbour(paragraph, 1)?.name !== 'w:p' ? GAP : '',
      ...closing(id).map(paragraphOf),
    ]),
    ...others.map(paragraphOf),
  ];
  replaceParagraph(edits, host.docx.text(part), token, blocks.join(''));
};

/** Tags outside of the text keep their marks, and would not be read between others. */
const hasTagsBeside = ({ docx, delimiter: own }: IncludedDocument, delimiter: DelimiterName): boolean => {
  if (own === undefined || own === delimiter) return false;
  const { open } = DELIMITERS[own];
  const isTagged = (text: string | undefined): boolean => text?.includes(open) === true;
  const related = docx.relationshipsOf(docx.mainPart);
  if (related.some(({ target }) => isTagged(decoded(target)))) return true;
  for (const { kind, part } of related)
    if (kind === 'chart' && part !== undefined && docx.has(part))
      for (const element of descendantsOf(docx.xml(part)))
        if (isDrawingText(element) && isTagged(textContent(element))) return true;
  for (const element of descendantsOf(docx.xml(docx.mainPart))) {
    if (element.name === 'w:instrText' && isTagged(textContent(element))) return true;
    if (FILLED_ATTRIBUTES[element.name]?.some((name) => isTagged(element.attribute(name)))) return true;
  }
  return false;
};

const decoded = (target: string): string => {
  try {
    return decodeURI(target);
  } catch {
    return target;
  }
};

/** In one paragraph, which shows nothing and goes. */
export const writePrelude = (
  host: HostDocument,
  delimiter: DelimiterName,
  { definitions, translations }: JoinedPrelude,
): void => {
  const { open, close } = DELIMITERS[delimiter];
  const tags = [
    ...definitions.map((source) => `SET ${source}`),
    ...(translations === undefined ? [] : joinedTranslations(translations)),
  ].map((inner) => `${open}${inner}${close}`);
  const { docx } = host;
  const body = childOf(docx.xml(docx.mainPart), 'w:body');
  if (body !== undefined) host.editsOf(docx.mainPart).insert(body.openEnd, paragraphOf(tags.join('')));
};

const GAP = `<w:p><w:pPr>${HAIRLINE}</w:pPr></w:p>`;

const runOf = (text: string): string => `<w:r><w:t xml:space="preserve">${escapeText(text)}</w:t></w:r>`;
const paragraphOf = (text: string): string => `<w:p>${runOf(text)}</w:p>`;

const isInBox = (element: XmlElement): boolean => {
  for (let at = element.parent; at !== undefined; at = at.parent)
    if (at.name === 'w:txbxContent') return true;
  return false;
};

const neighbour = (element: XmlElement, step: 1 | -1): XmlElement | undefined => {
  const all = (element.parent === undefined ? [] : elementsOf(element.parent)).filter(
    ({ name }) => !RANGE_MARKS.includes(name) && name !== 'w:bookmarkStart',
  );
  return all[all.indexOf(element) + step];
};

/** Where sections come along, what stands before them keeps its own: it ends here, as the place's section says. */
const sectionBefore = (host: HostDocument, part: string, paragraph: XmlElement): string => {
  const before = neighbour(paragraph, -1);
  const isFirst = before === undefined || childOf(childOf(before, 'w:pPr'), 'w:sectPr') !== undefined;
  const body = paragraph.parent;
  if (isFirst || body === undefined) return '';
  const section = [...descendantsOf(body)].find(
    ({ name, start, parent }) =>
      name === 'w:sectPr' && start > paragraph.start && (parent === body || parent?.name === 'w:pPr'),
  );
  if (section === undefined) return '';
  return `<w:p><w:pPr>${HAIRLINE}${host.docx.text(part).slice(section.start, section.end)}</w:pPr></w:p>`;
};

/** Marks that stand in it stay; what else does is control tags, before and behind. */
const replaceParagraph = (edits: XmlEdits, source: string, token: Token, blocks: string): void => {
  const { paragraph } = token.start;
  const { element, text } = paragraph;
  const beside = [text.slice(0, token.start.at), text.slice(token.end.at)].map((rest) =>
    rest.trim() === '' ? '' : paragraphOf(rest),
  );
  const marks = elementsOf(element)
    .filter(({ name }) => name === 'w:bookmarkStart' || name === 'w:bookmarkEnd')
    .map(({ start, end }) => source.slice(start, end))
    .join('');
  const section = childOf(childOf(element, 'w:pPr'), 'w:sectPr');
  const end =
    section === undefined
      ? ''
      : `<w:p><w:pPr>${HAIRLINE}${source.slice(section.start, section.end)}</w:pPr></w:p>`;
  edits.replace(element.start, element.end, `${beside[0]}${marks}${blocks}${beside[1]}${end}`);
};

/** The run that the tag begins in is ended before what comes, and begun again behind it. */
const insertInline = (edits: XmlEdits, source: string, token: Token, inline: string): void => {
  const { paragraph, at: from } = token.start;
  const to = token.end.at;
  for (const span of paragraph.spans) {
    if (span.to <= from || span.from >= to) continue;
    const { node, owner, run, cut } = span;
    const isFirst = from >= span.from;
    if (node.kind !== 'text') {
      edits.replace(node.start, node.end, isFirst ? between(source, run, inline) : '');
      continue;
    }
    const offset = (at: number): number => cut + Math.max(0, Math.min(at, span.to) - span.from);
    const before = escapeText(node.text.slice(0, offset(from)));
    const behind = escapeText(node.text.slice(offset(to)));
    const middle = isFirst
      ? `</${owner.rawName}>${between(source, run, inline)}<${owner.rawName} xml:space="preserve">`
      : '';
    edits.replace(node.start, node.end, before + middle + behind);
    if (isFirst && owner.attribute('xml:space') === undefined)
      edits.insert(owner.start + 1 + owner.rawName.length, ' xml:space="preserve"');
  }
};

const between = (source: string, run: XmlElement, inline: string): string => {
  const properties = childOf(run, 'w:rPr');
  const look = properties === undefined ? '' : source.slice(properties.start, properties.end);
  return `</${run.rawName}>${inline}<${run.rawName}>${look}`;
};
