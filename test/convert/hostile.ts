/**
 * Documents that make a converter fetch an address or read a file, one per way in. Each names `address(NAME)`, so
 * that a request tells which one got through; `canary` is a file whose text must never show.
 */
import {
  docx,
  field,
  NAMESPACES,
  PIXEL,
  type Piece,
  p,
  raw,
  simpleField,
  XML_HEAD,
} from '../support/build.ts';
import { withParts } from '../support/read.ts';

const RELS = 'http://schemas.openxmlformats.org/package/2006/relationships';
const REL = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

const run = (xml: string): string => `<w:r>${xml}</w:r>`;
const mark = (type: string): string => run(`<w:fldChar w:fldCharType="${type}"/>`);
const instruction = (text: string): string => run(`<w:instrText xml:space="preserve">${text}</w:instrText>`);

const blip = (attributes: string, inner = ''): string =>
  run(
    `<w:drawing><wp:inline distT="0" distB="0" distL="0" distR="0"><wp:extent cx="720000" cy="720000"/><wp:docPr id="9" name="P"/><wp:cNvGraphicFramePr/><a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:pic><pic:nvPicPr><pic:cNvPr id="9" name="P"/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill><a:blip ${attributes}>${inner}</a:blip><a:stretch><a:fillRect/></a:stretch></pic:blipFill><pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="720000" cy="720000"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></pic:spPr></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing>`,
  );

const shape = (inner: string): string =>
  run(`<w:pict><v:shape id="s" style="width:50pt;height:50pt">${inner}</v:shape></w:pict>`);

