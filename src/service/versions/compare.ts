/**
 * compare :: two versions of a template → what whoever fills it in, and whoever reads it, will find changed
 *
 * Fields by what is known of them since their upload; sample sets held against both; and, for one set, the words of both documents
 * with their places, as the native engine lays them out.
 */
import { PlatenError, type Problem } from '../../errors.ts';
import type { Caller } from '../authenticator.ts';
import type { Template, TemplateVersion } from '../model.ts';
import type { Renderer, WordChanges } from '../renderer-ports.ts';
import type { TemplatePrograms } from '../template-programs.ts';
import type { Templates } from '../templates.ts';
import type { SampleFit, Samples } from './samples.ts';
import type { VersionChoice } from './template-ports.ts';
import { choiceOf } from './version-choice.ts';

interface Needs {
  readonly templates: Pick<Templates, 'find' | 'inspection'>;
  readonly samples: Pick<Samples, 'list' | 'get' | 'fit'>;
  readonly programs: Pick<TemplatePrograms, 'load'>;
  readonly renderer: Pick<Renderer, 'generate' | 'compareWords'>;
  readonly now: () => number;
}

interface CompareOrder {
  readonly caller: Caller;
  readonly requestId: string;
  readonly key: string;
  /** Numbers or labels, as they were sent. */
  readonly from: string;
  readonly to: string;
  /** Laid out with data: of a set, or of the default one, or what is made up where there is none. */
  readonly layout?: { readonly sample?: string | undefined } | undefined;
  readonly signal: AbortSignal;
}

interface FieldFacts {
  readonly kind: string;
  readonly optional: boolean;
}

interface FieldChanges {
  readonly added: readonly ({ readonly path: string } & FieldFacts)[];
  readonly removed: readonly ({ readonly path: string } & FieldFacts)[];
  /** Of another kind, or needed where it was not, or the other way round. */
  readonly changed: readonly {
    readonly path: string;
    readonly from: FieldFacts;
    readonly to: FieldFacts;
  }[];
}

interface ComparedSample extends SampleFit {
  readonly name: string;
  /** For the version that it is compared with. */
  readonly fitsFrom: boolean;
}

interface ComparedWords {
  /** Null: made up from the fields. */
  readonly sample: string | null;
  /** Null where one of the documents can't be made; then `problem`. */
  readonly changes: WordChanges | null;
  readonly problem: Problem | null;
}

interface ComparedVersion {
  /** 0: the draft. */
  readonly version: number;
  readonly fileHash: string;
}

interface Comparison {
  readonly from: ComparedVersion;
  readonly to: ComparedVersion;
  readonly isSameFile: boolean;
  readonly fields: FieldChanges;
  readonly samples: readonly ComparedSample[];
  readonly words: ComparedWords | null;
}

interface Found {
  readonly template: Template;
  readonly version: TemplateVersion;
  readonly inspection: string;
  readonly choice: VersionChoice | undefined;
}

/** What makes no difference to words, or would have them made elsewhere. */
const WITHOUT = ['engine', 'pdf', 'docx', 'filename', 'version', 'label', 'map'];

export class Compare {
  readonly #needs: Needs;

  constructor(needs: Needs) {
    this.#needs = needs;
  }

  async compare(order: CompareOrder): Promise<Comparison> {
    const [from, to] = [await this.#find(order, 'from', order.from), await this.#find(order, 'to', order.to)];
    return {
      from: shown(from),
      to: shown(to),
      isSameFile:
        from.version.fileHash === to.version.fileHash && from.version.delimiter === to.version.delimiter,
      fields: fieldChanges(from.inspection, to.inspection),
      samples: await this.#samples(order, from, to),
      words: order.layout === undefined ? null : await this.#words(order, from, to),
    };
  }

  async #find({ caller, key }: CompareOrder, field: 'from' | 'to', sent: string): Promise<Found> {
    const { templates } = this.#needs;
    const organizationId = caller.organization.id;
    const choice = sentChoice(field, sent);
    const found = await templates.find(organizationId, key, choice);
    return {
      ...found,
      choice: found.version.number === 0 ? 'draft' : found.version.number,
      inspection: await templates.inspection(organizationId, key, found.version),
    };
  }

