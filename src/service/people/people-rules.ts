/** What people may write about themselves: addresses, names and passwords, each judged once and the same everywhere. */
import { PlatenError } from '../../errors.ts';
import { ROLES, type Role } from '../model.ts';

/** RFC 5321, in characters here: a mailbox that long has not been seen. */
const EMAIL_CHARACTERS = 254;
const NAME_CHARACTERS = 200;
const PASSWORD_CHARACTERS = { least: 10, most: 256 };

/**
 * Lower-case, because nobody means two people by Ada@ and ada@; NFC, because keyboards differ. Whether the address
 * exists is for its post office to say: here it must only be one, and harmless wherever it is shown.
 */
export const emailOf = (value: unknown): string => {
  const text = typeof value === 'string' ? value.trim() : '';
  const email =
    text.isWellFormed() && text.length <= 4 * EMAIL_CHARACTERS ? text.normalize('NFC').toLowerCase() : '';
  if (
    !/^[^\s@\p{C}"<>()[\]\\,;:]+@[^\s@\p{C}"<>()[\]\\,;:]+$/u.test(email) ||
    [...email].length > EMAIL_CHARACTERS
  )
    throw new PlatenError('bad_email', 'email must be an e-mail address such as ada@example.com.');
  return email;
};

export const personNameOf = (value: unknown): string => {
  const name = typeof value === 'string' && value.isWellFormed() ? value.trim().normalize('NFC') : '';
  if (name === '' || [...name].length > NAME_CHARACTERS || /\p{Cc}/u.test(name))
    throw new PlatenError(
      'bad_person_name',
      `name must be 1 to ${NAME_CHARACTERS} characters without control characters.`,
    );
  return name;
};

/** Length is what makes a password; rules about its characters only make it harder to remember. */
export const newPasswordOf = (value: unknown): string => {
  const { least, most } = PASSWORD_CHARACTERS;
  const length =
    typeof value === 'string' && value.isWellFormed() && value.length <= 4 * most ? [...value].length : 0;
  if (typeof value !== 'string' || length < least || length > most)
    throw new PlatenError('bad_password', `The password must have ${least} to ${most} characters.`);
  return value;
};

/** One that can't be anybody's is as wrong as any other, but must not cost time. */
export const couldBePassword = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= 4 * PASSWORD_CHARACTERS.most;

export const roleOf = (value: unknown): Role => {
  const role = ROLES.find((one) => one === value);
  if (role === undefined) throw new PlatenError('bad_request', `role must be one of ${ROLES.join(', ')}.`);
  return role;
};
