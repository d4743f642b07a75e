/**
 * Which version of a template is the newest, or the one that a label points at, from memory.
 *
 * What stands here may be outdated, by another server or a command line. So it is only for what is checked again inside the
 * transaction that pays for the document: there it is found out, forgotten, and asked of the store.
 */
import { LRUCache } from 'lru-cache';
import { PlatenError } from '../../errors.ts';
import type { Template, TemplateVersion } from '../model.ts';

interface FoundTemplate {
  readonly template: Template;
  readonly version: TemplateVersion;
}

/** Undefined: the newest. */
interface Labelled {
  readonly label: string;
}

const REMEMBERED = 10_000;

export class NewestVersions {
  readonly #find: (organizationId: string, key: string, label?: Labelled) => Promise<FoundTemplate>;
  readonly #known = new LRUCache<string, FoundTemplate>({ max: REMEMBERED });

  constructor(find: NewestVersions['get']) {
    this.#find = find;
  }

  async get(organizationId: string, key: string, label?: Labelled): Promise<FoundTemplate> {
    const address = addressOf(organizationId, key, label);
    const known = this.#known.get(address);
    if (known !== undefined) return known;
    const found = await this.#find(organizationId, key, label);
    this.#known.set(address, found);
    return found;
  }

  forget(organizationId: string, key: string, label?: Labelled): void {
    this.#known.delete(addressOf(organizationId, key, label));
  }
}

/** An organization's id and a label have no blank in them. */
const addressOf = (organizationId: string, key: string, label: Labelled | undefined): string =>
  `${organizationId} ${label?.label ?? ''} ${key}`;

/** Seen by a caller only where it happens again and again. */
export class TemplateChanged extends PlatenError {
  constructor() {
    super('busy', 'The template is being replaced again and again; try again shortly.', { retryAfter: 1 });
  }
}
