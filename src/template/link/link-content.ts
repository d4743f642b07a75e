/** Content that is not text: pictures, links, rich text, codes. */

import { dataError } from '../../errors.ts';
import { escapeAttribute } from '../../ooxml/xml.ts';
import { type ContentOptions, declaredContent, type Emitted, RichContent } from '../content/content-value.ts';
import { namesOf } from '../content/dialect.ts';
import { emitContent } from '../content/emitters.ts';
import { inShort } from '../content/in-short.ts';
import { readLinkTarget } from '../content/link-emit.ts';
import { replacePicture } from '../content/picture-replace.ts';
import { runText } from '../content/run-text.ts';
import { textOf } from '../expression/values/text.ts';
import { CONTENT, describeKind, isContent, type Value } from '../expression/values/values.ts';
import type { Op, OptionOp, RunInfo } from '../program.ts';
import { partContext } from '../runtime/part-context.ts';
import type { RenderState, Step } from '../runtime/state.ts';
import { type EvaluateIn, type LinkContext, linkTree } from './link-context.ts';

type ContentOp = Extract<Op, { op: 'content' }>;
type PictureOp = Extract<Op, { op: 'picture' }>;
type TargetOp = Extract<Op, { op: 'target' }>;
type CheckOp = Extract<Op, { op: 'check' }>;

export const isRich = (value: Value): boolean => isContent(value) || declaredContent(value) !== undefined;

/** What a value says it is, whether by a formatter or by `_type`. */
const richOf = (value: Value): RichContent | undefined => {
  if (isContent(value)) return new RichContent(value[CONTENT], value.value, value.options);
  return declaredContent(value);
};

export const linkContent = (op: ContentOp | PictureOp | TargetOp, context: LinkContext): Step => {
  switch (op.op) {
    case 'content':
      return linkContentTag(op, context);
    case 'picture':
      return linkPicture(op, context);
    case 'target':
      return linkTarget(op, context);
  }
};

const linkOptions = (
  options: readonly OptionOp[],
  context: LinkContext,
  tag: number,
): ((state: RenderState) => ContentOptions) => {
  const linked = options.map(({ name, text, e }): [string, string | EvaluateIn] => [
    name,
    e === undefined ? (text ?? '') : linkTree(e, 'value', context, tag),
  ]);
  return (state) => {
    const values: Record<string, unknown> = {};
    for (const [name, value] of linked) {
      const given = typeof value === 'string' ? value : value(state);
      if (given !== undefined) values[name] = given;
    }
    return values;
  };
};

const NO_RUN: RunInfo = {
  runProperties: '',
  paragraphProperties: '',
  width: 9026,
  hyperlinks: true,
  close: '',
  open: '',
};

const linkContentTag = (op: ContentOp, context: LinkContext): Step => {
  const options = linkOptions(op.options, context, op.tag);
  const evaluate = linkTree(op.e, 'value', context, op.tag);
  const run = context.part.runs[op.at] ?? NO_RUN;
  const raw = context.program.tags[op.tag]?.tag ?? '';
  const { kind, shape, centred, tag } = op;
  return (state) => {
    state.tag = tag;
    const value = evaluate(state);
    if (value === undefined) {
      if (state.keepsMissing) keepTag(state, raw, run, shape);
      return;
    }
    const given = options(state);
    const content = isContent(value)
      ? new RichContent(kind, value.value, { ...value.options, ...given })
      : new RichContent(kind, value, centred === true ? { align: 'center', ...given } : given);
    writeEmitted(state, emitContent(content, shape, partContext(state, run)), shape);
  };
};

const writeEmitted = (state: RenderState, emitted: Emitted, shape: 'inline' | 'blocks'): void => {
  if (emitted.xml === '') return;
  const xml = state.origins?.content(state, emitted.xml) ?? emitted.xml;
  if (shape === 'inline') {
    state.write(xml);
    return;
  }
  if (emitted.startsWithTable) state.gap();
  state.write(xml);
  const { headings } = state.program;
  if (headings !== undefined) {
    for (const [, style = ''] of emitted.xml.matchAll(/<w:pStyle w:val="([^"]*)"/g))
      if (headings[style] !== undefined) state.sequences.heading(headings[style]);
  }
  state.tail = emitted.endsWithTable ? 'table' : 'paragraph';
};

const keepTag = (state: RenderState, raw: string, run: RunInfo, shape: 'inline' | 'blocks'): void => {
  const kept = `<w:r>${run.runProperties}<w:t xml:space="preserve">${runText(raw)}</w:t></w:r>`;
  const text = state.origins?.content(state, kept) ?? kept;
  if (shape === 'inline') state.write(text);
  else {
    state.write(`<w:p>${run.paragraphProperties}${text}</w:p>`);
    state.tail = 'paragraph';
  }
};