  async #samples(
    { caller, key, signal }: CompareOrder,
    from: Found,
    to: Found,
  ): Promise<readonly ComparedSample[]> {
    const { samples } = this.#needs;
    const place = { organizationId: caller.organization.id, key };
    const compared: ComparedSample[] = [];
    for (const { name } of await samples.list(place)) {
      const sample = await samples.get(place, name);
      const [before, after] = await Promise.all(
        [from, to].map(({ choice }) => samples.fit(place, sample, { choice, signal })),
      );
      if (before !== undefined && after !== undefined)
        compared.push({ name, fitsFrom: before.valid, ...after });
    }
    return compared;
  }

  async #words(order: CompareOrder, from: Found, to: Found): Promise<ComparedWords> {
    const { renderer } = this.#needs;
    const { name, body } = await this.#dataFor(order, to);
    const organizationId = order.caller.organization.id;
    try {
      const [before, after] = [await this.#wordsOf(order, from, body), await this.#wordsOf(order, to, body)];
      const { signal } = order;
      const changes = await renderer.compareWords({ organizationId, from: before, to: after, signal });
      return { sample: name, changes, problem: null };
    } catch (error) {
      if (!(error instanceof PlatenError) || order.signal.aborted) throw error;
      const { code, message, hint } = error;
      return { sample: name, changes: null, problem: { code, message, ...(hint && { hint }) } };
    }
  }

  /** The body of a request for a document of either. */
  async #dataFor(
    { caller, key, layout }: CompareOrder,
    to: Found,
  ): Promise<{ readonly name: string | null; readonly body: string }> {
    const { samples } = this.#needs;
    const place = { organizationId: caller.organization.id, key };
    const chosen = layout?.sample ?? (await samples.list(place)).find(({ isDefault }) => isDefault)?.name;
    const bodyOf = (data: string, options: string) =>
      `{"templateKey":${JSON.stringify(key)},"output":"PDF","data":${data},"options":${options}}`;
    if (chosen === undefined) {
      const { sample } = JSON.parse(to.inspection) as { sample?: unknown };
      return { name: null, body: bodyOf(JSON.stringify(sample ?? {}), '{}') };
    }
    const { data, options } = await samples.get(place, chosen);
    const kept = Object.entries(JSON.parse(options) as object).filter(([name]) => !WITHOUT.includes(name));
    return { name: chosen, body: bodyOf(data, JSON.stringify(Object.fromEntries(kept))) };
  }

  async #wordsOf(
    { caller, key, requestId, signal }: CompareOrder,
    { version }: Found,
    body: string,
  ): Promise<Uint8Array> {
    const { renderer, programs, now } = this.#needs;
    const { id: organizationId, defaults } = caller.organization;
    const { document } = await renderer.generate({
      ...{ organizationId, defaults, requestId, signal },
      body: Buffer.from(body),
      // The same for both.
      now: Math.floor(now() / DAY_MS) * DAY_MS,
      wordsOnly: true,
      inTurn: (work) => work(),
      resolve: (_request, _from, chosen) => programs.load(organizationId, version, { key, chosen }),
    });
    try {
      return await document.bytes();
    } finally {
      document.dispose();
    }
  }
}

const DAY_MS = 24 * 3_600_000;

const shown = ({ version }: Found): ComparedVersion => ({
  version: version.number,
  fileHash: version.fileHash,
});

const sentChoice = (field: string, sent: string): VersionChoice | undefined => {
  if (!/^\d+$/.test(sent)) return choiceOf({ label: sent });
  const version = Number(sent);
  if (version >= 1 && version <= 2_147_483_647) return version;
  throw new PlatenError('bad_request', `${field} must be the number of a version, a label, or "draft".`);
};

const fieldsOf = (inspection: string): ReadonlyMap<string, FieldFacts> => {
  const { fields = [] } = JSON.parse(inspection) as {
    fields?: readonly ({ readonly path: string } & FieldFacts)[];
  };
  return new Map(fields.map(({ path, kind, optional }) => [path, { kind, optional }]));
};

const fieldChanges = (from: string, to: string): FieldChanges => {
  const [before, after] = [fieldsOf(from), fieldsOf(to)];
  const missingIn = (some: ReadonlyMap<string, FieldFacts>, others: ReadonlyMap<string, FieldFacts>) =>
    [...some].filter(([path]) => !others.has(path)).map(([path, facts]) => ({ path, ...facts }));
  return {
    added: missingIn(after, before),
    removed: missingIn(before, after),
    changed: [...after].flatMap(([path, is]) => {
      const was = before.get(path);
      const isSame = was === undefined || (was.kind === is.kind && was.optional === is.optional);
      return isSame ? [] : [{ path, from: was, to: is }];
    }),
  };
};
