/**
 * emitLink :: link value × options → `w:hyperlink`
 *
 * `{url, label}`, easy-template-x's `{_type: "link", target, text}`, or a bare address. Only http, https, mailto, tel
 * and bookmarks: anything else could run a program or read a file when clicked.
 */

import { dataError } from '../../errors.ts';
import { escapeAttribute } from '../../ooxml/xml.ts';
import { styleByName } from '../../wml/styles.ts';
import { checkedOptions } from './content-options.ts';
import type { ContentOptions } from './content-value.ts';
import { namesOf } from './dialect.ts';
import { inShort } from './in-short.ts';
import type { PartContext } from './part-context.ts';
import { textRun } from './run-text.ts';
import { combine, type Properties, parseProperties, writeProperties } from './word-properties.ts';

export type LinkTarget = { readonly url: string } | { readonly bookmark: string };

const SCHEMES = new Set(['http:', 'https:', 'mailto:', 'tel:']);

const LINK_HINT =
  'A link starts with http://, https://, mailto: or tel:, or is "#" and the name of a bookmark.';

/** What an address leads to, in a form that is a valid URI; undefined where it is none of those allowed. */
export const readLinkTarget = (address: string): LinkTarget | undefined => {
  const text = address.trim();
  if (text.startsWith('#')) return text.length > 1 ? { bookmark: text.slice(1) } : undefined;
  const url = URL.parse(text);
  return url !== null && SCHEMES.has(url.protocol) ? { url: url.href } : undefined;
};

/** The template's own Hyperlink style, or what Word's looks like. */
export const hyperlinkProperties = (context: PartContext): readonly (readonly [string, string])[] => {
  const style = styleByName(context.styles, 'character', 'Hyperlink');
  if (style !== undefined) return [['w:rStyle', `<w:rStyle w:val="${escapeAttribute(style.id)}"/>`]];
  return [
    ['w:color', '<w:color w:val="0563C1"/>'],
    ['w:u', '<w:u w:val="single"/>'],
  ];
};

/** Runs inside a hyperlink, where the place allows one. */
export const hyperlink = (
  target: LinkTarget,
  runs: string,
  context: PartContext,
  tooltip?: string,
): string => {
  if (runs === '' || !context.allowsHyperlinks) return runs;
  const tip = tooltip === undefined || tooltip === '' ? '' : ` w:tooltip="${escapeAttribute(tooltip)}"`;
  const to =
    'bookmark' in target
      ? `w:anchor="${escapeAttribute(target.bookmark)}"`
      : `r:id="${context.addRelationship(`${namesOf(context.dialect).relationships}/hyperlink`, target.url, true)}"`;
  return `<w:hyperlink ${to}${tip} w:history="1">${runs}</w:hyperlink>`;
};

interface LinkValue {
  readonly address: unknown;
  readonly label: unknown;
  readonly tooltip: unknown;
}

const readLinkValue = (value: unknown): LinkValue => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { address: value, label: undefined, tooltip: undefined };
  }
  const own = (...names: readonly string[]): unknown => {
    const name = names.find((candidate) => Object.hasOwn(value, candidate));
    return name === undefined ? undefined : (value as Readonly<Record<string, unknown>>)[name];
  };
  return {
    address: own('url', 'target', 'href'),
    label: own('label', 'text', 'title'),
    tooltip: own('tooltip'),
  };
};

const asText = (value: unknown): string =>
  typeof value === 'string'
    ? value
    : typeof value === 'number' || typeof value === 'boolean'
      ? String(value)
      : '';

const withoutScheme = (address: string): string => address.trim().replace(/^(?:mailto|tel):/i, '');

/** '' where there is no address. */
export const emitLink = (value: unknown, options: ContentOptions, context: PartContext): string => {
  const link = readLinkValue(value);
  if (link.address === undefined || link.address === null || link.address === '') return '';
  if (typeof link.address !== 'string')
    throw dataError(`${inShort(link.address)} is not an address.`, LINK_HINT);
  const target = readLinkTarget(link.address);
  if (target === undefined)
    throw dataError(`${inShort(link.address)} is not an address that a link may have.`, LINK_HINT);
  const { label, tooltip } = checkedOptions('link', options);
  const shown = label ?? (asText(link.label) || withoutScheme(link.address));
  const base: Properties = parseProperties(context.runProperties);
  const properties = writeProperties('w:rPr', combine(base, hyperlinkProperties(context)));
  return hyperlink(target, textRun(shown, properties), context, tooltip ?? asText(link.tooltip));
};
