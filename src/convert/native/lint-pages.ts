/**
 * lintPages :: package → what of its pages is hardly meant: text that leaves its box, tables that leave the paper, headings and
 * signatures without what belongs to them, a last page with nothing on it, pictures out of shape. Synchronous.
 */
import type { FontLibrary } from '../../fonts/font.ts';
import { DEFAULT_IMAGE_LIMITS } from '../../images/limits.ts';
import { measure } from '../../images/measure.ts';
import type { ImageItem, Page } from '../../layout/display-list.ts';
import { layoutDocument } from '../../layout/layout-document.ts';
import type { Seen } from '../../layout/seen.ts';
import type { DocxPackage } from '../../ooxml/docx.ts';
import { readDocument } from '../../wml/document.ts';
import { type NativeOptions, withDocumentFonts } from './convert-native.ts';

export interface PageFinding {
  readonly rule: LintRule;
  readonly message: string;
  /** From 1. */
  readonly page: number;
  readonly box: Box;
}

type LintRule =
  | 'text-overflow'
  | 'broken-word'
  | 'wide-table'
  | 'lonely-heading'
  | 'empty-last-page'
  | 'torn-signature'
  | 'squeezed-picture';

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

interface SeenPage {
  readonly number: number;
  readonly width: number;
  readonly height: number;
  readonly seen: readonly Seen[];
  readonly images: readonly ImageItem[];
}

export const lintPages = (
  docx: DocxPackage,
  library: FontLibrary,
  { limits }: Pick<NativeOptions, 'limits'> = {},
): { readonly pages: number; readonly findings: readonly PageFinding[] } => {
  const document = readDocument(docx);
  docx.forget();
  const fonts = withDocumentFonts(library, document, docx);
  const sizes: Pick<SeenPage, 'width' | 'height' | 'images'>[] = [];
  const onPage = ({ width, height, items }: Page): void => {
    sizes.push({ width, height, images: items.filter((item) => item.kind === 'image') });
  };
  const { seen } = layoutDocument(document, fonts, limits, { onPage, isWatched: true });
  const pages = sizes.map(
    (size, index): SeenPage => ({ ...size, number: index + 1, seen: seen[index] ?? [] }),
  );
  return {
    pages: pages.length,
    findings: [
      ...pages.flatMap(overflows),
      ...pages.flatMap(wideTables),
      ...pages.flatMap((page, index) => lonelyHeading(page, pages[index + 1])),
      ...emptyLastPage(pages),
      ...tornSignatures(pages),
      ...squeezedPictures(pages, docx),
    ],
  };
};

/** Points beyond the paper's edge. */
const BEYOND = 1;

const OVERFLOWS = {
  box: 'Text is larger than the box it stands in, and leaves it. Let the shape grow with its text, or make it larger.',
  cell: 'Content is larger than its cell: a row of an exact height cuts it off, or it reaches into the next. Let the row grow, or widen the column.',
  column:
    'Content is wider than the page, and what is beyond the paper is lost. Make it narrower, or turn the page.',
} as const;

const overflows = ({ number, width, seen }: SeenPage): PageFinding[] =>
  seen.flatMap((one): PageFinding[] => {
    // Into the margin is where banners and long footers are put on purpose.
    const isOnPaper = one.box.x + one.box.width <= width + BEYOND;
    if (one.kind === 'overflow' && one.of === 'column' && isOnPaper) return [];
    if (one.kind === 'overflow')
      return [{ rule: 'text-overflow', message: OVERFLOWS[one.of], page: number, box: one.box }];
    if (one.kind !== 'cut-word') return [];
    const word = one.text.trim().split(/\s+/).at(-1) ?? '';
    const message = `A word is longer than its line, and is cut behind "${word.slice(-24)}". Widen the column, or let words be hyphenated.`;
    return [{ rule: 'broken-word', message, page: number, box: one.box }];
  });

const wideTables = ({ number, width, seen }: SeenPage): PageFinding[] => {
  const row = seen.find(
    ({ kind, box }) => kind === 'row' && (box.x < -BEYOND || box.x + box.width > width + BEYOND),
  );
  if (row === undefined) return [];
  const message =
    'A table is wider than its page, and what is beyond the paper is lost. Make columns narrower, or turn the page.';
  return [{ rule: 'wide-table', message, page: number, box: row.box }];
};

type SeenLine = Extract<Seen, { kind: 'line' }>;

const linesOf = ({ seen }: SeenPage): SeenLine[] =>
  seen.filter((one): one is SeenLine => one.kind === 'line' && one.text.trim() !== '');

const lonelyHeading = (page: SeenPage, next: SeenPage | undefined): PageFinding[] => {
  const last = linesOf(page).at(-1);
  if (last?.isHeading !== true || next === undefined || linesOf(next).length === 0) return [];
  // A heading that is alone on its page is a title page.
  if (linesOf(page).every(({ isHeading }) => isHeading)) return [];
  const message = `The heading "${short(last.text)}" stands alone at the foot of the page. Keep it with the next paragraph.`;
  return [{ rule: 'lonely-heading', message, page: page.number, box: last.box }];
};

