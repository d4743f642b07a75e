/** What a file of docs/ is when the console shows it: made by `build/docs-pages.ts`, once, when the console is built. */

export interface DocsSection {
  /** The name in an address, as GitHub gives it; of what stands before the first heading, empty. */
  readonly id: string;
  readonly title: string;
  /** 1 is the page's own heading. */
  readonly level: number;
  /** With its heading. Our own text, and safe as such. */
  readonly html: string;
}

export interface DocsPage {
  /** `templates` for docs/templates.md. */
  readonly name: string;
  readonly title: string;
  readonly sections: readonly DocsSection[];
}

/** A page in the list of them, which is there before the page itself. */
export interface DocsEntry {
  readonly name: string;
  readonly title: string;
  readonly group: string;
}
