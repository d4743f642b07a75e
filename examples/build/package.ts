/** body + header + footer → DOCX bytes: styles, numbering, settings and properties that all nine examples share. */
import { ZipWriter } from '../../src/ooxml/zip-write.ts';
import { placeholderPng } from './placeholder.ts';
import { type Look, numberingXml, stylesXml } from './styles.ts';

export interface ExampleDocument {
  readonly title: string;
  readonly look: Look;
  readonly body: string;
  readonly header?: string;
  readonly footer?: string;
  /** Chart parts that `rIdChart1` and so on lead to. */
  readonly charts?: readonly string[];
  /** A4 where no size is given; twips. */
  readonly page?: {
    readonly landscape?: boolean;
    readonly width?: number;
    readonly height?: number;
    readonly margin?: number;
    readonly border?: string;
  };
}

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const NAMESPACES = [
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"',
  'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"',
  'xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"',
  'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"',
  'xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"',
].join(' ');
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml';

const relationships = (rows: readonly (readonly [id: string, type: string, target: string])[]): string =>
  `${HEAD}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${rows
    .map(([id, type, target]) => `<Relationship Id="${id}" Type="${type}" Target="${target}"/>`)
    .join('')}</Relationships>`;

const sectionXml = (document: ExampleDocument): string => {
  const { landscape = false, margin = 1134, border } = document.page ?? {};
  const { width = landscape ? 16838 : 11906, height = landscape ? 11906 : 16838 } = document.page ?? {};
  const edges = ['top', 'left', 'bottom', 'right'];
  return [
    '<w:sectPr>',
    document.header ? '<w:headerReference w:type="default" r:id="rIdHeader"/>' : '',
    document.footer ? '<w:footerReference w:type="default" r:id="rIdFooter"/>' : '',
    `<w:pgSz w:w="${width}" w:h="${height}"${landscape ? ' w:orient="landscape"' : ''}/>`,
    `<w:pgMar w:top="${margin}" w:right="${margin}" w:bottom="${margin}" w:left="${margin}" w:header="567" w:footer="567" w:gutter="0"/>`,
    border
      ? `<w:pgBorders w:offsetFrom="page">${edges.map((side) => `<w:${side} w:val="single" w:sz="24" w:space="24" w:color="${border}"/>`).join('')}</w:pgBorders>`
      : '',
    '<w:cols w:space="708"/></w:sectPr>',
  ].join('');
};

export const buildDocx = (document: ExampleDocument): Uint8Array => {
  const chunks: Uint8Array[] = [];
  const zip = new ZipWriter({ write: (chunk) => void chunks.push(chunk) });
  const text = new TextEncoder();
  const add = (name: string, content: string): void => zip.add(name, text.encode(content));
  const part = (root: string, content: string): string =>
    `${HEAD}<w:${root} ${NAMESPACES}>${content}</w:${root}>`;
  const overrides: readonly (readonly [string, string])[] = [
    ['/word/document.xml', `${WORD}.document.main+xml`],
    ['/word/styles.xml', `${WORD}.styles+xml`],
    ['/word/numbering.xml', `${WORD}.numbering+xml`],
    ['/word/settings.xml', `${WORD}.settings+xml`],
    ...(document.header ? [['/word/header1.xml', `${WORD}.header+xml`] as const] : []),
    ...(document.footer ? [['/word/footer1.xml', `${WORD}.footer+xml`] as const] : []),
    ...(document.charts ?? []).map(
      (_, index) =>
        [
          `/word/charts/chart${index + 1}.xml`,
          'application/vnd.openxmlformats-officedocument.drawingml.chart+xml',
        ] as const,
    ),
    ['/docProps/core.xml', 'application/vnd.openxmlformats-package.core-properties+xml'],
  ];
  add(
    '[Content_Types].xml',
    `${HEAD}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Default Extension="png" ContentType="image/png"/>${overrides.map(([name, type]) => `<Override PartName="${name}" ContentType="${type}"/>`).join('')}</Types>`,
  );
  add(
    '_rels/.rels',
    relationships([
      ['rId1', `${OFFICE}/officeDocument`, 'word/document.xml'],
      [
        'rId2',
        'http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties',
        'docProps/core.xml',
      ],
    ]),
  );
  add('word/document.xml', part('document', `<w:body>${document.body}${sectionXml(document)}</w:body>`));
  add('word/styles.xml', stylesXml(document.look));
  add('word/numbering.xml', numberingXml(document.look));
  add(
    'word/settings.xml',
    `${HEAD}<w:settings xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:zoom w:percent="100"/><w:defaultTabStop w:val="709"/><w:characterSpacingControl w:val="doNotCompress"/><w:compat><w:compatSetting w:name="compatibilityMode" w:uri="http://schemas.microsoft.com/office/word" w:val="15"/></w:compat></w:settings>`,
  );
  const placeholder = ['rIdPlaceholder', `${OFFICE}/image`, 'media/placeholder.png'] as const;
  add(
    'word/_rels/document.xml.rels',
    relationships([
      ['rIdStyles', `${OFFICE}/styles`, 'styles.xml'],
      ['rIdNumbering', `${OFFICE}/numbering`, 'numbering.xml'],
      ['rIdSettings', `${OFFICE}/settings`, 'settings.xml'],
      ...(document.header ? [['rIdHeader', `${OFFICE}/header`, 'header1.xml'] as const] : []),
      ...(document.footer ? [['rIdFooter', `${OFFICE}/footer`, 'footer1.xml'] as const] : []),
      ...(document.body.includes('rIdPlaceholder') ? [placeholder] : []),
      ...(document.charts ?? []).map(
        (_, index) => [`rIdChart${index + 1}`, `${OFFICE}/chart`, `charts/chart${index + 1}.xml`] as const,
      ),
    ]),
  );
  for (const [index, chart] of (document.charts ?? []).entries())
    add(`word/charts/chart${index + 1}.xml`, chart);
  for (const [name, root, content] of [
    ['header1', 'hdr', document.header],
    ['footer1', 'ftr', document.footer],
  ] as const) {
    if (!content) continue;
    add(`word/${name}.xml`, part(root, content));
    if (content.includes('rIdPlaceholder')) add(`word/_rels/${name}.xml.rels`, relationships([placeholder]));
  }
  if (`${document.body}${document.header ?? ''}${document.footer ?? ''}`.includes('rIdPlaceholder')) {
    zip.add('word/media/placeholder.png', placeholderPng());
  }
  add(
    'docProps/core.xml',
    `${HEAD}<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><dc:title>${document.title}</dc:title><dc:creator>Platen examples</dc:creator><dcterms:created xsi:type="dcterms:W3CDTF">2026-11-01T00:00:00Z</dcterms:created></cp:coreProperties>`,
  );
  zip.finish();
  return Buffer.concat(chunks);
};
