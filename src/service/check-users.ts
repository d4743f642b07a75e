/** checkUsers :: a new version of a template that others include → warnings about what becomes of them */
import { PlatenError, type Problem } from '../errors.ts';
import type { TemplateVersion } from './model.ts';
import type { TemplateStore } from './ports.ts';
import type { Includes } from './renderer-ports.ts';
import type { TemplatePrograms } from './template-programs.ts';

interface NewVersionOf {
  readonly organizationId: string;
  readonly key: string;
  readonly version: TemplateVersion;
  readonly programs: Pick<TemplatePrograms, 'load'>;
  readonly templates: Pick<TemplateStore, 'including' | 'find'>;
}

/** Each is joined anew, which takes as long as an upload of it. */
const MOST_CHECKED = 50;

export const checkUsers = async (order: NewVersionOf): Promise<readonly Problem[]> => {
  const { organizationId, key, version, templates } = order;
  const users = usersThrough(await templates.including(organizationId), key);
  if (users.length === 0) return [];
  const before = await templates.find(organizationId, key);
  const broken: Problem[] = [];
  for (const user of users.slice(0, MOST_CHECKED)) {
    const problem = await problemOf(order, user);
    if (problem !== undefined) broken.push(problem);
  }
  const changed = before === undefined ? [] : changedFields(before.version.inspection, version.inspection);
  return [
    ...broken,
    ...(changed.length === 0
      ? []
      : [
          {
            code: 'included_fields',
            message: `Templates that include "${key}" (${users.slice(0, 10).join(', ')}) now ${changed.join(' and ')}.`,
          },
        ]),
  ];
};

/** Directly, or through others. */
const usersThrough = (
  including: readonly { readonly key: string; readonly includes: string }[],
  key: string,
): readonly string[] => {
  const found = new Set<string>();
  const all = including.map((one) => ({
    key: one.key,
    uses: (JSON.parse(one.includes) as Includes).templates
      .filter(({ version }) => version === undefined)
      .map((used) => used.key),
  }));
  for (let next = [key]; next.length > 0; ) {
    const users = all.filter((one) => !found.has(one.key) && one.uses.some((used) => next.includes(used)));
    next = users.map((one) => one.key);
    for (const user of next) found.add(user);
  }
  found.delete(key);
  return [...found];
};

const problemOf = async (
  { organizationId, key, version, programs, templates }: NewVersionOf,
  user: string,
): Promise<Problem | undefined> => {
  const found = await templates.find(organizationId, user);
  if (found === undefined) return undefined;
  try {
    await programs.load(organizationId, found.version, { key: user, instead: { key, version } });
    return undefined;
  } catch (error) {
    if (!(error instanceof PlatenError) || error.code !== 'template_invalid') throw error;
    return {
      code: 'includes_broken',
      message: `The template "${user}", which includes "${key}", can't be made into documents any more: ${error.details?.[0]?.message ?? error.message}`,
    };
  }
};

const required = (inspection: string): Set<string> => {
  const { fields = [] } = JSON.parse(inspection) as {
    fields?: readonly { readonly path: string; readonly optional: boolean }[];
  };
  return new Set(fields.filter(({ optional }) => !optional).map(({ path }) => path));
};

const changedFields = (before: string, now: string): string[] => {
  const [old, fresh] = [required(before), required(now)];
  const listed = (paths: readonly string[]): string =>
    `${paths.slice(0, 5).join(', ')}${paths.length > 5 ? ', …' : ''}`;
  const added = [...fresh].filter((path) => !old.has(path));
  const gone = [...old].filter((path) => !fresh.has(path));
  return [
    ...(added.length > 0 ? [`need ${listed(added)}`] : []),
    ...(gone.length > 0 ? [`need no ${listed(gone)}`] : []),
  ];
};
