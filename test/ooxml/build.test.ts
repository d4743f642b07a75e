import { describe, expect, test } from 'vitest';
import { openDocx } from '../../src/ooxml/docx.ts';
import {
  bookmark,
  cell,
  comment,
  controlBlock,
  controlInline,
  deleted,
  docx,
  endnote,
  field,
  footer,
  footnote,
  header,
  hyperlink,
  inserted,
  lastSection,
  p,
  picture,
  properties,
  r,
  row,
  section,
  table,
  textBox,
} from '../support/build.ts';
import { checkDocx } from '../support/docx-validity.ts';
import { paragraphs, partText, withParts } from '../support/read.ts';

const everything = (): Uint8Array =>
  docx(
    p({ style: 'Title' }, 'Everything ', r('bold', { bold: true, size: 14 })),
    p({ list: 'decimal' }, 'first'),
    p({ list: 'bullet', level: 1 }, 'point'),
    table(
      { widths: [3000, 3000, 3000] },
      row({ header: true }, cell({ span: 2 }, 'a'), cell({ merge: 'restart' }, 'b')),
      row('c', 'd', cell({ merge: 'continue' })),
      row(cell({ span: 3 }, table(row('inner')))),
    ),
    p('note', footnote('the foot'), endnote('the end'), comment('why?', 'commented')),
    p(
      hyperlink('https://example.com/?a=1&b=2', 'link'),
      bookmark('here', 'mark'),
      hyperlink('#here', 'back'),
    ),
    p(inserted('new'), deleted('old'), field('PAGE', '1'), picture({ alt: 'dot' }), textBox('boxed')),
    controlBlock({ tag: 'block' }, p('in control')),
    p(controlInline({ alias: 'inline' }, 'inline control')),
    section({ landscape: true }, header('first section')),
    header('top'),
    footer({ type: 'first' }, 'bottom'),
    lastSection({ titlePage: true, columns: 2 }),
    properties({ title: 'A & B', company: 'C', custom: { x: 'y' } }),
  );

describe('documents in one line', () => {
  test('a document with everything opens, with its parts in order', () => {
    const opened = openDocx(everything());
    expect(opened.mainPart).toBe('word/document.xml');
    expect(opened.parts.map(({ name }) => name)).toEqual([
      'word/document.xml',
      'word/header1.xml',
      'word/header2.xml',
      'word/footer1.xml',
      'word/footnotes.xml',
      'word/endnotes.xml',
      'word/comments.xml',
      'word/styles.xml',
      'word/numbering.xml',
      'word/settings.xml',
      'docProps/core.xml',
      'docProps/app.xml',
      'docProps/custom.xml',
    ]);
    expect(opened.partsOf('header')).toEqual(['word/header1.xml', 'word/header2.xml']);
  });

  test('and it is valid', () => {
    expect(checkDocx(everything())).toEqual([]);
  });

  test('text reads back in order', () => {
    expect(paragraphs(everything()).filter((text) => text !== '')).toEqual([
      'Everything bold',
      'first',
      'point',
      'a',
      'b',
      'c',
      'd',
      'inner',
      'notecommented',
      'linkmarkback',
      'new1',
      'boxed',
      'in control',
      'inline control',
    ]);
    expect(paragraphs(everything(), 'word/header1.xml')).toEqual(['first section']);
    expect(paragraphs(everything(), 'word/footnotes.xml')).toContain('the foot');
  });

  test('the same description gives the same bytes', () => {
    expect(Buffer.compare(everything(), everything())).toBe(0);
  });

  test('parts can be exchanged', () => {
    const changed = withParts(docx('a'), { 'word/styles.xml': undefined, 'custom/x.xml': '<x/>' });
    expect([...openDocx(changed).archive.entries.keys()]).not.toContain('word/styles.xml');
    expect(partText(changed, 'custom/x.xml')).toBe('<x/>');
  });
});
