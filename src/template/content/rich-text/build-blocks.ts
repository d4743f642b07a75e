/**
 * buildBlocks :: HTML tree → paragraphs and tables
 *
 * One walk. A block element ends the paragraph before it and the one inside it; text opens one where none is open.
 * What is not content (scripts, styles, forms, frames) is left out with everything in it.
 */
import { readLinkTarget } from '../link-emit.ts';
import { LIST_HANGING } from '../list-numbering.ts';
import { breaksPage, layoutOf, NO_LAYOUT } from './block-layout.ts';
import type { Block, Layout, List, Role } from './blocks.ts';
import { buildTable } from './build-table.ts';
import { type Declarations, readDeclarations } from './css.ts';
import { type Format, formatOf } from './format.ts';
import type { HtmlElement, HtmlNode } from './html.ts';
import { checkStateOf, listOf, listOfItem, type OpenList, openList } from './lists.ts';
import { ParagraphBuilder, type WhiteSpace } from './paragraph-builder.ts';

interface BuildOptions {
  /** Half-points of the text that the tag stands in. */
  readonly baseSize: number;
  /** Twips between the margins. */
  readonly width: number;
  warn(message: string): void;
}

/** What the builders of one text share: a cell has a builder of its own. */
interface Shared extends BuildOptions {
  nextList(): number;
  /** The one object for all formats that say the same: that is how neighbours are known to be equal. */
  intern(format: Format): Format;
}

/** What an element hands down to what is inside it. */
interface Surroundings {
  readonly format: Format;
  readonly layout: Layout;
  readonly role: Role;
  readonly whiteSpace: WhiteSpace;
  readonly list: OpenList | undefined;
  readonly item: OpenItem | undefined;
}

const OUTSIDE: Surroundings = {
  format: {},
  layout: NO_LAYOUT,
  role: 'body',
  whiteSpace: 'collapse',
  list: undefined,
  item: undefined,
};

/** A list item whose marker stands before the first thing in it. */
interface OpenItem {
  readonly list: List;
  isMarked: boolean;
}

const DROPPED = new Set(
  (
    'script style template head title meta link base noscript iframe frame frameset noframes object embed applet param ' +
    'video audio source track canvas map area select option optgroup datalist textarea progress meter dialog rp'
  ).split(' '),
);

const BLOCKS = new Set(
  (
    'p div section article aside main header footer nav hgroup address blockquote center details summary dialog dl dt dd ' +
    'fieldset legend figure figcaption form h1 h2 h3 h4 h5 h6 ul ol menu dir li pre listing xmp plaintext hr table body html'
  ).split(' '),
);

const ROLES: Readonly<Record<string, Role>> = {
  h1: 'heading1',
  h2: 'heading2',
  h3: 'heading3',
  h4: 'heading4',
  h5: 'heading5',
  h6: 'heading6',
  pre: 'code',
  listing: 'code',
  xmp: 'code',
  plaintext: 'code',
  figcaption: 'caption',
};

const isHidden = (declarations: Declarations): boolean =>
  declarations.get('display')?.toLowerCase() === 'none' ||
  declarations.get('visibility')?.toLowerCase() === 'hidden';

const whiteSpaceOf = (declarations: Declarations, role: Role | undefined, around: WhiteSpace): WhiteSpace => {
  switch (declarations.get('white-space')?.toLowerCase()) {
    case 'pre':
    case 'pre-wrap':
    case 'break-spaces':
      return 'keep';
    case 'pre-line':
      return 'keep-lines';
    case 'normal':
    case 'nowrap':
      return 'collapse';
    default:
      return role === 'code' ? 'keep' : around;
  }
};

/** Whether the first thing in an item is a checkbox, be it in a paragraph or a label. */
const startsWithCheckbox = (element: HtmlElement): boolean => {
  const first = element.children.find((child) => child.kind === 'element' || child.text.trim() !== '');
  if (first === undefined || first.kind === 'text') return false;
  if (first.name === 'input') return first.attribute('type')?.toLowerCase() === 'checkbox';
  return (first.name === 'p' || first.name === 'label') && startsWithCheckbox(first);
};

const CHECKED = '\u2612';
const UNCHECKED = '\u2610';

