/**
 * load :: TemplateVersion → TemplateBytes
 *
 * The compiled program and the file behind it, kept between requests, bounded by bytes. Content never changes under its
 * address, so nothing here can go stale; which version is the newest is others' to find out.
 */
import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { PlatenError } from '../errors.ts';
import { ownBytes } from '../own-bytes.ts';
import type { Prelude, PreludeDefinition, TemplateVersion } from './model.ts';
import type { BlobStore, TemplateStore } from './ports.ts';
import type { PreludeMemory } from './preludes.ts';
import type {
  CompiledJoin,
  IncludeRef,
  Includes,
  JoinedPrelude,
  Renderer,
  TemplateBytes,
  TemplateSource,
} from './renderer-ports.ts';
import { type Closure, closureOf, includesOf } from './template-includes.ts';

export const hashOfBytes = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Was the version uploaded with `controls`? Kept with what is known of its fields, which depend on it. */
export const fillsControls = ({ inspection }: Pick<TemplateVersion, 'inspection'>): boolean =>
  (JSON.parse(inspection) as { readonly controls?: boolean }).controls === true;

/** What a version takes of its organization's storage. */
export const storedBytesOf = (version: {
  readonly file: Uint8Array;
  readonly program: Uint8Array;
  readonly inspection: string;
}): number => version.file.byteLength + version.program.byteLength + version.inspection.length;

/** Which templates it is joined with, where that is not for the newest versions and the template itself to say. */
interface Joining {
  /** What data have asked for. */
  readonly chosen?: readonly IncludeRef[] | undefined;
  /** Versions of that time. */
  readonly asOf?: number | undefined;
  /** A version that is not stored yet, of a template that it includes. */
  readonly instead?: { readonly key: string; readonly version: TemplateVersion } | undefined;
}

/** A template with what it includes. */
export interface LoadedTemplate extends TemplateBytes {
  /** Where it was joined: of all together. */
  readonly joined?: Pick<CompiledJoin, 'inspection' | 'warnings'> & { readonly isOpen: boolean };
}

interface Needs {
  readonly blobs: BlobStore;
  readonly templates: TemplateStore;
  /** Must not wait for the processes that render: they may be waiting for this very template. */
  readonly recompile: Renderer['compile'];
  readonly rejoin: Renderer['join'];
  readonly preludes: Pick<PreludeMemory, 'get'>;
  /** The format that this build's engine writes and reads. */
  readonly programFormat: number;
  readonly cacheBytes: number;
}

/** Templates of which it is remembered what data have asked for, and of how many that may be. */
const ASKED_TEMPLATES = 1_000;
const MOST_ASKED = 16;

const OPEN: Includes = { templates: [], isOpen: true };

interface Wanted {
  readonly closure: Closure;
  readonly chosen: readonly IncludeRef[];
  readonly prelude: JoinedPrelude | undefined;
}

interface SentJoining {
  readonly chosen: readonly IncludeRef[];
  readonly prelude: Prelude | undefined;
}

interface JoinHost {
  readonly isStatic?: boolean;
  readonly address: string;
  readonly delimiter: TemplateVersion['delimiter'];
  readonly controls: boolean;
  readonly key?: string;
  readonly file?: Uint8Array;
  readonly fileHash?: string;
}

/** Nobody has looked yet what of it is used. */
export const wholePrelude = (prelude: Prelude | undefined): JoinedPrelude | undefined =>
  prelude && {
    definitions: prelude.parsed.map(({ source }) => source),
    ...(prelude.translations && { translations: prelude.translations }),
  };

/** With those that they need, in their order. */
const definitionsFor = (
  names: ReadonlySet<string>,
  parsed: readonly PreludeDefinition[],
): readonly string[] => {
  const needed = new Set(names);
  // Each sees those above it alone.
  for (const { name, uses } of parsed.toReversed())
    if (needed.has(name)) for (const used of uses) needed.add(used);
  const lost = [...names].filter((name) => !parsed.some((one) => one.name === name));
  if (lost.length > 0)
    throw new PlatenError(
      'template_invalid',
      `The template uses ${lost.join(', ')}, which the organization's prelude does not define any more.`,
      {
        hint: 'PUT /organization/prelude defines it again; or change the template.',
        details: lost.map((name) => ({
          code: 'prelude_missing',
          message: `\`${name}\` is not defined by the organization any more.`,
          path: name,
        })),
      },
    );
  return parsed.filter(({ name }) => needed.has(name)).map(({ source }) => source);
};

const hostAddress = ({ fileHash, programHash }: TemplateVersion): string => `${fileHash}.${programHash}`;