const emptyLastPage = (pages: readonly SeenPage[]): PageFinding[] => {
  const last = pages.at(-1);
  if (last === undefined || pages.length === 1) return [];
  const isEmpty = linesOf(last).length === 0 && !last.seen.some(({ kind }) => kind === 'drawing');
  if (!isEmpty || last.images.length > 0) return [];
  const message = 'The last page is empty: a break or empty paragraphs at the end of the template make it.';
  const box = { x: 0, y: 0, width: last.width, height: last.height };
  return [{ rule: 'empty-last-page', message, page: last.number, box }];
};

/** A line to sign on, and what is said before and below it. */
const SIGN_LINE = /_{6,}|\.{12,}|…{4,}/;
const SIGN_WORD =
  /\b(?:signature|signed|sincerely|regards|faithfully|unterschrift|unterzeichnet|grüßen|grüße|signé|cordialement|salutations|firma|firmado|atentamente|saludos|distinti saluti|handtekening|hoogachtend|groet)\b/i;
/** Lines that belong to one place to sign at. */
const APART = 3;

const tornSignatures = (pages: readonly SeenPage[]): PageFinding[] => {
  const lines = pages.flatMap((page) => linesOf(page).map((line) => ({ ...line, page: page.number })));
  const signs = lines.flatMap((line, index) =>
    SIGN_LINE.test(line.text) || SIGN_WORD.test(line.text) ? [{ ...line, index }] : [],
  );
  return signs.flatMap((sign, at): PageFinding[] => {
    const before = signs[at - 1];
    if (before === undefined || before.page === sign.page || sign.index - before.index > APART) return [];
    const message = `A place to sign is torn apart: "${short(before.text)}" stands on page ${before.page}, "${short(sign.text)}" on the next. Keep its paragraphs together.`;
    return [{ rule: 'torn-signature', message, page: sign.page, box: sign.box }];
  });
};

/** Share by which the sides of a picture may differ from its own before anybody sees it: frames are drawn by hand. */
const OUT_OF_SHAPE = 0.07;

const squeezedPictures = (pages: readonly SeenPage[], docx: DocxPackage): PageFinding[] => {
  const ratios = new Map<string, number | undefined>();
  const found: PageFinding[] = [];
  for (const { number, images } of pages)
    for (const { image, matrix, crop } of images) {
      if (!ratios.has(image)) ratios.set(image, ratioOf(image, docx));
      const natural = ratios.get(image);
      const [a, b, c, d, e, f] = matrix;
      const [width, height] = [Math.hypot(a, b), Math.hypot(c, d)];
      if (natural === undefined || width === 0 || height === 0) continue;
      const across = 1 - (crop?.left ?? 0) - (crop?.right ?? 0);
      const down = 1 - (crop?.top ?? 0) - (crop?.bottom ?? 0);
      const share = width / height / ((natural * across) / down);
      if (Math.abs(Math.log(share)) <= OUT_OF_SHAPE) continue;
      const percent = Math.round(Math.abs(share > 1 ? 1 - 1 / share : 1 - share) * 100);
      const how = share > 1 ? 'flattened' : 'narrowed';
      const message = `A picture is ${how} by ${percent} %: its frame has other proportions than the picture. Use fit=contain, or change the frame.`;
      const corners = [
        [e, f],
        [e + a, f + b],
        [e + c, f + d],
        [e + a + c, f + b + d],
      ] as const;
      const [left, top] = [Math.min(...corners.map(([x]) => x)), Math.min(...corners.map(([, y]) => y))];
      const box = {
        x: left,
        y: top,
        width: Math.max(...corners.map(([x]) => x)) - left,
        height: Math.max(...corners.map(([, y]) => y)) - top,
      };
      found.push({ rule: 'squeezed-picture', message, page: number, box });
    }
  return found;
};

/** Width by height; undefined where that can't be told without drawing it. */
const ratioOf = (part: string, docx: DocxPackage): number | undefined => {
  if (part === '' || !docx.has(part)) return undefined;
  try {
    const info = measure(docx.bytes(part), DEFAULT_IMAGE_LIMITS);
    if (info.format === 'svg' || info.height === 0) return undefined;
    // Files whose dots are no squares are drawn as their resolution says.
    const ratio = info.width / info.dpiX / (info.height / info.dpiY);
    return info.orientation >= 5 ? 1 / ratio : ratio;
  } catch {
    return undefined;
  }
};

const short = (text: string): string => {
  const plain = text.replace(/\s+/g, ' ').trim();
  return plain.length > 40 ? `${plain.slice(0, 39)}…` : plain;
};