const svg = (inner: string): Uint8Array =>
  new TextEncoder().encode(
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="90" height="90"><rect width="90" height="90" fill="#ace"/>${inner}</svg>`,
  );

/** The same document with one setting, and one relationship of it to the outside. */
const withSetting = (file: Uint8Array, inner: string, kind: string, target: string): Uint8Array =>
  withParts(file, {
    'word/settings.xml': `${XML_HEAD}<w:settings ${NAMESPACES}>${inner}</w:settings>`,
    'word/_rels/settings.xml.rels': `${XML_HEAD}<Relationships xmlns="${RELS}"><Relationship Id="rId1" Type="${REL}/${kind}" Target="${target}" TargetMode="External"/></Relationships>`,
  });

const chunk =
  (name: string, type: string, content: string): Piece =>
  (build) => {
    build.file(`word/${name}`, type, content);
    return `<w:altChunk r:id="${build.relate('aFChunk', name)}"/>`;
  };

export interface Hostile {
  readonly name: string;
  readonly docx: Uint8Array;
}

export const hostileDocuments = (address: (name: string) => string, canary: string): Hostile[] => {
  const made: Hostile[] = [];
  const add = (name: string, ...items: Piece[]): void => {
    made.push({ name, docx: docx(p(`VISIBLE ${name}`), ...items, p('THE END')) });
  };
  const url = (name: string): string => `${address(name)}.png`;
  const linked =
    (name: string, kind: string): Piece =>
    (build) =>
      `<w:p>${blip(`r:link="${build.relate(kind, url(name), true)}"`)}</w:p>`;
  const inParagraph = (xml: string): Piece => p(raw(xml));

  add('linked-picture', linked('linked-picture', 'image'));
  add('picture-borrows-link', linked('picture-borrows-link', 'hyperlink'));
  add(
    'embedded-from-outside',
    (build) => `<w:p>${blip(`r:embed="${build.relate('image', url('embedded-from-outside'), true)}"`)}</w:p>`,
  );
  add(
    'internal-target-with-scheme',
    (build) => `<w:p>${blip(`r:embed="${build.relate('image', url('internal-target-with-scheme'))}"`)}</w:p>`,
  );
  add('linked-file', (build) => `<w:p>${blip(`r:link="${build.relate('image', canary, true)}"`)}</w:p>`);
  add('vml-source', inParagraph(shape(`<v:imagedata src="${url('vml-source')}" o:title="x"/>`)));
  add(
    'vml-href',
    (build) =>
      `<w:p>${shape(`<v:imagedata r:href="${build.relate('image', url('vml-href'), true)}"/>`)}</w:p>`,
  );
  add('vml-office-href', inParagraph(shape(`<v:imagedata o:href="${url('vml-office-href')}"/>`)));
  add('vml-fill', inParagraph(shape(`<v:fill type="frame" src="${url('vml-fill')}"/>`)));
  add(
    'vml-relationship',
    (build) =>
      `<w:p>${shape(`<v:imagedata r:id="${build.relate('image', url('vml-relationship'), true)}"/>`)}</w:p>`,
  );

  add('includepicture', p(field(`INCLUDEPICTURE "${url('includepicture')}" \\* MERGEFORMAT`, 'CACHED')));
  add(
    'includepicture-simple',
    p(simpleField(`INCLUDEPICTURE "${url('includepicture-simple')}" \\d`, 'CACHED')),
  );
  add(
    'includepicture-split',
    inParagraph(
      `${mark('begin')}${instruction(' INCL')}${instruction('UDEPIC')}${instruction(`TURE "${url('includepicture-split')}" \\d `)}${mark('separate')}${run('<w:t>CACHED</w:t>')}${mark('end')}`,
    ),
  );
  add(
    'includepicture-as-text',
    inParagraph(
      `${mark('begin')}${run(`<w:t>INCLUDEPICTURE "${url('includepicture-as-text')}" \\d</w:t>`)}${mark('separate')}${run('<w:t>CACHED</w:t>')}${mark('end')}`,
    ),
  );
  add(
    'includepicture-nested',
    p(field('IF 1 = 1 "x"', field(`INCLUDEPICTURE "${url('includepicture-nested')}" \\d`, 'CACHED'))),
  );
  add(
    'includepicture-by-quote',
    p(
      raw(mark('begin')),
      field('QUOTE "INCLUDEPICTURE"', 'INCLUDEPICTURE'),
      raw(
        `${instruction(` "${url('includepicture-by-quote')}" \\d `)}${mark('separate')}${run('<w:t>CACHED</w:t>')}${mark('end')}`,
      ),
    ),
  );
  add('includetext', p(field(`INCLUDETEXT "${canary}"`, 'CACHED')));
  add('includetext-address', p(field(`INCLUDETEXT "${address('includetext-address')}.txt"`, 'CACHED')));
  add('dde', p(field(`DDEAUTO soffice "${canary}" "Text"`, 'CACHED')));
  add('link', p(field(`LINK Word.Document.12 "${canary}" "" \\a \\r`, 'CACHED')));
  add('database', p(field(`DATABASE \\d "${address('database')}.mdb" \\s "SELECT *"`, 'CACHED')));
  add('referenced-document', p(field(`RD "${canary}"`), field('TOC \\o', 'CACHED')));

  const addSetting = (name: string, inner: string, kind: string, target: string): void => {
    made.push({ name, docx: withSetting(docx(p(`VISIBLE ${name}`), p('THE END')), inner, kind, target) });
  };
  addSetting(
    'attached-template',
    '<w:attachedTemplate r:id="rId1"/>',
    'attachedTemplate',
    `${address('attached-template')}.dotx`,
  );
  addSetting(
    'mail-merge',
    '<w:mailMerge><w:mainDocumentType w:val="formLetters"/><w:dataType w:val="textFile"/><w:query w:val="SELECT * FROM x"/><w:dataSource r:id="rId1"/></w:mailMerge>',
    'mailMergeSource',
    canary,
  );
  add(
    'sub-document',
    (build) =>
      `<w:p><w:subDoc r:id="${build.relate('subDocument', `${address('sub-document')}.docx`, true)}"/></w:p>`,
  );
  add(
    'chunk-outside',
    (build) => `<w:altChunk r:id="${build.relate('aFChunk', `${address('chunk-outside')}.html`, true)}"/>`,
  );
  add(
    'chunk-html',
    chunk('chunk.html', 'text/html', `<html><body><img src="${url('chunk-html')}"></body></html>`),
  );
  add(
    'chunk-rtf',
    chunk(
      'chunk.rtf',
      'application/rtf',
      `{\\rtf1 {\\field{\\*\\fldinst INCLUDEPICTURE "${url('chunk-rtf')}" \\\\d}}}`,
    ),
  );

  add(
    'ole-link',
    (build) =>
      `<w:p>${run(
        `<w:object>${shape(`<v:imagedata r:id="${build.media(PIXEL, 'png', 'image/png')}"/>`).slice('<w:r><w:pict>'.length, -'</w:pict></w:r>'.length)}<o:OLEObject Type="Link" ProgID="Word.Document.12" ShapeID="s" DrawAspect="Content" r:id="${build.relate('oleObject', `${address('ole-link')}.docx`, true)}" UpdateMode="Always"/></w:object>`,
      )}</w:p>`,
  );
  add('svg-image', (build) => {
    const picture = build.media(
      svg(`<image width="90" height="90" xlink:href="${url('svg-image')}"/>`),
      'svg',
      'image/svg+xml',
    );
    return `<w:p>${blip(`r:embed="${picture}"`)}</w:p>`;
  });
  add('svg-twin', (build) => {
    const twin = build.media(
      svg(`<use href="${url('svg-twin')}#x"/><style>@import "${url('svg-twin')}";</style>`),
      'svg',
      'image/svg+xml',
    );
    return `<w:p>${blip(
      `r:embed="${build.media(PIXEL, 'png', 'image/png')}"`,
      `<a:extLst><a:ext uri="{96DAC541-7B7A-43D3-8B79-37D633B846F1}"><asvg:svgBlip xmlns:asvg="http://schemas.microsoft.com/office/drawing/2016/SVG/main" r:embed="${twin}"/></a:ext></a:extLst>`,
    )}</w:p>`;
  });
  add('eps', (build) => {
    const eps = new TextEncoder().encode(
      `%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 90 90\n(${canary}) (r) file 80 string readline pop show\n%%EOF\n`,
    );
    return `<w:p>${blip(`r:embed="${build.media(eps, 'eps', 'image/eps')}"`)}</w:p>`;
  });
  return made;
};