/** Each once; where they are too many to be kept together, those that are needed now. */
const refsOf = (all: readonly IncludeRef[], needed: readonly IncludeRef[] = []): readonly IncludeRef[] => {
  const unique = [...new Map(all.map((one) => [`${one.key}\n${one.version ?? ''}`, one])).values()];
  return unique.length > MOST_ASKED && needed.length > 0 ? needed : unique;
};

export class TemplatePrograms {
  readonly #needs: Needs;
  readonly #cache: LRUCache<string, LoadedTemplate>;
  readonly #loading = new Map<string, Promise<LoadedTemplate>>();
  /** What data have asked for lately, by the template that they were for: the next document will, too. */
  readonly #asked = new LRUCache<string, readonly IncludeRef[]>({ max: ASKED_TEMPLATES });
  hits = 0;
  misses = 0;

  constructor(needs: Needs) {
    this.#needs = needs;
    this.#cache = new LRUCache({
      maxSize: needs.cacheBytes,
      sizeCalculation: ({ program, file, joined }) =>
        program.byteLength + file.byteLength + (joined?.inspection.length ?? 0) + 1,
    });
  }

  /** With all that it includes: then joined once for the versions of all of them. */
  async load(
    organizationId: string,
    version: TemplateVersion,
    joining: Joining & { readonly key?: string } = {},
  ): Promise<LoadedTemplate> {
    const includes = includesOf(version);
    if (includes === undefined) return this.#loadOne(organizationId, version);
    const host = hostAddress(version);
    const known = this.#asked.get(host) ?? [];
    const chosen = includes.isOpen ? refsOf([...known, ...(joining.chosen ?? [])], joining.chosen) : [];
    if (chosen.length > known.length) this.#asked.set(host, chosen);
    const { instead, asOf } = joining;
    const { templates } = this.#needs;
    const closure = await closureOf({ organizationId, templates, includes, chosen, asOf, instead });
    // Those of the others that are gone are nothing to this document.
    const refused = Object.fromEntries(
      Object.entries(closure.refused).filter(([key]) => joining.chosen?.some((one) => one.key === key)),
    );
    const prelude = await this.#preludeFor(organizationId, [
      includes,
      ...closure.templates.map(({ found }) => includesOf(found)),
    ]);
    const isAlone = includes.templates.length === 0 && !includes.isOpen && prelude === undefined;
    if (isAlone) return this.#loadOne(organizationId, version);
    const wanted = { closure, chosen, prelude };
    const joined = await this.#join(organizationId, { version, key: joining.key }, wanted);
    return Object.keys(refused).length === 0 ? joined : { ...joined, refused };
  }

  /** What of the organization's prelude these use; undefined where that is nothing. */
  async #preludeFor(
    organizationId: string,
    all: readonly (Includes | undefined)[],
  ): Promise<JoinedPrelude | undefined> {
    const names = new Set(all.flatMap((one) => one?.names ?? []));
    const isTranslated = all.some((one) => one?.translates === true);
    if (names.size === 0 && !isTranslated) return undefined;
    const prelude = await this.#needs.preludes.get(organizationId);
    const definitions = definitionsFor(names, prelude?.parsed ?? []);
    const translations = isTranslated ? (prelude?.translations ?? undefined) : undefined;
    if (definitions.length === 0 && translations === undefined) return undefined;
    return { definitions, ...(translations && { translations }) };
  }

  /** The same of a file that came with a request. */
  async loadSent(
    organizationId: string,
    { file, delimiter, controls, programHash, static: isStatic }: TemplateSource,
    { chosen, prelude }: SentJoining,
  ): Promise<LoadedTemplate> {
    const { templates } = this.#needs;
    const closure = await closureOf({ organizationId, templates, includes: undefined, chosen });
    const host = { file, delimiter, controls, address: programHash, isStatic };
    const joined = await this.#joinFile(organizationId, host, {
      closure,
      chosen,
      prelude: wholePrelude(prelude),
    });
    return Object.keys(closure.refused).length === 0 ? joined : { ...joined, refused: closure.refused };
  }

  async #join(
    organizationId: string,
    { version, key }: { readonly version: TemplateVersion; readonly key: string | undefined },
    wanted: Wanted,
  ): Promise<LoadedTemplate> {
    const { delimiter } = version;
    const host = {
      delimiter,
      controls: fillsControls(version),
      address: hostAddress(version),
      fileHash: version.fileHash,
      ...(key !== undefined && { key }),
    };
    return this.#joinFile(organizationId, host, wanted);
  }

  #joinFile(
    organizationId: string,
    host: JoinHost,
    { closure, chosen, prelude }: Wanted,
  ): Promise<LoadedTemplate> {
    const there = chosen.filter(({ key }) => closure.refused[key] === undefined);
    const parts = closure.templates.map(
      ({ key, version, found }) => `${key}\n${version ?? ''}\n${hostAddress(found)}`,
    );
    const names = there.map(({ key, version }) => `${key}\n${version ?? ''}`);
    const sum = createHash('sha256')
      .update(JSON.stringify([this.#needs.programFormat, host.address, parts.sort(), names.sort(), prelude]))
      .digest('hex');
    return this.#once(`joined.${sum}`, async () => {
      const file = host.file ?? (await this.#blob(host.fileHash ?? ''));
      const templates = await Promise.all(
        closure.templates.map(async ({ key, version, found }) => ({
          key,
          ...(version !== undefined && { version }),
          delimiter: found.delimiter,
          controls: fillsControls(found),
          file: await this.#blob(found.fileHash),
        })),
      );
      const made = await this.#needs.rejoin({
        organizationId,
        host: {
          file,
          delimiter: host.delimiter,
          controls: host.controls,
          ...(host.key !== undefined && { key: host.key }),
        },
        templates,
        chosen: there,
        prelude,
        static: host.isStatic,
        signal: new AbortController().signal,
      });
      const { program, inspection, warnings, includes } = made;
      return {
        programHash: `joined.${sum}`,
        program,
        file: made.file,
        joined: { inspection, warnings, isOpen: includes?.isOpen === true },
      };
    });
  }

  #loadOne(organizationId: string, version: TemplateVersion): Promise<LoadedTemplate> {
    // Files that differ only in a picture may compile to equal programs, so the file belongs to the address.
    const address = hostAddress(version);
    return this.#once(address, () => this.#read(organizationId, version, address));
  }

  async #once(address: string, make: () => Promise<LoadedTemplate>): Promise<LoadedTemplate> {
    const cached = this.#cache.get(address);
    if (cached !== undefined) {
      this.hits += 1;
      return cached;
    }
    this.misses += 1;
    const running = this.#loading.get(address);
    if (running !== undefined) return running;
    const loading = make();
    this.#loading.set(address, loading);
    try {
      const loaded = await loading;
      const kept = { ...loaded, program: ownBytes(loaded.program), file: ownBytes(loaded.file) };
      this.#cache.set(address, kept);
      return kept;
    } finally {
      this.#loading.delete(address);
    }
  }

  /** A version that stands for itself: what it includes now is in its file, which is put among the blobs. */
  async standalone(
    organizationId: string,
    version: TemplateVersion,
    loaded?: LoadedTemplate,
  ): Promise<TemplateVersion> {
    if (includesOf(version) === undefined) return version;
    const { file, program, joined } = loaded ?? (await this.load(organizationId, version));
    const { blobs, programFormat } = this.#needs;
    const [fileHash, programHash] = [hashOfBytes(file), hashOfBytes(program)];
    await Promise.all([blobs.put(fileHash, file), blobs.put(programHash, program)]);
    const includes = joined?.isOpen === true ? JSON.stringify(OPEN) : null;
    return { ...version, fileHash, programHash, programFormat, fileSize: file.byteLength, includes };
  }

  async #read(organizationId: string, version: TemplateVersion, address: string): Promise<LoadedTemplate> {
    const file = await this.#blob(version.fileHash);
    const program =
      version.programFormat === this.#needs.programFormat
        ? await this.#blob(version.programHash)
        : await this.#compileAnew(organizationId, version, file);
    return { programHash: address, program, file };
  }

  /**
   * After an upgrade: compiled again, and kept. During a rolling upgrade an older server meets newer programs; it
   * compiles its own and leaves the stored one alone.
   */
  async #compileAnew(
    organizationId: string,
    version: TemplateVersion,
    file: Uint8Array,
  ): Promise<Uint8Array> {
    const { recompile, blobs, templates } = this.#needs;
    const { program, programFormat, inspection, includes } = await recompile({
      organizationId,
      file,
      delimiter: version.delimiter,
      static: true,
      controls: fillsControls(version),
      isStored: true,
      defined: includesOf(version)?.names,
      signal: new AbortController().signal,
    });
    // A draft may be another one by now.
    if (programFormat > version.programFormat && version.number > 0) {
      const programHash = hashOfBytes(program);
      await blobs.put(programHash, program);
      await templates.updateProgram(version.templateId, version.number, {
        programHash,
        programFormat,
        inspection,
        includes: includes === undefined ? null : JSON.stringify(includes),
        storedBytes: storedBytesOf({ file, program, inspection }),
      });
    }
    return program;
  }

  async #blob(hash: string): Promise<Uint8Array> {
    const bytes = await this.#needs.blobs.get(hash);
    if (bytes === undefined) throw new Error(`the blob ${hash} that a template version names is gone`);
    return bytes;
  }
}
