/**
 * Reading documents back in tests: parts as text, and what a person would read in them.
 */
import { openDocx } from '../../src/ooxml/docx.ts';
import type { XmlElement } from '../../src/ooxml/xml.ts';
import { openZip, readEntry } from '../../src/ooxml/zip-read.ts';
import { zip } from './build-package.ts';

export const partText = (file: Uint8Array, part = 'word/document.xml'): string => openDocx(file).text(part);

const TEXTS: ReadonlySet<string> = new Set(['w:t', 'm:t']);

/** One string a paragraph, tables and text boxes included, tabs and breaks as characters, deleted text left out. */
export const paragraphs = (file: Uint8Array, part = 'word/document.xml'): string[] => {
  const found: { text: string }[] = [];
  const walk = (element: XmlElement, into: { text: string } | undefined): void => {
    let current = into;
    if (element.name === 'w:p') {
      current = { text: '' };
      found.push(current);
    }
    if (current !== undefined) {
      if (element.name === 'w:tab' && element.parent?.name === 'w:r') current.text += '\t';
      if (element.name === 'w:br' || element.name === 'w:cr') current.text += '\n';
    }
    for (const node of element.children) {
      if (node.kind === 'element' && node.name !== 'mc:Fallback') walk(node, current);
      if (node.kind === 'text' && TEXTS.has(element.name) && current !== undefined) current.text += node.text;
    }
  };
  walk(openDocx(file).xml(part), undefined);
  return found.map(({ text }) => text);
};

/** The same package with some parts replaced, added, or (with undefined) left out. */
export const withParts = (
  file: Uint8Array,
  changes: Readonly<Record<string, string | Uint8Array | undefined>>,
): Uint8Array => {
  const files = new Map<string, string | Uint8Array>();
  for (const entry of openZip(file).entries.values()) files.set(entry.name, readEntry(entry));
  for (const [name, content] of Object.entries(changes)) {
    if (content === undefined) files.delete(name);
    else files.set(name, content);
  }
  return zip(Object.fromEntries(files));
};
