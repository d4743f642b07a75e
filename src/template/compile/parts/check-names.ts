/**
 * Names that only the template itself can give: functions, which JSON has none of, and variables with a `$`. What the
 * whole template gives is known when all its tags are read.
 */
import type { Problem } from '../../../errors.ts';
import { callHint } from '../../expression/parse/call-hint.ts';
import { suggest } from '../../expression/suggest.ts';
import type { Expression } from '../../expression/tree.ts';
import { walk } from '../../expression/walk.ts';
import type { Block, Tag } from '../../parse/tag.ts';
import { type Warning, warn } from '../../problems.ts';
import type { TaggedPart } from './header-scope.ts';
import type { PartTags } from './part-tags.ts';

interface NamesInput {
  readonly parts: readonly TaggedPart[];
  /** Those of document properties, around which nothing is. */
  readonly elsewhere: readonly Tag[];
  /** Those of charts that are made where they stand, with what is seen there. */
  readonly inCharts: readonly Tag[];
  readonly isOwn: (tag: Tag) => boolean;
  readonly problems: Problem[];
  readonly warnings: Warning[];
  /** What the organization defines for all its templates. */
  readonly defined: ReadonlySet<string>;
}

/** What of the organization's prelude a template uses. */
export interface UsedDefinitions {
  readonly names: readonly string[];
  readonly isTranslated: boolean;
}

export const checkNames = ({
  parts,
  elsewhere,
  inCharts,
  isOwn,
  problems,
  warnings,
  defined,
}: NamesInput): UsedDefinitions => {
  const all = [
    ...parts.flatMap(({ read, found }) => [...read.tags.filter(isOwn), ...found.tags]),
    ...elsewhere,
    ...inCharts,
  ];
  const given = new Set(all.flatMap(treesOf).flatMap(assignedIn));
  const loops = variablesIn(parts.flatMap(({ read }) => read.blocks));
  for (const tag of all)
    checkCalls(tag, (name) => given.has(name) || loops.has(name) || defined.has(name), problems);

  const inBody = parts.filter(({ role }) => role === 'document').flatMap(({ read }) => read.blocks);
  for (const { role, read, found } of parts) {
    const around = blocksAround(read);
    // A note is written where it is referenced, with the loops around that place; a header has none, and is told so.
    const seen = role === 'document' ? [] : inBody;
    for (const tag of read.tags.filter(isOwn))
      checkVariables(
        tag,
        {
          // What is added up over rows has the names of their loop.
          variables: () =>
            variablesIn([
              ...seen,
              ...(tag.command.type === 'page-sum' ? read.blocks : chainOf(around.get(tag))),
            ]),
          given,
        },
        warnings,
      );
    // Where an alternative text or an address stands among the blocks is not known here.
    let anywhere: ReadonlySet<string> | undefined;
    const variables = (): ReadonlySet<string> => {
      anywhere ??= variablesIn([...seen, ...read.blocks]);
      return anywhere;
    };
    for (const tag of found.tags) checkVariables(tag, { variables, given }, warnings);
  }
  for (const tag of elsewhere) checkVariables(tag, { variables: () => new Set(), given }, warnings);
  // Loops in the cells of their sheets are not paired here.
  const ofCharts = new Set([...loops, ...inCharts.flatMap(openedBy)]);
  for (const tag of inCharts) checkVariables(tag, { variables: () => ofCharts, given }, warnings);
  return {
    names: defined.size === 0 ? [] : usedOf(all, defined, (name) => given.has(name) || loops.has(name)),
    isTranslated: all.flatMap(treesOf).some(asksForTexts),
  };
};

const asksForTexts = (tree: Expression): boolean => {
  let found = false;
  walk(tree, (node) => {
    found ||= node.type === 'pipe' && node.name === 't';
  });
  return found;
};

