/**
 * HarmlessLinks :: page → the page without links to scripts and files; their text stays
 *
 * The same links that are taken out before LibreOffice sees a document: a PDF goes to strangers, and a reader that
 * follows `javascript:` or `file:` does so on their machine.
 */
import type { Item, Page } from '../../layout/display-list.ts';
import { isSafeLink } from '../neutralise/links.ts';
import { warningsFor } from '../neutralise/removals.ts';

const isHarmful = (item: Item): boolean =>
  item.kind === 'link' && 'uri' in item.target && !isSafeLink(item.target.uri);

export class HarmlessLinks {
  #hasTakenOut = false;

  readonly page = (page: Page): Page => {
    if (!page.items.some(isHarmful)) return page;
    this.#hasTakenOut = true;
    return { ...page, items: page.items.filter((item) => !isHarmful(item)) };
  };

  get warnings(): readonly string[] {
    return this.#hasTakenOut ? warningsFor(new Set(['link'])) : [];
  }
}
