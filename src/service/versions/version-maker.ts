/** A file → a version that can be stored: compiled, joined with what it includes, its bytes put where the version will find them. */
import type { Problem } from '../../errors.ts';
import type { Caller } from '../authenticator.ts';
import { checkUsers } from '../check-users.ts';
import type { Hold } from '../documents/retry-ports.ts';
import type { DelimiterName, Storage, TemplateVersion } from '../model.ts';
import type { BlobStore, NewVersion, TemplateStore } from '../ports.ts';
import type { PreludeMemory } from '../preludes.ts';
import type { Renderer } from '../renderer-ports.ts';
import { fillsControls, hashOfBytes, storedBytesOf, type TemplatePrograms } from '../template-programs.ts';
import { storageLimitsOf } from '../template-rules.ts';

export interface TemplateUpload {
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
  /** What its author says of it. */
  readonly note?: string | undefined;
  /** Of a request that may be sent again. */
  readonly hold?: Hold | undefined;
}

export interface MakerNeeds {
  readonly templates: TemplateStore;
  readonly blobs: BlobStore;
  readonly renderer: Renderer;
  readonly programs: TemplatePrograms;
  readonly preludes: Pick<PreludeMemory, 'get'>;
  readonly programFormat: number;
  /** What an organization may keep where nothing else was set for it. */
  readonly storage: Storage;
  readonly now: () => number;
}

export class VersionMaker {
  readonly #needs: MakerNeeds;

  constructor(needs: MakerNeeds) {
    this.#needs = needs;
  }

  async file(version: TemplateVersion): Promise<Uint8Array> {
    const bytes = await this.#needs.blobs.get(version.fileHash);
    if (bytes === undefined)
      throw new Error(`the blob ${version.fileHash} that a template version names is gone`);
    return bytes;
  }

  /** Names that the organization's prelude defines. */
  async defined(organizationId: string): Promise<readonly string[]> {
    const prelude = await this.#needs.preludes.get(organizationId);
    return prelude?.parsed.map(({ name }) => name) ?? [];
  }

  /** A version that includes others, or is included by others, is joined with them before it is stored. */
  async joinable(
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
  async prepare({
    caller,
    file,
    delimiter,
    static: isStatic,
    controls,
    isStored = false,
    note,
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
      defined: await this.defined(caller.organization.id),
      signal,
    });
    const programHash = hashOfBytes(program);
    signal.throwIfAborted();
    await Promise.all([blobs.put(fileHash, file), blobs.put(programHash, program)]);
    signal.throwIfAborted();
    const fileSize = file.byteLength;
    const storedBytes = storedBytesOf({ file, program, inspection });
    const within = this.limitsOf(caller);
    const hashes = { fileHash, fileSize, programHash, programFormat };
    const version = {
      ...{ delimiter, ...hashes, inspection, storedBytes, within },
      includes: includes === undefined ? null : JSON.stringify(includes),
      ...(note !== undefined && { note }),
    };
    return { version, warnings };
  }

  /** Of a version that is there: compiled anew only where its program is of another engine's format. */
  async prepareAgain(caller: Caller, version: TemplateVersion, signal: AbortSignal): Promise<NewVersion> {
    const { programFormat, blobs } = this.#needs;
    const file = await this.file(version);
    const { delimiter } = version;
    if (version.programFormat !== programFormat)
      return (
        await this.prepare({
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
    const within = this.limitsOf(caller);
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
  refuseWithoutRoom(caller: Caller, file: Uint8Array, templates: number): Promise<void> {
    const added = { templates, versions: 1, bytes: file.byteLength };
    return this.#needs.templates.checkRoom(caller.organization.id, added, this.limitsOf(caller));
  }

  limitsOf({ organization }: Caller): Storage {
    return storageLimitsOf(organization, this.#needs.storage);
  }
}
