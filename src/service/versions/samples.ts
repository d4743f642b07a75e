/** Sample sets: data, with options, that a template is tried with; kept with it, for everybody of the organization. */
import { PlatenError } from '../../errors.ts';
import type { DataReport } from '../../template/inspect/validate-data.ts';
import type { Caller } from '../authenticator.ts';
import { FieldErrors, required } from '../field-errors.ts';
import type { Sample, SampleSummary, Storage } from '../model.ts';
import { sampleNameOf, storageLimitsOf } from '../template-rules.ts';
import type { Templates } from '../templates.ts';
import { templateNotFound } from './refusals.ts';
import type { SampleStore, VersionChoice } from './template-ports.ts';

interface Needs {
  readonly samples: SampleStore;
  readonly templates: Pick<Templates, 'mustBeThere' | 'find' | 'validate'>;
  /** What an organization may keep where nothing else was set for it. */
  readonly storage: Storage;
  readonly now: () => number;
}

interface Place {
  readonly organizationId: string;
  readonly key: string;
}

const MOST_SAMPLES = 100;
/** Of data and options together. */
const SAMPLE_BYTES = 1024 * 1024;

/** Options that say which template is meant, or when: a set holds for all versions, and for any day. */
const NOT_KEPT = ['version', 'label'];

/** How a set fits a version of the template. */
export type SampleFit = Pick<DataReport, 'valid' | 'missing' | 'mistyped' | 'unused'>;

export class Samples {
  readonly #needs: Needs;

  constructor(needs: Needs) {
    this.#needs = needs;
  }

  /** By name, without their data. */
  async list({ organizationId, key }: Place): Promise<readonly SampleSummary[]> {
    const { samples, templates } = this.#needs;
    const found = await samples.list(organizationId, key);
    if (found.length === 0) await templates.mustBeThere(organizationId, key);
    return found;
  }

  async get({ organizationId, key }: Place, name: string): Promise<Sample> {
    const { samples, templates } = this.#needs;
    const found = await samples.get(organizationId, key, name);
    if (found !== undefined) return found;
    await templates.mustBeThere(organizationId, key);
    throw noSample(key, name);
  }

  /** How the data of a set fits what a version takes. */
  async fit(
    { organizationId, key }: Place,
    { data }: Pick<Sample, 'data'>,
    { choice, signal }: { readonly choice: VersionChoice | undefined; readonly signal: AbortSignal },
  ): Promise<SampleFit> {
    const { templates } = this.#needs;
    const body = Buffer.from(`{"templateKey":${JSON.stringify(key)},"data":${data}}`);
    const report = await templates.validate(organizationId, body, signal, choice);
    const { valid, missing, mistyped, unused } = report;
    return { valid, missing, mistyped, unused };
  }

  async put(
    { organization, actor }: Caller,
    key: string,
    sent: ReadonlyMap<string, unknown>,
  ): Promise<SampleSummary> {
    const fieldErrors = new FieldErrors();
    const name = fieldErrors.field('name', () => sampleNameOf(required(sent.get('name'), 'name')), '');
    const data = fieldErrors.field('data', () => objectText('data', required(sent.get('data'), 'data')), '');
    const options = fieldErrors.field('options', () => optionsText(sent.get('options') ?? {}), '{}');
    const isDefault = fieldErrors.field('default', () => switchOf(sent.get('default')), undefined);
    const expected = fieldErrors.field(
      'expectedChangedAt',
      () => expectedOf(sent.get('expectedChangedAt')),
      undefined,
    );
    const bytes = Buffer.byteLength(data) + Buffer.byteLength(options);
    if (bytes > SAMPLE_BYTES)
      fieldErrors.field(
        'data',
        () => {
          throw new PlatenError(
            'body_too_large',
            `A sample set may have ${SAMPLE_BYTES / 1024} KiB of JSON; this one has ${Math.ceil(bytes / 1024)}.`,
            { hint: 'Keep fewer rows, and pictures as small ones.' },
          );
        },
        '',
      );
    fieldErrors.throwIfAny();
    const { samples, now } = this.#needs;
    const within = storageLimitsOf(organization, this.#needs.storage);
    const saved = await samples.put(
      organization.id,
      key,
      { name, data, options, isDefault, expected, most: MOST_SAMPLES, within },
      { name: actor, at: now() },
    );
    if (saved === undefined) throw templateNotFound(key);
    return saved;
  }

  async delete({ organization, actor }: Caller, key: string, name: string): Promise<void> {
    const { samples, templates, now } = this.#needs;
    if (await samples.delete(organization.id, key, name, { name: actor, at: now() })) return;
    await templates.mustBeThere(organization.id, key);
    throw noSample(key, name);
  }
}

const objectText = (field: string, value: unknown): string => {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new PlatenError('bad_request', `${field} must be an object.`);
  try {
    return JSON.stringify(value);
  } catch (cause) {
    throw new PlatenError('data_too_deep', `${field} is nested too deeply to be kept.`, { cause });
  }
};

const optionsText = (value: unknown): string => {
  const text = objectText('options', value);
  const wrong = Object.keys(value as object).filter((name) => NOT_KEPT.includes(name));
  if (wrong.length > 0)
    throw new PlatenError(
      'bad_request',
      `options of a sample set can't have ${wrong.join(' and ')}: a set is for every version.`,
    );
  return text;
};

const switchOf = (value: unknown): boolean | undefined => {
  if (value === undefined || typeof value === 'boolean') return value;
  throw new PlatenError('bad_request', 'default must be true or false.');
};

/** Null: the caller has seen none. */
const expectedOf = (value: unknown): { readonly changedAt: number | null } | undefined => {
  if (value === undefined) return undefined;
  const changedAt = value === null ? null : Date.parse(String(value));
  if (changedAt !== null && Number.isNaN(changedAt))
    throw new PlatenError('bad_request', 'expectedChangedAt must be a time in ISO 8601, or null.');
  return { changedAt };
};

const noSample = (key: string, name: string): PlatenError =>
  new PlatenError('sample_not_found', `The template "${key}" has no sample set "${name}".`, {
    hint: 'GET /template/samples shows those that there are; names are case-sensitive.',
  });
