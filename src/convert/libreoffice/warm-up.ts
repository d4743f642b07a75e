/** The smallest document that makes LibreOffice load what every conversion needs: text, a table, a picture. */

import { CONTENT_TYPES_PART, writeContentTypes } from '../../ooxml/content-types.ts';
import { NAMESPACE_BY_PREFIX } from '../../ooxml/namespaces.ts';
import { RELATIONSHIP_TYPE, writeRelationships } from '../../ooxml/relationships.ts';
import { ZipWriter } from '../../ooxml/zip-write.ts';

const TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';
const MAIN = 'word/document.xml';

export const warmUpDocument = (): Uint8Array => {
  const chunks: Uint8Array[] = [];
  const writer = new ZipWriter({ write: (chunk) => chunks.push(chunk) });
  const cell = '<w:tc><w:p><w:r><w:t>ready</w:t></w:r></w:p></w:tc>';
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
    `<w:document xmlns:w="${NAMESPACE_BY_PREFIX.get('w')}"><w:body><w:p><w:r><w:t>Platen</w:t></w:r></w:p>` +
      `<w:tbl><w:tblGrid><w:gridCol/></w:tblGrid><w:tr>${cell}</w:tr></w:tbl><w:p/></w:body></w:document>`,
  );
  writer.finish();
  return Buffer.concat(chunks);
};
