/**
 * readDocsPage :: a file of docs/ → its sections as HTML, with the names by which links find them
 *
 * Links between the files become links between the pages, pictures the names that the build gives them, and what is not served (decisions,
 * examples) is no link. Headings have the names that GitHub gives them, so that a link works in both places; rows of tables that are about
 * one name (a code, a formatter, a setting) have one too.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import MarkdownIt, { type Token } from 'markdown-it';
import type { DocsSection } from '../screens/docs/page.ts';

export interface ReadPage {
  readonly name: string;
  /** That of its first heading. */
  readonly title: string | undefined;
  readonly sections: readonly DocsSection[];
  /** Files that it shows; `__ASSET_0__` in the text stands for the first one's address. */
  readonly assets: readonly string[];
}

const markdown = new MarkdownIt({ html: true });
markdown.renderer.rules['fence'] = (tokens, index) => {
  const { content, info } = tokens[index] as Token;
  const language = markdown.utils.escapeHtml(info.trim());
  return `<div data-code><pre tabindex="0"><code data-language="${language}">${markdown.utils.escapeHtml(content)}</code></pre><button type="button" data-copy>Copy</button></div>\n`;
};
markdown.renderer.rules['table_open'] = () => '<div data-table tabindex="0"><table>\n';
markdown.renderer.rules['table_close'] = () => '</table></div>\n';

/** As GitHub makes it: what is neither letter, digit, hyphen nor underscore goes, spaces become hyphens. */
const slugOf = (title: string): string =>
  title
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}_\- ]/gu, '')
    .replaceAll(' ', '-');

/** What an inline token shows, without its markup. */
const plainOf = (token: Token | undefined): string =>
  (token?.children ?? [])
    .filter(({ type }) => type === 'text' || type === 'code_inline')
    .map(({ content }) => content)
    .join('');

const PICTURE = /<picture><source[^>]*srcset="([^"]+)"><img alt="([^"]*)" src="([^"]+)"[^>]*><\/picture>/g;

/** Width and height of a PNG file, so that a page does not jump while it loads. */
const sizeOf = (file: string): string => {
  if (!file.endsWith('.png')) return '';
  const bytes = readFileSync(file);
  return ` width="${bytes.readUInt32BE(16)}" height="${bytes.readUInt32BE(20)}"`;
};

export const readDocsPage = (folder: string, name: string, served: ReadonlySet<string>): ReadPage => {
  const assets: string[] = [];
  const assetAt = (path: string): string => {
    const file = join(folder, path);
    const known = assets.indexOf(file);
    return `__ASSET_${known === -1 ? assets.push(file) - 1 : known}__`;
  };
  const picture = (path: string, alt: string, look = ''): string =>
    `<img src="${assetAt(path)}" alt="${alt}"${look}${sizeOf(join(folder, path))} loading="lazy">`;

  /** Undefined where nothing is served that it could lead to. */
  const target = (href: string): string | undefined => {
    if (/^https?:/.test(href)) return href;
    const [file = '', anchor] = href.split('#');
    const page = file === '' ? name : /^([\w-]+)\.md$/.exec(file)?.[1];
    if (page !== undefined && served.has(page)) return `/docs/${page}${anchor ? `#${anchor}` : ''}`;
    return /\.pdf$/.test(file) && existsSync(join(folder, file)) ? assetAt(file) : undefined;
  };

  const changeInline = (children: readonly Token[]): Token[] => {
    /** Of the links that are open, whether they stay. */
    const open: boolean[] = [];
    return children.flatMap((token) => {
      if (token.type === 'link_open') {
        const href = target(String(token.attrGet('href')));
        open.push(href !== undefined);
        if (href === undefined) return [];
        token.attrSet('href', href);
        if (!href.startsWith('/')) {
          token.attrSet('target', '_blank');
          token.attrSet('rel', 'noreferrer');
        }
      } else if (token.type === 'link_close') return open.pop() === true ? [token] : [];
      else if (token.type === 'image') {
        token.type = 'html_inline';
        token.content = picture(String(token.attrGet('src')), markdown.utils.escapeHtml(token.content));
      }
      return [token];
    });
  };

  const ids = new Set<string>();
  const idFor = (wanted: string): string => {
    let id = wanted;
    for (let count = 1; ids.has(id); count++) id = `${wanted}-${count}`;
    ids.add(id);
    return id;
  };

  // Which of two pictures is shown is for the console's colours to say, which may be others than the system's.
  const source = readFileSync(join(folder, `${name}.md`), 'utf8').replace(
    PICTURE,
    (_, dark: string, alt: string, light: string) =>
      picture(light, alt, ' data-look="light"') + picture(dark, alt, ' data-look="dark"'),
  );
  const tokens = withReadableTables(markdown.parse(source.replace(/^<!--.*-->$/gm, ''), {}));
  tokens.forEach((token, index) => {
    if (token.type === 'heading_open') token.attrSet('id', idFor(slugOf(plainOf(tokens[index + 1]))));
    if (token.type === 'tr_open') {
      const [first] = tokens[index + 2]?.children ?? [];
      const [named] = (first?.type === 'code_inline' && /^[A-Za-z]\w*/.exec(first.content)) || [];
      if (named !== undefined && !ids.has(`row-${named}`)) token.attrSet('id', idFor(`row-${named}`));
    }
    if (token.type === 'inline') token.children = changeInline(token.children ?? []);
  });

  const starts = tokens.flatMap((token, index) => (token.type === 'heading_open' ? [index] : []));
  if (starts[0] !== 0) starts.unshift(0);
  const sections = starts.map((start, index): DocsSection => {
    const own = tokens.slice(start, starts[index + 1]);
    const [opening, heading] = own;
    const isTitled = opening?.type === 'heading_open';
    return {
      id: isTitled ? String(opening.attrGet('id')) : '',
      title: isTitled ? plainOf(heading) : '',
      level: isTitled ? Number(opening.tag.slice(1)) : 1,
      html: markdown.renderer.render(own, markdown.options, {}),
    };
  });
  return { name, title: sections.find(({ level, id }) => level === 1 && id !== '')?.title, sections, assets };
};

/** Markdown's tables always have a head: one that says nothing is none, and neither is an empty cell in one. */
const withReadableTables = (tokens: readonly Token[]): Token[] => {
  const kept: Token[] = [];
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index] as Token;
    if (token.type === 'thead_open') {
      const end = tokens.findIndex(({ type }, at) => at > index && type === 'thead_close');
      const head = tokens.slice(index, end);
      if (head.every(({ type, content }) => type !== 'inline' || content === '')) {
        index = end;
        continue;
      }
    }
    // The page's policy forbids styles that stand in the markup.
    const align = /^text-align:(\w+)$/.exec(String(token.attrGet('style')))?.[1];
    if (align !== undefined) token.attrs = [['data-align', align]];
    const isEmpty = tokens[index + (token.type === 'th_open' ? 1 : -1)]?.content === '';
    if ((token.type === 'th_open' || token.type === 'th_close') && isEmpty) token.tag = 'td';
    kept.push(token);
  }
  return kept;
};
