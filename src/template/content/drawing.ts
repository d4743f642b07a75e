/** inlineDrawing :: picture → `w:drawing` (ECMA-376 §20.4.2.8 `wp:inline`, §20.2.2.5 `pic:pic`) */
import type { PreparedImage } from '../../images/prepare.ts';
import { rasterizeSvg } from '../../images/svg.ts';
import { escapeAttribute } from '../../ooxml/xml.ts';
import { EMU_PER_INCH } from '../../units.ts';
import { namesOf, SVG_EXTENSION_ID, SVG_NAMESPACE } from './dialect.ts';
import type { PartContext } from './part-context.ts';
import { type Crop, overhang, type Size, type Turn } from './picture-geometry.ts';

/** Of an SVG's raster twin. Word's own default for pictures in print. */
const TWIN_DPI = 220;

/** Stores the picture; gives the relationships of its raster and, where it has one, its vector form. */
export const storePicture = (
  image: PreparedImage,
  size: Size,
  context: PartContext,
): { readonly embed: string; readonly vector: string } => {
  if (image.kind === 'raster') return { embed: context.addMedia(image.bytes, image.format), vector: '' };
  const twin = rasterizeSvg(image.picture, Math.ceil((size.width / EMU_PER_INCH) * TWIN_DPI));
  const embed = context.addMedia(twin, 'png');
  return { embed, vector: context.addMedia(new TextEncoder().encode(image.picture.markup), 'svg') };
};

/** `a:ext` that carries the vector form, with the prefix that DrawingML has at the place. */
export const vectorExtension = (vector: string, prefix: string): string =>
  vector === ''
    ? ''
    : `<${prefix}ext uri="${SVG_EXTENSION_ID}"><asvg:svgBlip xmlns:asvg="${SVG_NAMESPACE}" r:embed="${vector}"/></${prefix}ext>`;

export const srcRect = ({ left, top, right, bottom }: Crop, prefix: string): string => {
  const edges = Object.entries({ l: left, t: top, r: right, b: bottom }).filter(([, cut]) => cut !== 0);
  return edges.length === 0
    ? ''
    : `<${prefix}srcRect${edges.map(([name, cut]) => ` ${name}="${cut}"`).join('')}/>`;
};

/** Attributes of `a:xfrm`; rotation counts in 1/60,000 of a degree. */
export const transformAttributes = ({ degrees, flipHorizontal, flipVertical }: Turn): string =>
  (degrees === 0 ? '' : ` rot="${Math.round(degrees * 60_000)}"`) +
  (flipHorizontal ? ' flipH="1"' : '') +
  (flipVertical ? ' flipV="1"' : '');

interface Drawing {
  readonly image: PreparedImage;
  /** Before turning. */
  readonly frame: Size;
  readonly turn: Turn;
  /** Of the stored picture. */
  readonly crop: Crop;
  readonly alt: string;
}

export const inlineDrawing = ({ image, frame, turn, crop, alt }: Drawing, context: PartContext): string => {
  const names = namesOf(context.dialect);
  const { embed, vector } = storePicture(image, frame, context);
  const id = context.nextId();
  const beyond = overhang(frame, turn);
  const effect = `l="${beyond.width}" t="${beyond.height}" r="${beyond.width}" b="${beyond.height}"`;
  const extent = `cx="${frame.width}" cy="${frame.height}"`;
  const description = alt === '' ? '' : ` descr="${escapeAttribute(alt)}"`;
  const extensions = vector === '' ? '' : `<a:extLst>${vectorExtension(vector, 'a:')}</a:extLst>`;
  const blip = `<a:blip r:embed="${embed}"${extensions === '' ? '/>' : `>${extensions}</a:blip>`}`;
  return (
    `<w:drawing><wp:inline xmlns:wp="${names.wordprocessingDrawing}" distT="0" distB="0" distL="0" distR="0">` +
    `<wp:extent ${extent}/><wp:effectExtent ${effect}/><wp:docPr id="${id}" name="Picture ${id}"${description}/>` +
    `<wp:cNvGraphicFramePr><a:graphicFrameLocks xmlns:a="${names.drawing}" noChangeAspect="1"/></wp:cNvGraphicFramePr>` +
    `<a:graphic xmlns:a="${names.drawing}"><a:graphicData uri="${names.picture}">` +
    `<pic:pic xmlns:pic="${names.picture}"><pic:nvPicPr><pic:cNvPr id="${id}" name="Picture ${id}"${description}/>` +
    `<pic:cNvPicPr><a:picLocks noChangeAspect="1"/></pic:cNvPicPr></pic:nvPicPr>` +
    `<pic:blipFill>${blip}${srcRect(crop, 'a:')}<a:stretch><a:fillRect/></a:stretch></pic:blipFill>` +
    `<pic:spPr><a:xfrm${transformAttributes(turn)}><a:off x="0" y="0"/><a:ext ${extent}/></a:xfrm>` +
    `<a:prstGeom prst="rect"><a:avLst/></a:prstGeom></pic:spPr></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing>`
  );
};
