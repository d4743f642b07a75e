/** A tag that has been read: its command, its expressions as trees, and where it stands. */
import type { Problem } from '../../errors.ts';
import type { Expression } from '../expression/tree.ts';
import type { Token } from '../lex/lex.ts';
import type { BlockHead, Command, UnitName } from './command.ts';

export interface TagOption {
  readonly name: string;
  readonly text?: string;
  readonly tree?: Expression;
}

/** The place of a tag in the words of a problem. */
export type Where = Pick<Problem, 'part' | 'paragraph' | 'cell' | 'tag'>;

export interface Tag {
  readonly command: Command;
  readonly tree: Expression | undefined;
  readonly options: readonly TagOption[];
  readonly where: Where;
  /** Text in which a block that is opened must be closed: the body, a note, a text box, an attribute. */
  readonly story: object;
  /** Undefined in flat text (attributes, properties, link targets). */
  readonly token: Token | undefined;
}

export interface Branch {
  readonly tag: Tag;
  /** Undefined for a plain ELSE. */
  readonly tree: Expression | undefined;
}

/** An opening tag with everything that belongs to it. `DROP` and `KEEP` are blocks around their unit. */
export interface Block {
  readonly head: BlockHead;
  readonly negated: boolean;
  readonly unit: UnitName | 'picture' | undefined;
  readonly open: Tag;
  readonly tree: Expression;
  readonly elses: readonly Branch[];
  readonly close: Tag;
  readonly parent: Block | undefined;
  readonly story: object;
}
