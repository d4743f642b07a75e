/**
 * What a file says of itself: the Info dictionary (§14.3.3) and the same as XMP (ISO 16684-1).
 */
import type { Metadata } from '../layout/display-list.ts';
import { pdfDate, textString } from './syntax.ts';

const PRODUCER = 'Platen';

export const infoDictionary = (metadata: Metadata): string => {
  let entries = '';
  const add = (key: string, value: string | undefined): void => {
    if (value !== undefined && value !== '') entries += `/${key}${textString(value)}`;
  };
  add('Title', metadata.title);
  add('Author', metadata.author);
  add('Subject', metadata.subject);
  add('Keywords', metadata.keywords);
  add('Creator', metadata.creator);
  add('Producer', PRODUCER);
  add('CreationDate', metadata.created === undefined ? undefined : pdfDate(metadata.created));
  add('ModDate', metadata.modified === undefined ? undefined : pdfDate(metadata.modified));
  return `<<${entries}>>`;
};

const XML_ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

const escapeXml = (text: string): string =>
  text
    // What XML 1.0 does not allow at all.
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replace(/[&<>"]/g, (character) => XML_ESCAPES[character] ?? character);

/** XMP wants whole seconds, as the Info dictionary has them. */
const xmpDate = (iso: string | undefined): string | undefined => {
  const time = iso === undefined ? Number.NaN : Date.parse(iso);
  return Number.isNaN(time) ? undefined : `${new Date(time).toISOString().slice(0, 19)}Z`;
};

/** As UTF-8 bytes in a Latin-1 string. */
export const xmpPacket = (
  metadata: Metadata,
  options: { readonly pdfA: boolean; readonly tagged: boolean },
): string => {
  const lines: string[] = [];
  const simple = (element: string, value: string | undefined): void => {
    if (value !== undefined && value !== '') lines.push(`<${element}>${escapeXml(value)}</${element}>`);
  };
  const listed = (element: string, kind: 'Alt' | 'Seq', value: string | undefined): void => {
    if (value === undefined || value === '') return;
    const language = kind === 'Alt' ? ' xml:lang="x-default"' : '';
    lines.push(
      `<${element}><rdf:${kind}><rdf:li${language}>${escapeXml(value)}</rdf:li></rdf:${kind}></${element}>`,
    );
  };
  listed('dc:title', 'Alt', metadata.title);
  listed('dc:creator', 'Seq', metadata.author);
  listed('dc:description', 'Alt', metadata.subject);
  simple('pdf:Keywords', metadata.keywords);
  simple('pdf:Producer', PRODUCER);
  simple('xmp:CreatorTool', metadata.creator);
  simple('xmp:CreateDate', xmpDate(metadata.created));
  simple('xmp:ModifyDate', xmpDate(metadata.modified));
  if (options.pdfA) lines.push('<pdfaid:part>2</pdfaid:part><pdfaid:conformance>B</pdfaid:conformance>');
  const packet =
    '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>\n' +
    '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">' +
    '<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/"' +
    ' xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/">\n' +
    `${lines.join('\n')}\n</rdf:Description></rdf:RDF></x:xmpmeta>\n<?xpacket end="w"?>`;
  return Buffer.from(packet, 'utf8').toString('latin1');
};
