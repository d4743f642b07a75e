/**
 * Handlebars over a document: what jsreport does with a template that uses none of its own helpers. The tags of each
 * paragraph are made whole, each in the run where it begins, and Handlebars reads the part's XML as plain text.
 */
import Handlebars from 'handlebars';
import PizZip from 'pizzip';
import type { Peer } from '../scripts/compat/peer.ts';
import { descendantsOf, escapeText, parseXml, textContent, type XmlElement } from '../src/ooxml/xml.ts';

const CORE = new Set(['if', 'unless', 'each', 'with', 'else', 'lookup', 'log', 'as', 'this']);
/** A tag that is not closed runs to the end of its paragraph, for Handlebars to refuse. */
const TAG = /\{\{!--.*?--\}\}|\{\{\{.*?\}\}\}|\{\{.*?(?:\}\}|$)/gs;

export const handlebars: Peer = {
  name: 'Handlebars',
  ownCode(tags) {
    for (const tag of tags) {
      const inner = tag.replace(/^~?[#^/&{]?|~?\}?$/g, '').trim();
      const [name = '', ...rest] = inner.split(/\s+/);
      if (tag.startsWith('!')) continue;
      if (tag.startsWith('>') || tag.startsWith('#>')) return `partial ${inner}`;
      if (name.startsWith('docx')) return `helper ${name}`;
      const call = /\((\w+)/.exec(inner)?.[1];
      if (call !== undefined && !CORE.has(call)) return `helper ${call}`;
      if (rest.length > 0 && !CORE.has(name)) return `helper ${name}`;
    }
    return undefined;
  },
  async fill({ template, data }) {
    const zip = new PizZip(template);
    for (const name of Object.keys(zip.files)) {
      if (!/^word\/(document|header\d*|footer\d*|footnotes|endnotes)\.xml$/.test(name)) continue;
      const source = wholeTags(zip.files[name].asText());
      zip.file(name, Handlebars.compile(source)(data));
    }
    return zip.generate({ type: 'uint8array' });
  },
};

/** A tag's characters all go to the `w:t` that holds its first one. */
const wholeTags = (source: string): string => {
  const leaves = new Map<XmlElement, XmlElement[]>();
  for (const element of descendantsOf(parseXml(source))) {
    if (element.name !== 'w:t') continue;
    const paragraph = paragraphOf(element);
    if (paragraph !== undefined) leaves.set(paragraph, [...(leaves.get(paragraph) ?? []), element]);
  }
  const edits = [...leaves.values()].flatMap(joined).sort((a, b) => b.leaf.start - a.leaf.start);
  let out = source;
  for (const { leaf, text } of edits)
    out = `${out.slice(0, leaf.start)}<${leaf.rawName} xml:space="preserve">${text}</${leaf.rawName}>${out.slice(leaf.end)}`;
  return out;
};

const paragraphOf = (element: XmlElement): XmlElement | undefined => {
  let at = element.parent;
  while (at !== undefined && at.name !== 'w:p') at = at.parent;
  return at;
};

const joined = (leaves: readonly XmlElement[]): { leaf: XmlElement; text: string }[] => {
  const texts = leaves.map(textContent);
  const whole = texts.join('');
  const tags = [...whole.matchAll(TAG)].map((match) => ({
    from: match.index,
    to: match.index + match[0].length,
  }));
  if (tags.length === 0) return [];
  const edits: { leaf: XmlElement; text: string }[] = [];
  let at = 0;
  for (const [index, leaf] of leaves.entries()) {
    const end = at + (texts[index] ?? '').length;
    let text = '';
    for (let from = at; from < end; ) {
      const tag = tags.find((one) => one.to > from);
      if (tag === undefined || tag.from >= end) {
        text += escapeText(whole.slice(from, end));
        from = end;
      } else if (tag.from < from) from = Math.min(tag.to, end);
      else {
        text += escapeText(whole.slice(from, tag.from)) + whole.slice(tag.from, tag.to);
        from = Math.min(tag.to, end);
      }
    }
    edits.push({ leaf, text });
    at = end;
  }
  return edits;
};
