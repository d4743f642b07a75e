/** Upload, replace, list, open, rename, bring back and delete: what happens to templates, whoever asks. */
import { randomUUID } from 'node:crypto';
import { PlatenError, type Problem } from '../errors.ts';
import type { Watch } from '../stages.ts';
import type { DataReport } from '../template/inspect/validate-data.ts';
import type { Caller } from './authenticator.ts';
import { checkUsers } from './check-users.ts';
import type { Hold } from './documents/retry-ports.ts';
import type {
  DelimiterName,
  ListedTemplate,
  Organization,
  Storage,
  Template,
  TemplateVersion,
  VersionSummary,
} from './model.ts';
import type { Actor, BlobStore, NewVersion, TemplateStore } from './ports.ts';
import type { PreludeMemory } from './preludes.ts';
import type { CheckedFile, CheckJob, Renderer } from './renderer-ports.ts';
import { includesOf, usersOf } from './template-includes.ts';
import { fillsControls, hashOfBytes, storedBytesOf, type TemplatePrograms } from './template-programs.ts';
import { storageLimitsOf, templateKeyOf } from './template-rules.ts';

interface TemplateUpload {
  readonly caller: Caller;
  readonly key: string;
  readonly file: Uint8Array;
  readonly delimiter: DelimiterName;
  /** What looks like another engine's tags is meant as text. */
  readonly static?: boolean | undefined;
  /** Content controls and form fields are filled by their names. */
  readonly controls?: boolean | undefined;
  /** Aborted when the caller hangs up: an upload whose answer nobody waits for is not stored. */
  readonly signal: AbortSignal;
  /** Of a request that may be sent again. */
  readonly hold?: Hold | undefined;
}

/** A change of a template that is there. */
interface TemplateChange {
  readonly caller: Caller;
  readonly key: string;
  /** Which version the caller has seen; where another one is the newest by now, nothing changes. */
  readonly expectedVersion?: number;
}

/** What is remembered of an upload. */
export interface StoredBefore {
  /** Sentences. */
  readonly warnings: readonly string[];
}

export interface Page {
  readonly limit: number;
  readonly after?: { readonly createdAt: number; readonly key: string };
}

interface Needs {
  readonly templates: TemplateStore;
  readonly blobs: BlobStore;
  readonly renderer: Renderer;
  readonly programs: TemplatePrograms;
  readonly preludes: Pick<PreludeMemory, 'get'>;
  readonly programFormat: number;
  /** What an organization may keep where nothing else was set for it. */
  readonly storage: Storage;
  readonly watch: Pick<Watch, 'current'>;
  readonly now: () => number;
}

export class Templates {
  readonly #needs: Needs;

  constructor(needs: Needs) {
    this.#needs = needs;
  }

  /** Gives what the file was warned about. */
  async upload(
    upload: TemplateUpload & { readonly name?: string; readonly overwrite: boolean },
  ): Promise<readonly Problem[]> {
    const { caller, key, name, overwrite } = upload;
    const organizationId = caller.organization.id;
    const { templates } = this.#needs;
    // Looked at before the costly part; the create below is what decides.
    const isThere = (await templates.find(organizationId, key)) !== undefined;
    if (!overwrite && isThere) throw alreadyThere(key);
    await this.#refuseWithoutRoom(caller, upload.file, isThere ? 0 : 1);
    const { version, warnings } = await this.#joinable(upload, await this.#prepare(upload));
    const actor = this.#ending(upload, warnings);
    const create = () =>
      templates.create({ id: randomUUID(), organizationId, key, name: name ?? key }, version, actor);

    if ((await create()) !== undefined) return warnings;
    if (!overwrite) throw alreadyThere(key);
    if (
      (await templates.replace(organizationId, key, version, actor, { ...(name && { name }) })) !== undefined
    )
      return warnings;
    // Deleted between the two attempts: once more is enough, a second such race is an error worth seeing.
    if ((await create()) === undefined) throw alreadyThere(key);
    return warnings;
  }

