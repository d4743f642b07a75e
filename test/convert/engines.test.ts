/** Both engines keep the contract. */
import { LibreOfficeEngine } from '../../src/convert/libreoffice/libreoffice-engine.ts';
import { NativeEngine } from '../../src/convert/native/native-engine.ts';
import { pdfEngineContract } from '../contracts/pdf-engine.ts';
import { noOffice, searchPath } from '../support/libreoffice.ts';
import { noPoppler } from '../support/pdf.ts';

pdfEngineContract('native', {
  isMissing: noPoppler,
  open: (settings) => new NativeEngine({ processes: 1, ...settings }),
});

pdfEngineContract('libreoffice', {
  isMissing: noOffice || noPoppler,
  open: (settings) => new LibreOfficeEngine({ processes: 1, searchPath, ...settings }),
});
