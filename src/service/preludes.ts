/** What an organization defines for all its templates: read, changed, and told about where a change breaks some of them. */
import { LRUCache } from 'lru-cache';
import { PlatenError, type Problem } from '../errors.ts';
import type { Caller } from './authenticator.ts';
import { FieldErrors } from './field-errors.ts';
import type { Prelude, PreludeDefinition } from './model.ts';
import type { OrganizationStore, TemplateStore } from './ports.ts';
import type { Includes, Renderer } from './renderer-ports.ts';
import { versionOf } from './template-rules.ts';

/** As long as a key is remembered. */
const MEMORY_MS = 500;
const REMEMBERED = 10_000;

/** The newest prelude of an organization, half a second old at most. */
export class PreludeMemory {
  readonly #organizations: Pick<OrganizationStore, 'prelude'>;
  readonly #known = new LRUCache<string, Promise<Prelude | undefined>>({
    max: REMEMBERED,
    ttl: MEMORY_MS,
    ttlResolution: 0,
  });

  constructor(organizations: Pick<OrganizationStore, 'prelude'>) {
    this.#organizations = organizations;
  }

  get(organizationId: string): Promise<Prelude | undefined> {
    const known = this.#known.get(organizationId);
    if (known !== undefined) return known;
    const search = this.#organizations.prelude(organizationId);
    this.#known.set(organizationId, search);
    search.catch(() => this.#known.delete(organizationId));
    return search;
  }

  forget(organizationId: string): void {
    this.#known.delete(organizationId);
  }
}

interface Needs {
  readonly organizations: Pick<OrganizationStore, 'prelude' | 'setPrelude'>;
  readonly templates: Pick<TemplateStore, 'including'>;
  readonly renderer: Pick<Renderer, 'prelude'>;
  readonly memory: PreludeMemory;
  readonly now: () => number;
}

interface SentPrelude {
  readonly definitions?: unknown;
  readonly translations?: unknown;
  readonly expectedVersion?: unknown;
  readonly force?: unknown;
}

const DEFINITION_CHARACTERS = 64 * 1024;
const TRANSLATION_CHARACTERS = 256 * 1024;
/** Of one text: a tag holds a few of them. */
const TEXT_BYTES = 4_000;

export class Preludes {
  readonly #needs: Needs;

  constructor(needs: Needs) {
    this.#needs = needs;
  }

  get(organizationId: string): Promise<Prelude | undefined> {
    return this.#needs.organizations.prelude(organizationId);
  }

  /** With the templates that it breaks, where that was said to be all right. */
  async put(
    { organization, actor }: Caller,
    sent: SentPrelude,
    signal: AbortSignal,
  ): Promise<{ readonly prelude: Prelude; readonly broken: readonly Problem[] }> {
    const { organizations, renderer, memory, now } = this.#needs;
    const fieldErrors = new FieldErrors();
    const definitions = fieldErrors.field('definitions', () => definitionsOf(sent.definitions), '');
    const translations = fieldErrors.field('translations', () => translationsOf(sent.translations), null);
    const force = fieldErrors.field('force', () => forceOf(sent.force), false);
    const expectedVersion = fieldErrors.field(
      'expectedVersion',
      () => (sent.expectedVersion === undefined ? undefined : expectedOf(sent.expectedVersion)),
      undefined,
    );
    fieldErrors.throwIfAny();
    const organizationId = organization.id;
    const parsed = await renderer.prelude({ organizationId, definitions, signal });
    const broken = await this.#brokenBy(organizationId, parsed);
    if (broken.length > 0 && !force)
      throw new PlatenError(
        'prelude_invalid',
        `Templates use what the prelude would not define any more: ${broken[0]?.message ?? ''}`,
        { hint: 'Keep the definition, change the templates first, or send "force": true.', details: broken },
      );
    const made = await organizations.setPrelude(
      organizationId,
      { definitions, parsed, translations },
      { name: actor, at: now() },
      expectedVersion,
    );
    memory.forget(organizationId);
    if (made === undefined) throw new Error('the organization of a caller is gone');
    return { prelude: made, broken };
  }

  async #brokenBy(organizationId: string, parsed: readonly PreludeDefinition[]): Promise<readonly Problem[]> {
    const defined = new Set(parsed.map(({ name }) => name));
    const users = await this.#needs.templates.including(organizationId);
    return users.flatMap(({ key, includes }) => {
      const lost = ((JSON.parse(includes) as Includes).names ?? []).filter((name) => !defined.has(name));
      if (lost.length === 0) return [];
      return [{ code: 'used_by', message: `"${key}" uses ${lost.join(', ')}.`, path: key }];
    });
  }
}

const expectedOf = (value: unknown): number => (value === 0 ? 0 : versionOf(value, 'expectedVersion'));

const refuse = (message: string): never => {
  throw new PlatenError('bad_request', message);
};

const forceOf = (value: unknown): boolean => {
  if (value === undefined || typeof value === 'boolean') return value ?? false;
  return refuse('force must be true or false.');
};

const definitionsOf = (value: unknown): string => {
  if (value === undefined || value === null) return '';
  if (typeof value !== 'string') return refuse('definitions must be a text of {SET name = …} tags.');
  if (!value.isWellFormed() || value.includes('\0')) return refuse('definitions must be valid Unicode text.');
  if (value.length > DEFINITION_CHARACTERS)
    return refuse(`definitions must have at most ${DEFINITION_CHARACTERS} characters.`);
  return value;
};

const translationsOf = (value: unknown): Prelude['translations'] => {
  if (value === undefined || value === null) return null;
  if (typeof value !== 'object' || Array.isArray(value))
    return refuse('translations must be an object: {"de": {"Invoice": "Rechnung"}}.');
  const text = JSON.stringify(value);
  if (!text.isWellFormed() || text.includes('\\u0000'))
    return refuse('translations must be valid Unicode text.');
  if (text.length > TRANSLATION_CHARACTERS)
    return refuse(`translations must have at most ${TRANSLATION_CHARACTERS} characters.`);
  for (const [language, texts] of Object.entries(value))
    for (const [key, one] of isGroup(texts) ? Object.entries(texts) : [['', texts] as const])
      if (Buffer.byteLength(JSON.stringify([language, key, one])) > TEXT_BYTES)
        return refuse(
          `The translation ${JSON.stringify(`${language}.${key}`.slice(0, 80))} is longer than ${TEXT_BYTES} bytes.`,
        );
  return value as Prelude['translations'];
};

const isGroup = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
