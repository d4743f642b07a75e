/**
 * docs/*.md as modules of the console: `virtual:docs` is the list of pages, each of them a chunk of its own that is loaded when it is
 * opened. The files are the one source; nothing of them is written a second time.
 */
import { join } from 'node:path';
import type { Plugin } from 'vite';
import type { DocsEntry } from '../screens/docs/page.ts';
import { DOCS_GROUPS } from './docs-list.ts';
import { type ReadPage, readDocsPage } from './docs-pages.ts';

const LIST = 'virtual:docs';
const PAGE = 'virtual:docs/';
/** By convention: what begins so is no file, and no other plugin's business. */
const OWN = '\0';

export const readDocs = (folder: string): readonly (ReadPage & DocsEntry)[] => {
  const entries = DOCS_GROUPS.flatMap(([group, pages]) =>
    pages.map(([name, title]) => ({ group, name, title })),
  );
  const served = new Set(entries.map(({ name }) => name));
  return entries.map(({ group, name, title }) => {
    const page = readDocsPage(folder, name, served);
    return { ...page, group, title: title ?? page.title ?? name };
  });
};

export const docsPlugin = (folder: string): Plugin => {
  /** Read again at each build, and in development when the page is loaded. */
  let pages: ReturnType<typeof readDocs> = [];
  return {
    name: 'platen-docs',
    buildStart() {
      pages = readDocs(folder);
      for (const { name } of pages) this.addWatchFile(join(folder, `${name}.md`));
    },
    resolveId: (id) => (id === LIST || id.startsWith(PAGE) ? OWN + id : undefined),
    load(id) {
      if (id === OWN + LIST) return listModule(pages);
      const page = id.startsWith(OWN + PAGE)
        ? pages.find(({ name }) => name === id.slice((OWN + PAGE).length))
        : undefined;
      return page === undefined ? undefined : pageModule(page);
    },
  };
};

const listModule = (pages: readonly DocsEntry[]): string => {
  const rows = pages.map(({ name, title, group }) => {
    const facts = JSON.stringify({ name, title, group });
    return `{ ...${facts}, load: async () => (await import(${JSON.stringify(PAGE + name)})).page }`;
  });
  return `export const DOCS = [${rows.join(',\n')}];`;
};

const pageModule = ({ name, title, sections, assets }: ReadPage & DocsEntry): string => {
  const imports = assets.map(
    (file, index) => `import asset${index} from ${JSON.stringify(`${file}?url&no-inline`)};`,
  );
  const text = JSON.stringify({ name, title, sections }).replace(/__ASSET_(\d+)__/g, '" + asset$1 + "');
  return `${imports.join('\n')}\nexport const page = ${text};`;
};
