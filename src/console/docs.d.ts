/** What `build/docs-plugin.ts` makes of docs/. */
declare module 'virtual:docs' {
  import type { DocsEntry, DocsPage } from './screens/docs/page.ts';

  export const DOCS: readonly (DocsEntry & { readonly load: () => Promise<DocsPage> })[];
}