class BlockBuilder {
  readonly #options: Shared;
  readonly #blocks: Block[] = [];
  /** The next paragraph starts a page. */
  #breaksPage = false;
  #open: { readonly paragraph: ParagraphBuilder; readonly around: Surroundings } | undefined;

  constructor(options: Shared) {
    this.#options = options;
  }

  finish(): readonly Block[] {
    this.#close();
    return this.#blocks;
  }

  visitAll(nodes: readonly HtmlNode[], around: Surroundings): void {
    for (const node of nodes) {
      if (node.kind === 'text') this.#text(node.text, around);
      else this.#element(node, around);
    }
  }

  #text(text: string, around: Surroundings): void {
    // Only what is visible opens a paragraph: between blocks there is always some white space.
    if (this.#open === undefined && around.whiteSpace !== 'keep' && !/[^ \t\n\r\f]/.test(text)) return;
    this.#paragraph(around).text(text, around.format, around.whiteSpace);
  }

  #paragraph(around: Surroundings): ParagraphBuilder {
    this.#open ??= { paragraph: new ParagraphBuilder(), around };
    return this.#open.paragraph;
  }

  /** Ends the open paragraph; an item's first paragraph takes its marker. */
  #close(): void {
    const open = this.#open;
    this.#open = undefined;
    if (open === undefined || !open.paragraph.isTouched) return;
    this.#push(open.around, open.paragraph);
  }

  #push(around: Surroundings, paragraph: ParagraphBuilder): void {
    const { item, layout, role } = around;
    const isItem = item !== undefined && !item.isMarked;
    if (isItem) item.isMarked = true;
    const pageBreakBefore = this.#breaksPage;
    this.#breaksPage = false;
    this.#blocks.push({
      kind: 'paragraph',
      role,
      inlines: paragraph.finish(),
      layout: pageBreakBefore ? { ...layout, pageBreakBefore } : layout,
      ...(item !== undefined && { item: { list: item.list, isItem } }),
    });
  }

  /** An item that starts with a table or another list, or holds nothing, shows its marker on a line of its own. */
  #markItem(around: Surroundings): void {
    const { item } = around;
    if (item === undefined || item.isMarked || item.list.format === 'none') return;
    this.#push({ ...around, role: 'body' }, new ParagraphBuilder());
  }

  #element(element: HtmlElement, around: Surroundings): void {
    if (DROPPED.has(element.name)) return;
    const declarations = readDeclarations(element.attribute('style'));
    if (isHidden(declarations) || element.attribute('hidden') !== undefined) return;
    const isBlock = BLOCKS.has(element.name);
    const { baseSize, width } = this.#options;
    const format = this.#options.intern(
      formatOf(element, declarations, { around: around.format, baseSize, isBlock }),
    );
    const role = ROLES[element.name] ?? around.role;
    const inside: Surroundings = {
      ...around,
      format,
      role,
      whiteSpace: whiteSpaceOf(declarations, ROLES[element.name], around.whiteSpace),
      ...(isBlock && {
        layout: layoutOf(element, declarations, {
          around: around.layout,
          em: (format.size ?? baseSize) * 10,
          width,
        }),
      }),
    };
    if (isBlock) this.#block(element, declarations, inside);
    else this.#inline(element, inside);
  }

  #block(element: HtmlElement, declarations: Declarations, inside: Surroundings): void {
    this.#close();
    if (breaksPage(declarations, 'before')) this.#breaksPage = true;
    switch (element.name) {
      case 'table':
        this.#markItem(inside);
        this.#table(element, declarations, inside);
        break;
      case 'hr':
        this.#markItem(inside);
        this.#blocks.push({ kind: 'paragraph', role: 'rule', inlines: [], layout: inside.layout });
        break;
      case 'ul':
      case 'ol':
      case 'menu':
      case 'dir':
        this.#markItem(inside);
        this.visitAll(element.children, {
          ...inside,
          list: openList(listOf(element, declarations, inside.list?.current, this.#options.nextList())),
          item: undefined,
        });
        break;
      case 'li':
        this.#item(element, declarations, inside);
        break;
      default:
        this.visitAll(element.children, inside);
    }
    this.#close();
    if (breaksPage(declarations, 'after')) this.#breaksPage = true;
  }

  #item(element: HtmlElement, declarations: Declarations, inside: Surroundings): void {
    const open = inside.list ?? openList(listOf(element, declarations, undefined, this.#options.nextList()));
    // A box to tick takes the place of the marker.
    const state = checkStateOf(element);
    const isTask = state !== undefined || startsWithCheckbox(element);
    const list = listOfItem(element, open, isTask);
    const around: Surroundings = {
      ...inside,
      list: open,
      item: { list, isMarked: list.format === 'none' },
      ...(isTask && { layout: { ...inside.layout, firstLine: -LIST_HANGING } }),
    };
    if (state !== undefined) this.#box(state === 'checked', around);
    this.visitAll(element.children, around);
    this.#close();
    this.#markItem(around);
  }

  #table(element: HtmlElement, declarations: Declarations, inside: Surroundings): void {
    const cellBlocks = (nodes: readonly HtmlNode[], format: Format, layout: Layout): readonly Block[] => {
      const builder = new BlockBuilder(this.#options);
      builder.visitAll(nodes, { ...OUTSIDE, format, layout });
      return builder.finish();
    };
    const { format, layout } = inside;
    const { baseSize } = this.#options;
    this.#blocks.push(...buildTable({ element, declarations, layout, format, baseSize, cellBlocks }));
  }

  #inline(element: HtmlElement, inside: Surroundings): void {
    switch (element.name) {
      case 'br':
        this.#paragraph(inside).lineBreak(inside.format);
        return;
      case 'wbr':
        if (this.#open !== undefined) this.#text('\u200b', inside);
        return;
      case 'img':
        this.#image(element, inside);
        return;
      case 'input':
        this.#checkbox(element, inside);
        return;
      case 'a':
        this.visitAll(element.children, { ...inside, format: this.#linkFormat(element, inside.format) });
        return;
      case 'q':
        this.#text('\u201c', inside);
        this.visitAll(element.children, inside);
        this.#text('\u201d', inside);
        return;
      default:
        this.visitAll(element.children, inside);
    }
  }

  #linkFormat(element: HtmlElement, format: Format): Format {
    const address = element.attribute('href');
    if (address === undefined || address.trim() === '') return format;
    const link = readLinkTarget(address);
    if (link === undefined)
      this.#options.warn(`The link "${address.slice(0, 60)}" was left out: its address is not allowed.`);
    return link === undefined ? format : this.#options.intern({ ...format, link });
  }

  #image(element: HtmlElement, inside: Surroundings): void {
    const source = element.attribute('src')?.trim() ?? '';
    const alt = element.attribute('alt') ?? '';
    if (source === '') {
      if (alt !== '') this.#text(alt, inside);
      return;
    }
    const declarations = readDeclarations(element.attribute('style'));
    const width = declarations.get('width') ?? element.attribute('width');
    const height = declarations.get('height') ?? element.attribute('height');
    this.#paragraph(inside).image({ source, alt, width, height }, inside.format);
  }

  #checkbox(element: HtmlElement, inside: Surroundings): void {
    const type = element.attribute('type')?.toLowerCase();
    if (type === 'checkbox' || type === 'radio')
      this.#box(element.attribute('checked') !== undefined, inside);
  }

  /** The box is text, as in Word's own templates. */
  #box(isChecked: boolean, inside: Surroundings): void {
    this.#paragraph(inside).text(isChecked ? CHECKED : UNCHECKED, inside.format, 'keep');
    this.#paragraph(inside).text(' ', inside.format, 'collapse');
  }
}

export const buildBlocks = (nodes: readonly HtmlNode[], options: BuildOptions): readonly Block[] => {
  let lists = 0;
  const formats = new Map([['{}', OUTSIDE.format]]);
  const intern = (format: Format): Format => {
    const key = JSON.stringify(format);
    const known = formats.get(key);
    if (known === undefined) formats.set(key, format);
    return known ?? format;
  };
  const builder = new BlockBuilder({ ...options, nextList: () => ++lists, intern });
  builder.visitAll(nodes, OUTSIDE);
  return builder.finish();
};
