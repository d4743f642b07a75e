/** Upload, replace, list, open and delete: what happens to templates, whoever asks. */
import { randomUUID } from 'node:crypto';
import { PlatenError } from '../errors.ts';
import type { DataReport } from '../template/inspect/validate-data.ts';
import type { Caller } from './authenticator.ts';
import type { DelimiterName, Template, TemplateVersion } from './model.ts';
import type { Actor, BlobStore, NewVersion, Renderer, TemplateStore } from './ports.ts';
import { hashOfBytes, type TemplatePrograms } from './template-programs.ts';
import { templateKeyOf } from './template-rules.ts';

export interface TemplateUpload {
  readonly caller: Caller;
  readonly key: string;
  readonly file: Uint8Array;
  readonly delimiter: DelimiterName;
  /** Aborted when the caller hangs up: an upload whose answer nobody waits for is not stored. */
  readonly signal: AbortSignal;
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
  readonly programFormat: number;
  readonly now: () => number;
}

export class Templates {
  readonly #needs: Needs;

  constructor(needs: Needs) {
    this.#needs = needs;
  }

  async upload(
    upload: TemplateUpload & { readonly name?: string; readonly overwrite: boolean },
  ): Promise<void> {
    const { caller, key, name, overwrite } = upload;
    const organizationId = caller.organization.id;
    const { templates } = this.#needs;
    // Looked at before the costly part; the create below is what decides.
    if (!overwrite && (await templates.find(organizationId, key)) !== undefined) throw alreadyThere(key);
    const version = await this.#prepare(upload);
    const actor = this.#actor(caller);
    const create = () =>
      templates.create({ id: randomUUID(), organizationId, key, name: name ?? key }, version, actor);

    if ((await create()) !== undefined) return;
    if (!overwrite) throw alreadyThere(key);
    if ((await templates.replace(organizationId, key, version, actor, name)) !== undefined) return;
    // Deleted between the two attempts: once more is enough, a second such race is an error worth seeing.
    if ((await create()) === undefined) throw alreadyThere(key);
  }

  async replace(upload: TemplateUpload): Promise<void> {
    const { caller, key } = upload;
    const organizationId = caller.organization.id;
    const { templates } = this.#needs;
    if ((await templates.find(organizationId, key)) === undefined) throw templateNotFound(key);
    const version = await this.#prepare(upload);
    const replaced = await templates.replace(organizationId, key, version, this.#actor(caller));
    if (replaced === undefined) throw templateNotFound(key);
  }

  list(organizationId: string, page?: Page): Promise<readonly Template[]> {
    return this.#needs.templates.list(organizationId, page);
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

  /** Fields, JSON Schema and sample data, as JSON text. */
  async inspection(organizationId: string, key: string, number?: number): Promise<string> {
    const { version } = await this.find(organizationId, key, number);
    if (version.programFormat === this.#needs.programFormat) return version.inspection;
    // Written by another version of the engine: made anew together with the program.
    await this.#needs.programs.load(organizationId, version);
    return (await this.find(organizationId, key, version.number)).version.inspection;
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

  async delete(caller: Caller, key: string): Promise<void> {
    const deleted = await this.#needs.templates.delete(caller.organization.id, key, this.#actor(caller));
    if (!deleted) throw templateNotFound(key);
  }

  /** Compiles, and puts both blobs where the version that names them will find them. */
  async #prepare({ caller, file, delimiter, signal }: TemplateUpload): Promise<NewVersion> {
    const { renderer, blobs } = this.#needs;
    const fileHash = hashOfBytes(file);
    const { program, programFormat, inspection } = await renderer.compile({
      organizationId: caller.organization.id,
      file,
      delimiter,
      signal,
    });
    const programHash = hashOfBytes(program);
    signal.throwIfAborted();
    await Promise.all([blobs.put(fileHash, file), blobs.put(programHash, program)]);
    signal.throwIfAborted();
    return { delimiter, fileHash, fileSize: file.byteLength, programHash, programFormat, inspection };
  }

  #actor(caller: Caller): Actor {
    return { name: caller.actor, at: this.#needs.now() };
  }
}

export const templateNotFound = (key: string): PlatenError =>
  new PlatenError('template_not_found', `There is no template with the key "${key}".`, {
    hint: 'GET /template/list shows the keys that exist; they are case-sensitive.',
  });

const alreadyThere = (key: string): PlatenError =>
  new PlatenError(
    'template_exists',
    `A template with the key "${key}" already exists; use /template/replace to change its file.`,
    {
      hint: 'Send it to PUT /template/replace, or add the form field overwrite=true.',
    },
  );
