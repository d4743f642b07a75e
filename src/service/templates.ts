/** Upload, replace, publish, list, open, rename, bring back and delete: what happens to templates, whoever asks. */
import { randomUUID } from 'node:crypto';
import { PlatenError, type Problem } from '../errors.ts';
import type { Watch } from '../stages.ts';
import type { DataReport } from '../template/inspect/validate-data.ts';
import type { Caller } from './authenticator.ts';
import type {
  DraftSummary,
  ListedTemplate,
  Organization,
  Storage,
  Template,
  TemplateVersion,
  VersionSummary,
} from './model.ts';
import type { Actor, NewVersion } from './ports.ts';
import type { CheckedFile, CheckJob } from './renderer-ports.ts';
import { includesOf, usersOf } from './template-includes.ts';
import { storageLimitsOf, templateKeyOf } from './template-rules.ts';
import { alreadyThere, inUse, noDraft, noLabel, templateNotFound, unpublished } from './versions/refusals.ts';
import type { LabelStore, VersionChoice } from './versions/template-ports.ts';
import { choiceOf } from './versions/version-choice.ts';
import { type MakerNeeds, type TemplateUpload, VersionMaker } from './versions/version-maker.ts';

/** A change of a template that is there. */
interface TemplateChange {
  readonly caller: Caller;
  readonly key: string;
  /** Which version the caller has seen; where another one is the newest by now, nothing changes. */
  readonly expectedVersion?: number;
}

/** An upload that is to wait for its publication. */
interface DraftUpload {
  readonly draft?: boolean;
  /** Which draft the caller has seen (0: none). */
  readonly expectedDraft?: number;
}

/** What has become of an upload. */
interface Stored {
  /** What the file was warned about. */
  readonly warnings: readonly Problem[];
  /** The number of the draft that it is. */
  readonly draft?: number;
}

/** What is remembered of an upload. */
export interface StoredBefore {
  /** Sentences. */
  readonly warnings: readonly string[];
  readonly draft?: number;
}

export interface Page {
  readonly limit: number;
  readonly after?: { readonly createdAt: number; readonly key: string };
}

interface Needs extends MakerNeeds {
  readonly watch: Pick<Watch, 'current'>;
  readonly labels: Pick<LabelStore, 'list'>;
}

export class Templates {
  readonly #needs: Needs;
  readonly #maker: VersionMaker;

  constructor(needs: Needs) {
    this.#needs = needs;
    this.#maker = new VersionMaker(needs);
  }

  async upload(
    upload: TemplateUpload & DraftUpload & { readonly name?: string; readonly overwrite: boolean },
  ): Promise<Stored> {
    const { caller, key, name, overwrite } = upload;
    const organizationId = caller.organization.id;
    const { templates } = this.#needs;
    // Looked at before the costly part; the create below is what decides.
    const isThere = await this.#isThere(organizationId, key);
    if (!overwrite && isThere) throw alreadyThere(key);
    await this.#maker.refuseWithoutRoom(caller, upload.file, isThere ? 0 : 1);
    const { version, warnings } = await this.#maker.joinable(upload, await this.#maker.prepare(upload));
    const actor = this.#ending(upload, warnings);
    const template = { id: randomUUID(), organizationId, key, name: name ?? key };
    if (upload.draft === true) {
      const create = { ...template, ...(!overwrite && { mustBeNew: true as const }) };
      const draft = await templates.saveDraft(organizationId, key, version, actor, { create });
      if (draft === undefined) throw alreadyThere(key);
      return { warnings, draft };
    }
    const create = () => templates.create(template, version, actor);
    const stored = { warnings };
    if ((await create()) !== undefined) return stored;
    if (!overwrite) throw alreadyThere(key);
    if (
      (await templates.replace(organizationId, key, version, actor, { ...(name && { name }) })) !== undefined
    )
      return stored;
    // Deleted between the two attempts: once more is enough, a second such race is an error worth seeing.
    if ((await create()) === undefined) throw alreadyThere(key);
    return stored;
  }

