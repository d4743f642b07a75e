import { describe, expect, test } from 'vitest';
import { attachment, hasTag, listHeader } from '../../src/http/answer-headers.ts';

describe('listHeader', () => {
  test('is as the documentation shows it', () => {
    expect(listHeader(['customer.vat', 'items[].sku'])).toBe('2; customer.vat, items%5B%5D.sku');
    expect(listHeader([])).toBeUndefined();
  });

  test('counts everything and shows what fits into 2 KiB', () => {
    const header = listHeader(Array.from({ length: 5000 }, (_, index) => `field${index}`)) ?? '';
    expect(header.length).toBeLessThanOrEqual(2048);
    expect(header).toMatch(/^5000; field0, field1, .*, field\d+$/);
    expect(listHeader(['x'.repeat(5000)])).toBe('1;');
  });

  test('is always a legal header, whatever the paths hold', () => {
    expect(listHeader(['a\r\nSet-Cookie: x', '\uD800', 'ü, ö'])).toMatch(/^[\x21-\x7e ]+$/);
  });
});

describe('attachment', () => {
  test.each([
    ['Invoice', 'docx', 'attachment; filename="Invoice.docx"'],
    ['invoice.PDF', 'pdf', 'attachment; filename="invoice.PDF"'],
    ['report.pdf', 'docx', 'attachment; filename="report.docx"'],
    ['Invoice.docx', 'pdf', 'attachment; filename="Invoice.pdf"'],
    ['Invoice.DOCX', 'docx', 'attachment; filename="Invoice.DOCX"'],
    ['.docx', 'pdf', 'attachment; filename="docx.pdf"'],
    ['v1.2', 'pdf', 'attachment; filename="v1.2.pdf"'],
    [
      'Rechnung für Müller',
      'pdf',
      `attachment; filename="Rechnung fur Muller.pdf"; filename*=UTF-8''Rechnung%20f%C3%BCr%20M%C3%BCller.pdf`,
    ],
    ['../../etc/passwd', 'docx', 'attachment; filename="_.._etc_passwd.docx"'],
    ['a\r\nX: y', 'docx', 'attachment; filename="a_X_ y.docx"'],
    ['...', 'pdf', 'attachment; filename="document.pdf"'],
  ] as const)('%j as %s', (name, extension, header) => {
    expect(attachment(name, extension)).toBe(header);
  });

  test('is short and legal for any text', () => {
    for (const name of ['x'.repeat(5000), '🙂'.repeat(500), '\uD800\u0000"\\;', '合同']) {
      const header = attachment(name, 'docx');
      expect(header).toMatch(/^attachment; filename="[\x20-\x7e]+\.docx"(; filename\*=UTF-8''[\w.%~!-]+)?$/);
      expect(header.length).toBeLessThan(2500);
    }
  });
});

test('If-None-Match: the tag, weak or strong, among others, and * for any', () => {
  for (const header of ['"a"', 'W/"a"', '"b", "a"', '"b" ,W/"a"', '*'])
    expect(hasTag(header, '"a"'), header).toBe(true);
  for (const header of [undefined, '', '"b"', 'a', '"a', 'W/"b"']) expect(hasTag(header, '"a"')).toBe(false);
});
