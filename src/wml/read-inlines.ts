/**
 * readInlines :: content of w:p → Inline[] (ECMA-376 §17.3.3 and what may stand around runs)
 */
import { memoBy } from '../memo.ts';
import { withoutOrigins } from '../ooxml/origin-marks.ts';
import { childOf, elementsOf, textContent, type XmlElement } from '../ooxml/xml.ts';
import { alternative } from './alternatives.ts';
import { readDrawing } from './drawing/drawings.ts';
import {
  CHANGE_MARKS,
  DELETED,
  RANGE_MARKS,
  RUN_MARKS,
  TRANSPARENT,
  WRAPPER_PROPERTIES,
} from './elements.ts';
import type { FieldStack } from './fields.ts';
import { formFieldTexts } from './form-fields.ts';
import { endsInBreak, readMath, readMathLines } from './math/read-math.ts';
import type { Drawing, Inline, Link } from './model.ts';
import { type OriginSpan, readOrigins, spansWithin } from './origin-spans.ts';
import { type RowText, shownText } from './plain-rows.ts';
import type { RunProperties } from './properties/run-properties.ts';
import { mathAlignment } from './properties/settings.ts';
import { isOn } from './properties/word-values.ts';
import type { StoryContext } from './story-context.ts';
import { readVml } from './vml/vml.ts';

/** Elements around runs whose content counts as if they were not there. */
const SEEN_THROUGH: ReadonlySet<string> = new Set([...TRANSPARENT, 'w:smartTag', 'w:dir', 'w:bdo']);

/** Nothing of them shows. */
const SILENT: ReadonlySet<string> = new Set([
  ...RANGE_MARKS,
  ...RUN_MARKS,
  ...CHANGE_MARKS,
  ...DELETED,
  ...WRAPPER_PROPERTIES,
  'w:pPr',
  'w:rPr',
  'w:annotationRef',
  'w:delText',
  'w:delInstrText',
  'w:smartTagPr',
  'w:ffData',
  'w:separator',
  'w:continuationSeparator',
  'w:subDoc',
  'w14:conflictDel',
]);

export class InlineReader {
  readonly #context: StoryContext;
  readonly #fields: FieldStack;
  #out: Inline[] = [];
  #link: Link | undefined;
  /** Tags whose values have begun and not ended, where the document is to be mapped. */
  readonly #origins: number[] = [];
  /** The last thing was a formula on lines of its own. */
  #displayed = false;

  /** Breaks of pages and columns in headers and footers are as if they were not there [M]. */
  breaksPages = true;

  constructor(context: StoryContext, fields: FieldStack) {
    this.#context = context;
    this.#fields = fields;
  }

  read(paragraph: XmlElement): readonly Inline[] {
    this.#out = [];
    this.#link = undefined;
    this.#displayed = false;
    this.#content(paragraph);
    this.#fields.endParagraph();
    // An array that grew has room for more; a large document has too many of them for that.
    return this.#out.slice();
  }

  /** Whether text is only that: no field is open around it. */
  get isPlain(): boolean {
    return this.#fields.isEmpty;
  }

  /** A text of a paragraph that stands elsewhere. */
  addRowText({ run, preserve }: RowText, text: string, out: Inline[]): void {
    this.#out = out;
    this.#link = undefined;
    this.#text(text, preserve, run);
  }