  async replace(upload: TemplateUpload & TemplateChange & DraftUpload): Promise<Stored> {
    const { caller, key, expectedVersion, expectedDraft } = upload;
    const organizationId = caller.organization.id;
    const { templates } = this.#needs;
    if (!(await this.#isThere(organizationId, key))) throw templateNotFound(key);
    // Before its file is put among the blobs, where it would take room that nobody is charged for until it is swept.
    if (expectedVersion !== undefined) await templates.checkVersion(organizationId, key, expectedVersion);
    await this.#maker.refuseWithoutRoom(caller, upload.file, 0);
    const { version, warnings } = await this.#maker.joinable(upload, await this.#maker.prepare(upload));
    const actor = this.#ending(upload, warnings);
    if (upload.draft === true) {
      const expected = {
        ...expecting(expectedVersion),
        ...(expectedDraft !== undefined && { expectedDraft }),
      };
      const draft = await templates.saveDraft(organizationId, key, version, actor, expected);
      if (draft === undefined) throw templateNotFound(key);
      return { warnings, draft };
    }
    const replaced = await templates.replace(organizationId, key, version, actor, expecting(expectedVersion));
    if (replaced === undefined) throw templateNotFound(key);
    return { warnings };
  }

  /** Makes the draft the newest version. What it says now of what it includes, and of what includes it, is told. */
  async publish(
    change: TemplateChange & { readonly expectedDraft?: number; readonly note?: string },
  ): Promise<{ readonly version: number; readonly warnings: readonly Problem[] }> {
    const { caller, key, expectedVersion, expectedDraft, note } = change;
    const organizationId = caller.organization.id;
    const { templates } = this.#needs;
    const [draft, found] = [
      await templates.draft(organizationId, key),
      await this.find(organizationId, key, 'draft').catch((error: unknown) => {
        // One that somebody else has published is said to be so, by whoever is asked to publish it.
        if (expectedDraft === undefined) throw error;
        return undefined;
      }),
    ];
    const expected = { draft: expectedDraft ?? draft?.draft ?? 0, version: expectedVersion };
    // Of another draft nothing need be known.
    const isMeant = found !== undefined && draft?.draft === expected.draft;
    const warnings = isMeant ? await this.#warningsOf(caller, key, found.version) : [];
    const published = await templates.publish(organizationId, key, expected, this.#actor(caller), note);
    if (published === undefined) throw templateNotFound(key);
    return { version: published.version, warnings };
  }

  /** Throws the draft away; a template that was never published goes with it. */
  async discardDraft({
    caller,
    key,
    expectedDraft,
  }: Omit<TemplateChange, 'expectedVersion'> & { readonly expectedDraft?: number }): Promise<void> {
    const organizationId = caller.organization.id;
    const { templates } = this.#needs;
    if (await templates.discardDraft(organizationId, key, this.#actor(caller), expectedDraft)) return;
    throw (await this.#isThere(organizationId, key)) ? noDraft(key) : templateNotFound(key);
  }

  async #warningsOf(caller: Caller, key: string, version: TemplateVersion): Promise<readonly Problem[]> {
    const facts: NewVersion = { ...version, storedBytes: 0, within: this.#needs.storage };
    return (await this.#maker.joinable({ caller, key }, { version: facts, warnings: [] })).warnings;
  }

  async mustBeThere(organizationId: string, key: string): Promise<void> {
    if (!(await this.#isThere(organizationId, key))) throw templateNotFound(key);
  }

  /** With a draft alone, too. */
  async #isThere(organizationId: string, key: string): Promise<boolean> {
    const { templates } = this.#needs;
    const found =
      (await templates.find(organizationId, key)) ?? (await templates.find(organizationId, key, 'draft'));
    return found !== undefined;
  }

  async rename({ caller, key, name, expectedVersion }: TemplateChange & { readonly name: string }) {
    const renamed = await this.#needs.templates.rename(
      caller.organization.id,
      key,
      name,
      this.#actor(caller),
      expectedVersion,
    );
    if (renamed === undefined) throw templateNotFound(key);
  }

  /** Makes a new version of an earlier one's file; history stays as it was. Returns the new version's number. */
  async rollback(
    change: TemplateChange & {
      readonly number: number;
      readonly note?: string;
      readonly signal: AbortSignal;
    },
  ): Promise<number> {
    const { caller, key, number, note, signal, expectedVersion } = change;
    const organizationId = caller.organization.id;
    const { template, version } = await this.find(organizationId, key, number);
    if (template.version === number && (expectedVersion ?? number) === number)
      throw new PlatenError('bad_request', `Version ${number} is the newest version already.`);
    const prepared = await this.#maker.prepareAgain(caller, version, signal);
    const again = { ...prepared, ...(note !== undefined && { note }) };
    await this.#maker.joinable({ caller, key }, { version: again, warnings: [] });
    const restored = await this.#needs.templates.replace(organizationId, key, again, this.#actor(caller), {
      restores: number,
      ...expecting(expectedVersion),
    });
    if (restored === undefined) throw templateNotFound(key);
    return restored.version;
  }

  /** What the organization keeps, and what it may. */
  storage(organization: Organization): Readonly<Record<keyof Storage, { used: number; limit: number }>> {
    const { stored } = organization;
    const limits = storageLimitsOf(organization, this.#needs.storage);
    return {
      templates: { used: stored.templates, limit: limits.templates },
      versions: { used: stored.versions, limit: limits.versions },
      bytes: { used: stored.bytes, limit: limits.bytes },
    };
  }

  list(organizationId: string, page?: Page): Promise<readonly ListedTemplate[]> {
    return this.#needs.templates.list(organizationId, page);
  }

  /** Newest first, and the draft of the next one. */
  async versions(
    organizationId: string,
    key: string,
    page: { readonly limit: number; readonly before?: number },
  ): Promise<{
    readonly newest: number;
    readonly versions: readonly VersionSummary[];
    readonly draft: DraftSummary | undefined;
  }> {
    const { templates } = this.#needs;
    const draft = await templates.draft(organizationId, key);
    const choice = draft === undefined ? undefined : 'draft';
    const { template } = await this.find(organizationId, key, choice);
    const versions = await templates.versions(organizationId, key, page);
    return { newest: template.version, versions, draft };
  }

  /** Without a choice: the newest version. */
  async find(
    organizationId: string,
    key: string,
    choice?: VersionChoice,
  ): Promise<{ template: Template; version: TemplateVersion }> {
    const { templates, labels } = this.#needs;
    const found = await templates.find(organizationId, key, choice);
    if (found !== undefined) return found;
    if (!(await this.#isThere(organizationId, key))) throw templateNotFound(key);
    if (choice === undefined) throw unpublished(key);
    if (choice === 'draft') throw noDraft(key);
    if (typeof choice === 'number')
      throw new PlatenError('version_not_found', `The template "${key}" has no version ${choice}.`);
    throw noLabel(key, choice.label, await labels.list(organizationId, key));
  }

  /** The same with what it includes and what includes it. */
  async described(organizationId: string, key: string, choice?: VersionChoice): Promise<string> {
    const { version } = await this.find(organizationId, key, choice);
    const { templates = [], isOpen = false, names = [] } = includesOf(version) ?? {};
    const users = await usersOf(this.#needs.templates, organizationId, key);
    const links = {
      includes: templates.map((one) => ({ key: one.key, version: one.version ?? null })),
      includesByData: isOpen,
      includedBy: users,
      definitions: names,
    };
    const inspection = await this.inspection(organizationId, key, version);
    return `${inspection.slice(0, -1)},${JSON.stringify(links).slice(1)}`;
  }

  /** Fields, JSON Schema and sample data, as JSON text: of all that it includes, too. */
  async inspection(organizationId: string, key: string, version: TemplateVersion): Promise<string> {
    if (version.includes !== null) {
      const { joined } = await this.#needs.programs.load(organizationId, version, { key });
      if (joined !== undefined) return joined.inspection;
    }
    // A draft of an engine before this one says what that one said, until it is published.
    if (version.programFormat === this.#needs.programFormat || version.number === 0)
      return version.inspection;
    // Written by another version of the engine: made anew together with the program.
    await this.#needs.programs.load(organizationId, version);
    return (await this.find(organizationId, key, version.number)).version.inspection;
  }

  /** What an upload of the file would find, under the delimiter given or the one that it seems to use. */
  async check(
    organizationId: string,
    file: Uint8Array,
    settings: Pick<CheckJob, 'delimiter' | 'static' | 'controls' | 'signal'>,
  ): Promise<CheckedFile> {
    const defined = await this.#maker.defined(organizationId);
    return this.#needs.renderer.check({ organizationId, file, ...settings, defined });
  }

  /** What of the data in the body is missing, mistyped or unused; the body is parsed by a worker. */
  validate(
    organizationId: string,
    body: Uint8Array,
    signal: AbortSignal,
    choice?: VersionChoice,
  ): Promise<DataReport> {
    return this.#needs.renderer.validate({
      organizationId,
      body,
      signal,
      resolve: async (request) => {
        const key = templateKeyOf(request.templateKey);
        const { version } = await this.find(organizationId, key, choice ?? choiceOf(request));
        return this.inspection(organizationId, key, version);
      },
    });
  }

  file(version: TemplateVersion): Promise<Uint8Array> {
    return this.#maker.file(version);
  }

  /** With what it includes as it is now, for whatever is made of it later. */
  pinned(organizationId: string, version: TemplateVersion): Promise<TemplateVersion> {
    return this.#needs.programs.standalone(organizationId, version);
  }

  /** `force`: although others include it, which then can't be made into documents any more. */
  async delete({
    caller,
    key,
    hold,
    force = false,
  }: Pick<TemplateUpload, 'caller' | 'key' | 'hold'> & { readonly force?: boolean }): Promise<void> {
    const actor = this.#ending({ caller, hold });
    const users = force ? [] : await usersOf(this.#needs.templates, caller.organization.id, key);
    const others = users.filter((user) => user !== key);
    if (others.length > 0) throw inUse(key, others);
    const deleted = await this.#needs.templates.delete(caller.organization.id, key, actor);
    if (!deleted) throw templateNotFound(key);
  }

  /** Who makes a change that ends a request, which is then remembered with what its answer said. */
  #ending(
    { caller, hold }: Pick<TemplateUpload, 'caller' | 'hold'>,
    warnings: readonly Problem[] = [],
  ): Actor {
    const actor = this.#actor(caller);
    if (hold === undefined) return actor;
    const outcome = JSON.stringify({
      warnings: warnings.map(({ message }) => message),
    } satisfies StoredBefore);
    return { ...actor, completes: { ...hold, at: actor.at, outcome } };
  }

  #actor(caller: Caller): Actor {
    const { trace } = this.#needs.watch.current() ?? {};
    return { name: caller.actor, at: this.#needs.now(), ...(trace && { trace: trace.headers }) };
  }
}

const expecting = (expectedVersion: number | undefined) =>
  expectedVersion === undefined ? {} : { expectedVersion };
