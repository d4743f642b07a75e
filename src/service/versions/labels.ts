/** Labels: names that point at versions, and are moved while documents are made. */
import { PlatenError } from '../../errors.ts';
import type { Caller } from '../authenticator.ts';
import { FieldErrors } from '../field-errors.ts';
import type { Label } from '../model.ts';
import { versionOf } from '../template-rules.ts';
import type { Templates } from '../templates.ts';
import { templateNotFound } from './refusals.ts';
import type { LabelStore } from './template-ports.ts';
import { labelOf } from './version-choice.ts';

interface Needs {
  readonly labels: LabelStore;
  readonly templates: Pick<Templates, 'mustBeThere'>;
  readonly now: () => number;
}

/** More than anybody tells apart. */
const MOST_LABELS = 50;

export class Labels {
  readonly #needs: Needs;

  constructor(needs: Needs) {
    this.#needs = needs;
  }

  /** By name. */
  async list(organizationId: string, key: string): Promise<readonly Label[]> {
    const found = await this.#needs.labels.list(organizationId, key);
    if (found.length === 0) await this.#needs.templates.mustBeThere(organizationId, key);
    return found;
  }

  /** All or nothing; a label that is null is removed. */
  async set(
    { organization, actor }: Caller,
    key: string,
    sent: { readonly labels: unknown; readonly expected: unknown },
  ): Promise<readonly Label[]> {
    const fieldErrors = new FieldErrors();
    const labels = readLabels(fieldErrors, 'labels', sent.labels ?? undefined) ?? {};
    const expected = readLabels(fieldErrors, 'expected', sent.expected ?? {}) ?? {};
    fieldErrors.throwIfAny();
    const { labels: store, now } = this.#needs;
    const change = { labels, expected, most: MOST_LABELS };
    const after = await store.set(organization.id, key, change, { name: actor, at: now() });
    if (after === undefined) throw templateNotFound(key);
    return after;
  }
}

const readLabels = (
  fieldErrors: FieldErrors,
  field: string,
  sent: unknown,
): Record<string, number | null> | undefined => {
  const entries = fieldErrors.field(field, () => entriesOf(field, sent), []);
  const read = entries.map(([name, version]) => {
    const path = `${field}.${name.slice(0, MOST_LABELS)}`;
    const label = fieldErrors.field(path, () => labelOf(name), '');
    return [label, fieldErrors.field(path, () => (version === null ? null : versionOf(version, path)), null)];
  });
  return Object.fromEntries(read) as Record<string, number | null>;
};

const entriesOf = (field: string, sent: unknown): readonly [string, unknown][] => {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent))
    throw new PlatenError(
      'bad_request',
      `${field} must be an object of labels and the numbers of versions, such as {"production": 3}.`,
    );
  const entries = Object.entries(sent);
  if (entries.length > MOST_LABELS)
    throw new PlatenError('bad_request', `${field} may have ${MOST_LABELS} labels at once.`);
  return entries;
};
