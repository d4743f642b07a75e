/** A document that makes an engine load what every conversion needs: text in two weights, and a table. */

import { CONTENT_TYPES_PART, writeContentTypes } from '../ooxml/content-types.ts';
import { NAMESPACE_BY_PREFIX } from '../ooxml/namespaces.ts';
import { RELATIONSHIP_TYPE, writeRelationships } from '../ooxml/relationships.ts';
import { ZipWriter } from '../ooxml/zip-write.ts';

const TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';
const MAIN = 'word/document.xml';

export const warmUpDocument = (): Uint8Array => {
  const chunks: Uint8Array[] = [];
  const writer = new ZipWriter({ write: (chunk) => chunks.push(chunk) });
  const cell = (text: string): string => `<w:tc><w:p><w:r><w:t>${text}</w:t></w:r></w:p></w:tc>`;
  const rows = Array.from({ length: 20 }, (_, at) => `<w:tr>${cell(`Line ${at}`)}${cell(`${at}.50`)}</w:tr>`);
  const paragraph = (text: string): string => `<w:p><w:r><w:rPr><w:b/></w:rPr><w:t>${text}</w:t></w:r></w:p>`;
  writer.add(
    CONTENT_TYPES_PART,
    writeContentTypes({
      defaults: new Map([['rels', 'application/vnd.openxmlformats-package.relationships+xml']]),
      overrides: new Map([[MAIN, TYPE]]),
    }),
  );
  writer.add(
    '_rels/.rels',
    writeRelationships([
      { id: 'rId1', type: `${RELATIONSHIP_TYPE}/officeDocument`, target: MAIN, external: false },
    ]),
  );
  writer.add(
    MAIN,
    `<w:document xmlns:w="${NAMESPACE_BY_PREFIX.get('w')}"><w:body>${paragraph('Platen is ready.')}` +
      `<w:tbl><w:tblGrid><w:gridCol/><w:gridCol/></w:tblGrid>${rows.join('')}</w:tbl><w:p/></w:body></w:document>`,
  );
  writer.finish();
  return Buffer.concat(chunks);
};