  /** Gives what the file was warned about. */
  async replace(upload: TemplateUpload & TemplateChange): Promise<readonly Problem[]> {
    const { caller, key, expectedVersion } = upload;
    const organizationId = caller.organization.id;
    const { templates } = this.#needs;
    if ((await templates.find(organizationId, key)) === undefined) throw templateNotFound(key);
    // Before its file is put among the blobs, where it would take room that nobody is charged for until it is swept.
    if (expectedVersion !== undefined) await templates.checkVersion(organizationId, key, expectedVersion);
    await this.#refuseWithoutRoom(caller, upload.file, 0);
    const { version, warnings } = await this.#joinable(upload, await this.#prepare(upload));
    const replaced = await templates.replace(
      organizationId,
      key,
      version,
      this.#ending(upload, warnings),
      expecting(expectedVersion),
    );
    if (replaced === undefined) throw templateNotFound(key);
    return warnings;
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
    change: TemplateChange & { readonly number: number; readonly signal: AbortSignal },
  ): Promise<number> {
    const { caller, key, number, signal, expectedVersion } = change;
    const organizationId = caller.organization.id;
    const { template, version } = await this.find(organizationId, key, number);
    if (template.version === number && (expectedVersion ?? number) === number)
      throw new PlatenError('bad_request', `Version ${number} is the newest version already.`);
    const again = await this.#prepareAgain(caller, version, signal);
    await this.#joinable({ caller, key }, { version: again, warnings: [] });
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

  /** Newest first. */
  async versions(
    organizationId: string,
    key: string,
    page: { readonly limit: number; readonly before?: number },
  ): Promise<{ readonly newest: number; readonly versions: readonly VersionSummary[] }> {
    const { template } = await this.find(organizationId, key);
    const versions = await this.#needs.templates.versions(organizationId, key, page);
    return { newest: template.version, versions };
  }

  /** Without a number: the newest version. */
  async find(
    organizationId: string,
    key: string,
    number?: number,
  ): Promise<{ template: Template; version: TemplateVersion }> {
    const { templates } = this.#needs;
    const found = await templates.find(organizationId, key, number);
    if (found !== undefined) return found;
    if (number !== undefined && (await templates.find(organizationId, key)) !== undefined)
      throw new PlatenError('version_not_found', `The template "${key}" has no version ${number}.`);
    throw templateNotFound(key);
  }

  /** The same with what it includes and what includes it. */
  async described(organizationId: string, key: string, number?: number): Promise<string> {
    const { version } = await this.find(organizationId, key, number);
    const { templates = [], isOpen = false, names = [] } = includesOf(version) ?? {};
    const users = await usersOf(this.#needs.templates, organizationId, key);
    const links = {
      includes: templates.map((one) => ({ key: one.key, version: one.version ?? null })),
      includesByData: isOpen,
      includedBy: users,
      definitions: names,
    };
    const inspection = await this.inspection(organizationId, key, version.number);
    return `${inspection.slice(0, -1)},${JSON.stringify(links).slice(1)}`;
  }

  /** Fields, JSON Schema and sample data, as JSON text: of all that it includes, too. */
  async inspection(organizationId: string, key: string, number?: number): Promise<string> {
    const { version } = await this.find(organizationId, key, number);
    if (version.includes !== null) {
      const { joined } = await this.#needs.programs.load(organizationId, version, { key });
      if (joined !== undefined) return joined.inspection;
    }
    if (version.programFormat === this.#needs.programFormat) return version.inspection;
    // Written by another version of the engine: made anew together with the program.
    await this.#needs.programs.load(organizationId, version);
    return (await this.find(organizationId, key, version.number)).version.inspection;
  }

  async #defined(organizationId: string): Promise<readonly string[]> {
    const prelude = await this.#needs.preludes.get(organizationId);
    return prelude?.parsed.map(({ name }) => name) ?? [];
  }

  /** What an upload of the file would find, under the delimiter given or the one that it seems to use. */
  async check(
    organizationId: string,
    file: Uint8Array,
    settings: Pick<CheckJob, 'delimiter' | 'static' | 'controls' | 'signal'>,
  ): Promise<CheckedFile> {
    const defined = await this.#defined(organizationId);
    return this.#needs.renderer.check({ organizationId, file, ...settings, defined });
  }

  /** What of the data in the body is missing, mistyped or unused; the body is parsed by a worker. */
  validate(organizationId: string, body: Uint8Array, signal: AbortSignal): Promise<DataReport> {
    return this.#needs.renderer.validate({
      organizationId,
      body,
      signal,
      resolve: (request) =>
        this.inspection(organizationId, templateKeyOf(request.templateKey), request.version),
    });
  }

  async file(version: TemplateVersion): Promise<Uint8Array> {
    const bytes = await this.#needs.blobs.get(version.fileHash);
    if (bytes === undefined)
      throw new Error(`the blob ${version.fileHash} that a template version names is gone`);
    return bytes;
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

  /** A version that includes others, or is included by others, is joined with them before it is stored. */
  async #joinable(
    { caller, key }: Pick<TemplateUpload, 'caller' | 'key'>,
    prepared: { readonly version: NewVersion; readonly warnings: readonly Problem[] },
  ): Promise<{ version: NewVersion; warnings: readonly Problem[] }> {
    const { programs, templates, now } = this.#needs;
    const organizationId = caller.organization.id;
    const { within: _, storedBytes: __, ...facts } = prepared.version;
    const version: TemplateVersion = {
      ...{ templateId: '', number: 0, createdAt: now(), createdBy: null },
      ...facts,
      includes: facts.includes ?? null,
    };
    const { joined } = version.includes === null ? {} : await programs.load(organizationId, version, { key });
    const isTold = ({ message }: Problem): boolean =>
      prepared.warnings.some((warning) => warning.message === message);
    const more = joined?.warnings.filter((warning) => !isTold(warning)) ?? [];
    const users = await checkUsers({ organizationId, key, version, programs, templates });
    return { version: prepared.version, warnings: [...prepared.warnings, ...more, ...users] };
  }

