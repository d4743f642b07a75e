/** The example templates: what there is, and putting some of it into an organization as templates like any other. */
import { PlatenError } from '../errors.ts';
import type { Caller } from './authenticator.ts';
import type { Example, ExampleSource } from './ports.ts';
import type { Templates } from './templates.ts';

interface AddedExamples {
  /** Keys. */
  readonly added: readonly string[];
  /** Keys that the organization has a template under already; those are left alone. */
  readonly existing: readonly string[];
}

interface Needs {
  readonly source: ExampleSource;
  readonly templates: Templates;
}

export class Examples {
  readonly #needs: Needs;

  constructor(needs: Needs) {
    this.#needs = needs;
  }

  list(): Promise<readonly Example[]> {
    return this.#needs.source.list();
  }

  /** Without keys: all of them. */
  async add(caller: Caller, keys: unknown, signal: AbortSignal): Promise<AddedExamples> {
    const wanted = chosen(await this.list(), keys);
    // Every one is tried, so that one that fails does not leave the rest undone.
    const outcomes = await Promise.allSettled(wanted.map((example) => this.#add(caller, example, signal)));
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
    const keysOf = (was: 'added' | 'existing'): string[] =>
      wanted.flatMap(({ key }, index) => {
        const outcome = outcomes[index];
        return outcome?.status === 'fulfilled' && outcome.value === was ? [key] : [];
      });
    return { added: keysOf('added'), existing: keysOf('existing') };
  }

  async #add(
    caller: Caller,
    { key, name, delimiter }: Example,
    signal: AbortSignal,
  ): Promise<'added' | 'existing'> {
    const { source, templates } = this.#needs;
    try {
      const file = await source.file(key);
      await templates.upload({ caller, key, name, file, delimiter, signal, overwrite: false });
      return 'added';
    } catch (error) {
      if (error instanceof PlatenError && error.code === 'template_exists') return 'existing';
      throw error;
    }
  }
}

const chosen = (all: readonly Example[], keys: unknown): readonly Example[] => {
  if (keys === undefined || keys === null) return all;
  const sent: readonly unknown[] = Array.isArray(keys) ? keys : [];
  const known = all.map(({ key }) => key);
  if (sent.length === 0 || !sent.every((key) => known.some((one) => one === key)))
    throw new PlatenError('bad_request', `keys must be a list of some of ${known.join(', ')}.`);
  return all.filter(({ key }) => sent.includes(key));
};