  #content(parent: XmlElement): void {
    for (const child of parent.children) if (child.kind === 'element') this.#around(child);
  }

  #around(element: XmlElement): void {
    const { name } = element;
    if (name === 'w:r') this.#run(element);
    else if (SEEN_THROUGH.has(name)) this.#content(element);
    else if (name === 'w:hyperlink') this.#hyperlink(element);
    else if (name === 'w:sdt') this.#control(element);
    else if (name === 'w:fldSimple') this.#simpleField(element);
    else if (name === 'w:bookmarkStart') this.#bookmark(element);
    else if (name === 'mc:AlternateContent') this.#chosen(element, (child) => this.#around(child));
    else if (name === 'm:oMath' || name === 'm:oMathPara') this.#math(element);
    else if (!SILENT.has(name)) this.#context.findings.unknown(this.#context.part, element);
  }

  #control(element: XmlElement): void {
    const content = childOf(element, 'w:sdtContent');
    if (content !== undefined) this.#content(content);
  }

  #math(element: XmlElement): void {
    if (element.name === 'm:oMath') {
      const math = readMath(element, this.#context);
      this.#emit({ kind: 'math', math, display: undefined, run: NO_RUN, ...this.#originsIn(element) });
      return;
    }
    const said = childOf(childOf(element, 'm:oMathParaPr'), 'm:jc')?.attribute('m:val');
    const formulas = elementsOf(element, 'm:oMath');
    for (const other of elementsOf(element))
      if (other.name !== 'm:oMathParaPr' && other.name !== 'm:oMath' && !SILENT.has(other.name))
        this.#context.findings.note('math', this.#context.part, other);
    if (formulas.length === 0) return;
    // It stands on lines of its own. What Word makes of text beside it is not known.
    const before = this.#out.findLast(({ kind }) => kind !== 'bookmark');
    if (before !== undefined && before.kind !== 'break' && before.kind !== 'math')
      this.#context.findings.note('math', this.#context.part, element);
    if (
      before !== undefined &&
      before.kind !== 'break' &&
      !(before.kind === 'math' && endsInBreak(before.math))
    )
      this.#emit({ kind: 'break', type: 'line', run: NO_RUN });
    const math = readMathLines(formulas, this.#context);
    const display = mathAlignment(said) ?? 'default';
    this.#emit({ kind: 'math', math, display, run: NO_RUN, ...this.#originsIn(element) });
    this.#displayed = true;
  }

  #chosen(element: XmlElement, visit: (child: XmlElement) => void): void {
    for (const child of alternative(element)) visit(child);
  }

  #hyperlink(element: XmlElement): void {
    const relationship = this.#context.relationship(element.attribute('r:id'));
    const anchor = element.attribute('w:anchor');
    const outer = this.#link;
    if (relationship?.external === true) {
      const place = anchor === undefined ? '' : `#${anchor}`;
      this.#link = { uri: `${relationship.target}${place}` };
    } else if (anchor !== undefined) this.#link = { destination: anchor };
    this.#content(element);
    this.#link = outer;
  }

  #bookmark(element: XmlElement): void {
    const name = element.attribute('w:name');
    if (name === undefined || name === '_GoBack') return;
    this.#emit({ kind: 'bookmark', name, run: NO_RUN });
  }

  #simpleField(element: XmlElement): void {
    const instruction = element.attribute('w:instr') ?? '';
    this.#fields.begin(this.#context.runProperties(childOf(childOf(element, 'w:r'), 'w:rPr')));
    this.#fields.instruction(instruction);
    this.#fields.separate();
    this.#content(element);
    this.#endField();
  }

  #endField(): void {
    const field = this.#fields.end();
    if (field !== undefined && this.#fields.shows) this.#emit(field);
  }

  #emit(inline: Inline): void {
    if (this.#fields.passes(inline)) return;
    if (this.#fields.absorbs(inline)) return;
    if (this.#displayed && inline.kind !== 'bookmark') this.#afterDisplayed(inline);
    const link = this.#link ?? this.#fields.link;
    this.#out.push(link === undefined || inline.link !== undefined ? inline : { ...inline, link });
  }

  #afterDisplayed(inline: Inline): void {
    this.#displayed = false;
    if (inline.kind === 'break' || inline.kind === 'math' || isBlank(inline)) return;
    this.#out.push({ kind: 'break', type: 'line', run: NO_RUN });
  }

  #run(element: XmlElement): void {
    const own = this.#context.runProperties(childOf(element, 'w:rPr'));
    // On paper, links in a table of contents do not look like links [M].
    const plain = own.styleId !== undefined && this.#link !== undefined && this.#fields.inContents;
    const run = plain ? withoutStyle(own) : own;
    for (const child of element.children) if (child.kind === 'element') this.#inRun(child, run);
  }

  #inRun(element: XmlElement, run: RunProperties): void {
    switch (element.name) {
      case 'w:t':
        this.#text(textContent(element), element.attribute('xml:space') === 'preserve', run);
        return;
      case 'w:tab':
        this.#emit({ kind: 'tab', run });
        return;
      case 'w:br':
        this.#break(element, run);
        return;
      case 'w:cr':
        this.#emit({ kind: 'break', type: 'line', run });
        return;
      case 'w:noBreakHyphen':
        this.#character('\u2011', run);
        return;
      case 'w:softHyphen':
        this.#character('\u00ad', run);
        return;
      case 'w:sym':
        this.#symbol(element, run);
        return;
      case 'w:fldChar':
        this.#fieldCharacter(element, run);
        return;
      case 'w:instrText':
        this.#fields.instruction(this.#unmarked(textContent(element)));
        return;
      case 'w:drawing': {
        const drawing = readDrawing(element, this.#context);
        if (drawing !== undefined) this.#emit({ kind: 'drawing', drawing: this.#ofTag(drawing), run });
        return;
      }
      case 'w:pict':
      case 'w:object':
        this.#pict(element, run);
        return;
      case 'w:footnoteReference':
      case 'w:endnoteReference':
        this.#emit({
          kind: 'note',
          note: element.name === 'w:footnoteReference' ? 'footnote' : 'endnote',
          id: element.attribute('w:id') ?? '',
          custom: isOn(element.attribute('w:customMarkFollows')),
          run,
        });
        return;
      case 'w:footnoteRef':
      case 'w:endnoteRef':
        this.#emit({ kind: 'note-mark', run });
        return;
      case 'w:ptab':
        this.#positionTab(element, run);
        return;
      case 'mc:AlternateContent':
        this.#chosen(element, (child) => this.#inRun(child, run));
        return;
      case 'w:ruby': {
        this.#context.findings.note('script:east-asian', this.#context.part, element);
        const base = childOf(element, 'w:rubyBase');
        if (base !== undefined) this.#content(base);
        return;
      }
      case 'w:pgNum':
        this.#emit({ kind: 'field', name: 'PAGE', argument: '', format: '', cached: '', run });
        return;
      default:
        if (!SILENT.has(element.name)) this.#context.findings.unknown(this.#context.part, element);
    }
  }

  /** §17.3.3.31: without `xml:space="preserve"`, blanks at the ends do not count; Word keeps tabs in the text as tabs. */
  #text(raw: string, preserve: boolean, run: RunProperties): void {
    if (this.#context.charts !== undefined) {
      this.#mappedText(raw, preserve, run);
      return;
    }
    const text = shownText(raw, preserve);
    if (text === '') return;
    if (!/[\t\r\n]/.test(text)) {
      this.#emit({ kind: 'text', text, run });
      return;
    }
    for (const [index, piece] of text
      .replace(/[\r\n]/g, ' ')
      .split('\t')
      .entries()) {
      if (index > 0) this.#emit({ kind: 'tab', run });
      if (piece !== '') this.#emit({ kind: 'text', text: piece, run });
    }
  }

  /** The same of a text with marks: what is shown, and which tags have made what of it. */
  #mappedText(raw: string, preserve: boolean, run: RunProperties): void {
    const { text: whole, spans } = readOrigins(raw, this.#origins);
    const text = shownText(whole, preserve);
    const cut = preserve ? 0 : whole.length - whole.trimStart().length;
    let at = 0;
    for (const [index, piece] of text
      .replace(/[\r\n]/g, ' ')
      .split('\t')
      .entries()) {
      if (index > 0) this.#emit({ kind: 'tab', run });
      const origins = spansWithin(spans, at + cut, at + cut + piece.length);
      if (piece !== '') this.#emit({ kind: 'text', text: piece, run, ...(origins && { origins }) });
      at += piece.length + 1;
    }
  }

  /** One that has an element of its own. */
  #character(text: string, run: RunProperties): void {
    this.#emit({ kind: 'text', text, run, ...this.#originOfOne() });
  }

  #originOfOne(): { readonly origins?: readonly OriginSpan[] } {
    const origin = this.#origins.at(-1);
    return origin === undefined ? {} : { origins: [{ origin, from: 0, to: 1 }] };
  }

  #unmarked(text: string): string {
    return this.#context.charts === undefined ? text : withoutOrigins(text);
  }

  /** Of whatever is in a formula. */
  #originsIn(element: XmlElement): { readonly origins?: readonly OriginSpan[] } {
    if (this.#context.charts === undefined) return {};
    const { spans } = readOrigins(textContent(element), []);
    return spans.length === 0 ? {} : { origins: spans };
  }

  #ofTag(drawing: Drawing): Drawing {
    const origin = this.#context.charts === undefined ? undefined : this.#origins.at(-1);
    return origin === undefined ? drawing : { ...drawing, origin };
  }

  #break(element: XmlElement, run: RunProperties): void {
    const type = element.attribute('w:type');
    if (!this.breaksPages && (type === 'page' || type === 'column')) return;
    const clear = element.attribute('w:clear');
    this.#emit({
      kind: 'break',
      type: type === 'page' || type === 'column' ? type : 'line',
      ...(clear !== undefined && clear !== 'none' && { clear }),
      run,
    });
  }

  #symbol(element: XmlElement, run: RunProperties): void {
    const code = Number.parseInt(element.attribute('w:char') ?? '', 16);
    const font = element.attribute('w:font');
    if (font !== undefined && code > 0 && code <= 0x10ffff)
      this.#emit({ kind: 'symbol', font, codePoint: code, run, ...this.#originOfOne() });
  }

  #positionTab(element: XmlElement, run: RunProperties): void {
    const alignment = element.attribute('w:alignment');
    const leader = element.attribute('w:leader');
    this.#emit({
      kind: 'position-tab',
      alignment: alignment === 'center' || alignment === 'right' ? alignment : 'left',
      leader:
        leader === 'dot' || leader === 'hyphen' || leader === 'underscore' || leader === 'middleDot'
          ? leader
          : 'none',
      run,
    });
  }

  #fieldCharacter(element: XmlElement, run: RunProperties): void {
    const type = element.attribute('w:fldCharType');
    if (type === 'begin') this.#fields.begin(run);
    else if (type === 'separate') this.#fields.separate();
    else if (type === 'end') this.#endField();
    for (const shown of formFieldTexts(childOf(element, 'w:ffData'), run)) this.#out.push(shown);
  }

  #pict(element: XmlElement, run: RunProperties): void {
    for (const drawing of readVml(element, this.#context))
      this.#emit({ kind: 'drawing', drawing: this.#ofTag(drawing), run });
    for (const drawing of elementsOf(element, 'w:drawing')) this.#inRun(drawing, run);
  }
}

const NO_RUN: RunProperties = {};

const isBlank = (inline: Inline): boolean => inline.kind === 'text' && inline.text.trim() === '';

/** The same object for the same one: layout knows formatting by identity. */
const PLAIN = new WeakMap<RunProperties, RunProperties>();

const withoutStyle = (run: RunProperties): RunProperties =>
  memoBy(PLAIN, run, () => {
    const { styleId: _, ...rest } = run;
    return rest;
  });