/** Inside a run: the run is ended before the content and begun anew after it. */
export const writeRich = (state: RenderState, value: Value, run: RunInfo): void => {
  const content = richOf(value);
  if (content === undefined) return;
  const { xml } = emitContent(content, 'inline', partContext(state, run));
  state.write(xml === '' ? '' : run.close + xml + run.open);
};

/** The first bytes of the formats that a picture may have, in base64, and the other ways to name one. */
const LOOKS_LIKE_PICTURE = /^\s*(?:data:|https?:\/\/|iVBOR|\/9j\/|R0lGOD|UklGR|PHN2Zy|PD94bW|<svg|<\?xml)/;

const linkPicture = (op: PictureOp, context: LinkContext): Step => {
  const options = linkOptions(op.options, context, op.tag);
  const evaluate = linkTree(op.e, 'value', context, op.tag);
  const { slot, kind, tag } = op;
  const described = descriptionHoles(slot.source);
  return (state) => {
    state.tag = tag;
    const value = evaluate(state);
    if (op.text === true && isPlainText(value)) {
      state.write(described(textOf(value, state), state.additions.drawingId()));
      return;
    }
    if (value === undefined || value === null) return;
    const rich = richOf(value);
    const content = new RichContent(kind, rich?.value ?? value, { ...rich?.options, ...options(state) });
    const picture = content as RichContent & { kind: typeof kind };
    const drawing = replacePicture(slot, picture, partContext(state, NO_RUN));
    state.write(state.origins?.content(state, drawing) ?? drawing);
  };
};

const isPlainText = (value: Value): boolean =>
  typeof value === 'string'
    ? value !== '' && !LOOKS_LIKE_PICTURE.test(value)
    : typeof value === 'number' || typeof value === 'boolean';

/** The drawing with another description and an id of its own; the places are found once, when it is linked. */
const descriptionHoles = (source: string): ((text: string, id: number) => string) => {
  const [before = '', tag = '', after = ''] = source.split(/(<[\w.-]+:docPr\s[^>]*>)/);
  const named = tag.replace(/\sid="[^"]*"/, ' id="\0"');
  const pieces = `${before}${named}${after}`.split(/((?<=\sdescr=")[^"]*(?=")|\0)/);
  return (text, id) =>
    pieces
      .map((piece, index) => (index % 2 === 0 ? piece : piece === '\0' ? id : escapeAttribute(text)))
      .join('');
};

const linkTarget = (op: TargetOp, context: LinkContext): Step => {
  const body = context.ops(op.body, context);
  const type = `${namesOf(context.program.dialect).relationships}/hyperlink`;
  return (state) => {
    const address = Buffer.from(state.capture(() => body(state)))
      .toString()
      .trim();
    state.tag = op.tag;
    const target = targetOf(address, op.prefix);
    if (op.as === 'code') state.write(codeArgument(target));
    else state.write(state.additions.addRelationship(state.part, type, target, true));
  };
};

/** ECMA-376 §17.16.5.25: a bookmark of the document itself has a switch. Quotes and backslashes would end the argument. */
const codeArgument = (target: string): string => {
  const safe = target.replaceAll('"', '%22').replaceAll('\\', '%5C');
  return escapeAttribute(/^#./.test(safe) ? `\\l "${safe.slice(1)}"` : `"${safe}"`);
};

/** Behind the name of a host stands a number: `example.com:8080`. */
const SCHEME = /^[a-z][a-z\d+.-]*:(?!\d)/i;

/** Only what a reader may safely click on; nothing leads to the document itself. */
const targetOf = (address: string, prefix: string | undefined): string => {
  if (address === '') return '#';
  const isBare = prefix !== undefined && !SCHEME.test(address);
  const target = readLinkTarget(address) ?? (isBare ? readLinkTarget(`${prefix}${address}`) : undefined);
  if (target === undefined) {
    throw dataError(
      `${inShort(address)} is not an address that a link may have.`,
      'A link starts with http://, https://, mailto: or tel:, or is "#" and the name of a bookmark.',
    );
  }
  return 'url' in target ? target.url : `#${target.bookmark}`;
};

/** A text that says "no" is true by any rule of truth, so nothing but an answer counts as one. */
export const linkCheck = (op: CheckOp, context: LinkContext): Step => {
  const evaluate = linkTree(op.e, 'value', context, op.tag);
  const { tag, slot } = op;
  return (state) => {
    state.tag = tag;
    const value = evaluate(state) ?? false;
    if (typeof value !== 'boolean')
      throw dataError(
        `A check box is ticked by true or false, but the value is ${describeKind(value)}.`,
        'Send true or false, or write a comparison, such as `answer == "yes"`.',
      );
    state.slots[slot] = value ? 1 : 0;
    state.origins?.keepState(slot, state.origins.of(state, tag));
    state.write(value ? '1' : '0');
  };
};