const usedOf = (
  tags: readonly Tag[],
  defined: ReadonlySet<string>,
  isOwn: (name: string) => boolean,
): readonly string[] => {
  const used = new Set<string>();
  for (const tree of tags.flatMap(treesOf))
    walk(tree, (node, locals) => {
      if (node.type !== 'path' || node.levels > 0 || locals.has(node.name)) return;
      if (defined.has(node.name) && !isOwn(node.name)) used.add(node.name);
    });
  return [...used];
};

const treesOf = ({ tree, options }: Tag): Expression[] =>
  [tree, ...options.map((option) => option.tree)].filter((one) => one !== undefined);

const assignedIn = (tree: Expression): string[] => {
  const names: string[] = [];
  walk(tree, (node) => {
    if (node.type === 'assign') names.push(node.name);
  });
  return names;
};

/** As they are written, with and without the sign. */
const variablesOf = ({ head }: Pick<Block, 'head'>): string[] => {
  const names = [
    'variable' in head ? head.variable : undefined,
    'index' in head ? head.index : undefined,
  ].filter((name) => name !== undefined);
  return names.flatMap((name) => [name, `$${name}`]);
};

const openedBy = ({ command }: Tag): string[] => (command.type === 'open' ? variablesOf(command) : []);

const variablesIn = (blocks: readonly Block[]): ReadonlySet<string> => new Set(blocks.flatMap(variablesOf));

/** The innermost block around each tag: what opens or divides a block does not stand in its body's names. */
const blocksAround = ({ around, blocks }: PartTags): ReadonlyMap<Tag, Block | undefined> => {
  const all = new Map<Tag, Block | undefined>(around);
  for (const block of blocks) {
    all.set(block.open, block.parent);
    for (const { tag } of block.elses) all.set(tag, block.parent);
  }
  return all;
};

const chainOf = (block: Block | undefined): Block[] => {
  const chain: Block[] = [];
  for (let at = block; at !== undefined; at = at.parent) chain.push(at);
  return chain;
};

const checkCalls = (tag: Tag, isGiven: (name: string) => boolean, problems: Problem[]): void => {
  for (const tree of treesOf(tag))
    walk(tree, (node, locals) => {
      if (node.type !== 'call' || node.callee.type !== 'path') return;
      const { name, keys } = node.callee;
      if (locals.has(name) || isGiven(name)) return;
      problems.push({
        code: 'bad_expression',
        message: `\`${[name, ...keys].join('.')}\` is called like a function, and data has no functions.`,
        hint: callHint(name, node.args),
        ...tag.where,
      });
    });
};

const OF_ENGINE: ReadonlySet<string> = new Set(['$index', '$idx', '$number', '$length', '$now', '$parent']);
const VARIABLE = /^\$\p{L}/u;

interface Given {
  /** Whose names are seen; asked for only where there is a variable. */
  readonly variables: () => ReadonlySet<string>;
  /** By SET, anywhere. */
  readonly given: ReadonlySet<string>;
}

const checkVariables = (tag: Tag, { variables, given }: Given, warnings: Warning[]): void => {
  for (const tree of treesOf(tag))
    walk(tree, (node, locals) => {
      if (node.type !== 'path' || !VARIABLE.test(node.name) || OF_ENGINE.has(node.name)) return;
      const { name } = node;
      if (locals.has(name) || given.has(name)) return;
      const seen = variables();
      if (seen.has(name)) return;
      const plain = name.slice(1);
      const near = suggest(
        name,
        [...seen, ...OF_ENGINE].filter((one) => one.startsWith('$')),
      );
      warn(warnings, {
        code: 'unknown_variable',
        message: `\`${name}\` is the variable of no loop around it, and is looked up in the data.`,
        hint: given.has(plain)
          ? `What SET has set is \`${plain}\`, without the sign.`
          : near === undefined
            ? `Write \`FOR ${plain} IN …\` around it, or \`${plain}\` for a field of the data.`
            : `Did you mean \`${near}\`?`,
        ...tag.where,
      });
    });
};