  /** Compiles, and puts both blobs where the version that names them will find them. */
  async #prepare({
    caller,
    file,
    delimiter,
    static: isStatic,
    controls,
    isStored = false,
    signal,
  }: Omit<TemplateUpload, 'key'> & { readonly isStored?: boolean }): Promise<{
    version: NewVersion;
    warnings: readonly Problem[];
  }> {
    const { renderer, blobs } = this.#needs;
    const fileHash = hashOfBytes(file);
    const { program, programFormat, inspection, warnings, includes } = await renderer.compile({
      organizationId: caller.organization.id,
      file,
      delimiter,
      static: isStatic,
      controls,
      isStored,
      defined: await this.#defined(caller.organization.id),
      signal,
    });
    const programHash = hashOfBytes(program);
    signal.throwIfAborted();
    await Promise.all([blobs.put(fileHash, file), blobs.put(programHash, program)]);
    signal.throwIfAborted();
    const fileSize = file.byteLength;
    const storedBytes = storedBytesOf({ file, program, inspection });
    const within = this.#limitsOf(caller);
    const hashes = { fileHash, fileSize, programHash, programFormat };
    const version = {
      ...{ delimiter, ...hashes, inspection, storedBytes, within },
      includes: includes === undefined ? null : JSON.stringify(includes),
    };
    return { version, warnings };
  }

  /** Of a version that is there: compiled anew only where its program is of another engine's format. */
  async #prepareAgain(caller: Caller, version: TemplateVersion, signal: AbortSignal): Promise<NewVersion> {
    const { programFormat, blobs } = this.#needs;
    const file = await this.file(version);
    const { delimiter } = version;
    if (version.programFormat !== programFormat)
      return (
        await this.#prepare({
          caller,
          file,
          delimiter,
          static: true,
          controls: fillsControls(version),
          isStored: true,
          signal,
        })
      ).version;
    const { fileHash, fileSize, programHash, inspection, includes } = version;
    const program = await blobs.get(programHash);
    if (program === undefined)
      throw new Error(`the blob ${programHash} that a template version names is gone`);
    // Put once more, so that they stay although the template is deleted in this very moment.
    await Promise.all([blobs.put(fileHash, file), blobs.put(programHash, program)]);
    const storedBytes = storedBytesOf({ file, program, inspection });
    const within = this.#limitsOf(caller);
    return {
      delimiter,
      fileHash,
      fileSize,
      programHash,
      programFormat,
      inspection,
      includes,
      storedBytes,
      within,
    };
  }

  /** Before the costly part, and before bytes are stored that nothing will name; the change itself is what decides. */
  #refuseWithoutRoom(caller: Caller, file: Uint8Array, templates: number): Promise<void> {
    const added = { templates, versions: 1, bytes: file.byteLength };
    return this.#needs.templates.checkRoom(caller.organization.id, added, this.#limitsOf(caller));
  }

  #limitsOf({ organization }: Caller): Storage {
    return storageLimitsOf(organization, this.#needs.storage);
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

const templateNotFound = (key: string): PlatenError =>
  new PlatenError('template_not_found', `There is no template with the key "${key}".`, {
    hint: 'GET /template/list shows the keys that exist; they are case-sensitive.',
  });

const inUse = (key: string, users: readonly string[]): PlatenError =>
  new PlatenError(
    'template_in_use',
    `The template "${key}" is included by ${users.length === 1 ? 'another' : `${users.length} others`}: ${users.slice(0, 10).join(', ')}${users.length > 10 ? ', …' : ''}.`,
    {
      hint: 'Take it out of them first, or send force=true: they then can’t be made into documents any more.',
      details: users.slice(0, 100).map((user) => ({
        code: 'included_by',
        message: `"${user}" includes it.`,
        path: user,
      })),
    },
  );

const alreadyThere = (key: string): PlatenError =>
  new PlatenError(
    'template_exists',
    `A template with the key "${key}" already exists; use /template/replace to change its file.`,
    {
      hint: 'Send it to PUT /template/replace, or add the form field overwrite=true.',
    },
  );
