/**
 * What templates include, as it is kept with their versions; and all of it for one that is to be joined: the newest versions,
 * or those that are asked for, directly and through each other.
 */
import type { TemplateVersion } from './model.ts';
import type { TemplateStore } from './ports.ts';
import type { IncludeRef, Includes, RefusedInclude } from './renderer-ports.ts';

export const includesOf = ({ includes }: Pick<TemplateVersion, 'includes'>): Includes | undefined =>
  includes === null || includes === undefined ? undefined : (JSON.parse(includes) as Includes);

/** A template that goes into another. */
interface IncludedVersion extends IncludeRef {
  /** Of the version that it was asked for as. */
  readonly found: TemplateVersion;
}

export interface Closure {
  readonly templates: readonly IncludedVersion[];
  /** Those that data have asked for and that are not there. */
  readonly refused: Readonly<Record<string, RefusedInclude>>;
}

/** Templates in one; more is no document any more. */
const MOST = 200;

interface ClosureOrder {
  readonly organizationId: string;
  readonly templates: Pick<TemplateStore, 'find' | 'newestBefore'>;
  readonly includes: Includes | undefined;
  /** What data have asked for. */
  readonly chosen: readonly IncludeRef[];
  /** Versions of that time, for what was asked for earlier. */
  readonly asOf?: number | undefined;
  /** One that is not stored yet: it counts as the newest of its key. */
  readonly instead?: { readonly key: string; readonly version: TemplateVersion } | undefined;
}

export const closureOf = async (order: ClosureOrder): Promise<Closure> => {
  const { includes, chosen } = order;
  const found = new Map<string, IncludedVersion>();
  const refused: Record<string, RefusedInclude> = {};
  const isChosen = new Set(chosen.map(refId));
  let next: readonly IncludeRef[] = [...(includes?.templates ?? []), ...chosen];
  const seen = new Set<string>();
  while (next.length > 0 && found.size < MOST) {
    const wanted = next.filter((ref) => !seen.has(refId(ref)));
    for (const ref of wanted) seen.add(refId(ref));
    const versions = await Promise.all(
      wanted.map(async (ref) => ({ ref, found: await findVersion(order, ref) })),
    );
    const inside: IncludeRef[] = [];
    for (const { ref, found: version } of versions) {
      if (version === undefined) {
        if (isChosen.has(refId(ref))) refused[ref.key] = notThere(ref);
        continue;
      }
      found.set(refId(ref), { ...ref, found: version });
      inside.push(...(includesOf(version)?.templates ?? []));
    }
    next = inside;
  }
  return { templates: [...found.values()], refused };
};

const refId = ({ key, version }: IncludeRef): string => `${key}\n${version ?? ''}`;

const findVersion = async (
  { organizationId, templates, asOf, instead }: ClosureOrder,
  { key, version }: IncludeRef,
): Promise<TemplateVersion | undefined> => {
  if (instead !== undefined && instead.key === key && version === undefined) return instead.version;
  const number =
    version ?? (asOf === undefined ? undefined : await templates.newestBefore(organizationId, key, asOf));
  if (number === undefined && asOf !== undefined) return undefined;
  return (await templates.find(organizationId, key, number))?.version;
};

const notThere = ({ key, version }: IncludeRef): RefusedInclude => ({
  message: `There is no template with the key "${key}"${version === undefined ? '' : ` and the version ${version}`} to include.`,
  hint: 'GET /template/list shows the keys that exist; they are case-sensitive.',
});

/** Templates whose newest versions include this one, by key. */
export const usersOf = async (
  templates: Pick<TemplateStore, 'including'>,
  organizationId: string,
  key: string,
): Promise<readonly string[]> => {
  const all = await templates.including(organizationId);
  return all
    .filter(({ includes }) => (JSON.parse(includes) as Includes).templates.some((one) => one.key === key))
    .map((one) => one.key);
};
