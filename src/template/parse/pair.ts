/** pair :: Tag[] → Block[]. Opening tags find their ELSE and closing tags; whatever does not fit is a problem. */
import type { Problem } from '../../errors.ts';
import type { ProblemCode } from '../problems.ts';
import type { BlockHead, Command, UnitName } from './command.ts';
import type { Block, Branch, Tag } from './tag.ts';

interface Paired {
  readonly blocks: readonly Block[];
  /** The innermost block around each tag that is not itself part of a block. */
  readonly around: ReadonlyMap<Tag, Block>;
  readonly problems: readonly { readonly tag: Tag; readonly problem: Problem }[];
}

type OpenCommand = Extract<Command, { type: 'open' }>;
type CloseCommand = Extract<Command, { type: 'close' }>;
type Open = { -readonly [K in keyof Block]: Block[K] } & { elses: Branch[] };

export const pair = (tags: readonly Tag[]): Paired => {
  const blocks: Block[] = [];
  const around = new Map<Tag, Block>();
  const problems: { tag: Tag; problem: Problem }[] = [];
  const stack: Open[] = [];
  const report = (code: ProblemCode, tag: Tag, message: string, hint?: string): void => {
    problems.push({ tag, problem: { code, message, ...(hint !== undefined && { hint }), ...tag.where } });
  };
  const unclosed = (block: Open): void =>
    report(
      'unclosed_block',
      block.open,
      `The block ${block.open.where.tag} is not closed.`,
      `Add ${closerOf(block.head)} after it.`,
    );

  /** Blocks that a text box or a note left open do not reach beyond it. */
  const leaveStory = (tag: Tag): void => {
    while (
      stack.length > 0 &&
      stack.at(-1)?.story !== tag.story &&
      stack.some(({ story }) => story === tag.story)
    ) {
      unclosed(stack.pop() as Open);
    }
  };

  for (const [index, tag] of tags.entries()) {
    const { command } = tag;
    const top = stack.at(-1);
    switch (command.type) {
      case 'open':
        if (stack.length === MAX_NESTING) {
          report(
            'too_deep',
            tag,
            `${tag.where.tag} stands inside ${MAX_NESTING} other blocks, which is the limit.`,
          );
        }
        stack.push(openBlock(tag, command, top));
        break;
      case 'else': {
        leaveStory(tag);
        const block = stack.at(-1);
        if (block === undefined || block.story !== tag.story) {
          report('unexpected_close', tag, `${tag.where.tag} stands outside of any block.`);
        } else if (block.head.kind === 'together') {
          report(
            'unexpected_close',
            tag,
            `${tag.where.tag} stands in ${block.open.where.tag}, which has no ELSE.`,
          );
        } else if (block.elses.at(-1) !== undefined && block.elses.at(-1)?.tree === undefined) {
          report('unexpected_close', tag, `${tag.where.tag} follows an ELSE of the same block.`);
        } else block.elses.push({ tag, tree: command.source === undefined ? undefined : tag.tree });
        break;
      }
      case 'close': {
        leaveStory(tag);
        const block = stack.at(-1);
        if (block === undefined || block.story !== tag.story) {
          report('unexpected_close', tag, `${tag.where.tag} closes a block that is not open.`);
          break;
        }
        if (!closes(command, block.head)) {
          const message = `${tag.where.tag} cannot close ${block.open.where.tag}.`;
          report('mismatched_close', tag, message, `Close it with ${closerOf(block.head)}.`);
          // A tag that would close a block further out means that those inside it were forgotten.
          const at = stack.findLastIndex((one) => one.story === tag.story && closes(command, one.head));
          if (at >= 0) {
            for (const forgotten of stack.slice(at + 1, -1)) unclosed(forgotten);
            stack.length = at;
          } else if (problems.length > MOST_LOOKED || !isClosedLater(block, tags, index + 1)) stack.pop();
          break;
        }
        stack.pop();
        block.close = tag;
        blocks.push(block);
        break;
      }
      case 'drop': {
        const block = dropBlock(tag, command, top);
        blocks.push(block);
        break;
      }
      default:
        if (top !== undefined) around.set(tag, top);
    }
  }
  for (const block of stack) unclosed(block);
  return { blocks, around, problems };
};

/** Problems; enough to report, and whoever has more of them gets guesses that cost nothing. */
const MOST_LOOKED = 100;

/** Does the end of a block still come? Then one that fits nothing is no misspelling of it. */
const isClosedLater = ({ story, head }: Open, tags: readonly Tag[], from: number): boolean => {
  let depth = 0;
  for (let at = from; at < tags.length; at++) {
    const { command, story: own } = tags[at] as Tag;
    if (own !== story) continue;
    if (command.type === 'open') depth++;
    else if (command.type === 'close' && depth-- === 0) return closes(command, head);
  }
  return false;
};

/** Levels. Each takes a few frames of the stack when the template is linked and rendered; nobody writes ten by hand. */
const MAX_NESTING = 200;

const MISSING = { type: 'missing' } as const;

const openBlock = (tag: Tag, command: OpenCommand, parent: Block | undefined): Open => ({
  head: command.head,
  negated: command.head.kind === 'unless' || command.head.kind === 'inverted',
  unit: command.unit,
  open: tag,
  tree: tag.tree ?? MISSING,
  elses: [],
  close: tag,
  parent,
  story: tag.story,
});

const dropBlock = (
  tag: Tag,
  command: Extract<Command, { type: 'drop' }>,
  parent: Block | undefined,
): Block => ({
  head: { kind: 'if', source: command.source, strict: true },
  negated: !command.keep,
  unit: command.unit as UnitName | 'picture',
  open: tag,
  tree: tag.tree ?? MISSING,
  elses: [],
  close: tag,
  parent,
  story: tag.story,
});

const closerOf = (head: BlockHead): string => {
  switch (head.kind) {
    case 'for':
      return '`END-FOR`';
    case 'if':
      return head.strict ? '`END-IF`' : '`/if`';
    case 'together':
      return '`END-TOGETHER`';
    case 'section':
    case 'inverted':
      return `\`/${head.source}\``;
    default:
      return `\`/${head.kind}\``;
  }
};

const squeeze = (text: string): string => text.replace(/\s+/g, '').normalize('NFC');

/** `END-FOR` takes any name; a section is closed by its own. */
const closes = (command: CloseCommand, head: BlockHead): boolean => {
  if (command.of === 'any') return true;
  if (head.kind === 'section' || head.kind === 'inverted') {
    return squeeze(command.name) === squeeze(head.source);
  }
  const isLoop = head.kind === 'for' || head.kind === 'each';
  if (command.of === 'for' || command.of === 'each') return isLoop;
  return command.of === head.kind || (command.of === 'if' && head.kind === 'unless');
};
