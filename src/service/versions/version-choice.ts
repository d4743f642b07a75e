/** Which version is meant: a number, a label, the draft; and what a key that is bound to a label may ask for. */
import { PlatenError } from '../../errors.ts';
import type { Caller } from '../authenticator.ts';
import type { VersionChoice } from './template-ports.ts';

interface Asked {
  readonly version?: number | undefined;
  readonly label?: string | undefined;
}

/** Labels that every template has, and that can't be moved. */
const DRAFT_LABEL = 'draft';
const NEWEST_LABEL = 'newest';

/** Undefined: the newest. */
export const choiceOf = ({ version, label }: Asked): VersionChoice | undefined => {
  if (label === undefined) return version;
  if (label === DRAFT_LABEL) return 'draft';
  return label === NEWEST_LABEL ? undefined : { label };
};

/** The same of a document that somebody asks for. */
export const choiceFor = ({ key }: Pick<Caller, 'key'>, asked: Asked): VersionChoice | undefined => {
  const bound = key?.label ?? null;
  if (bound === null) return choiceOf(asked);
  if (asked.version !== undefined || (asked.label ?? bound) !== bound)
    throw new PlatenError(
      'forbidden',
      `The API key is bound to the label "${bound}": it makes documents of no other version.`,
      { hint: 'Leave out options.version and options.label, or use another key.' },
    );
  return choiceOf({ label: bound });
};

const LABEL = /^[A-Za-z0-9][A-Za-z0-9._-]{0,49}$/;

/** The name of a label that is to be moved, or that a key is bound to. */
export const labelOf = (value: unknown): string => {
  if (typeof value !== 'string' || !LABEL.test(value))
    throw new PlatenError(
      'bad_request',
      'A label must be 1 to 50 letters, digits, points, hyphens and underscores, and begin with a letter or digit.',
    );
  if (value === DRAFT_LABEL || value === NEWEST_LABEL)
    throw new PlatenError(
      'bad_request',
      `The label "${value}" is the server's own: it always points at the ${value === DRAFT_LABEL ? 'draft' : 'newest version'}.`,
    );
  return value;
};
