/** Who LibreOffice runs as where the service is root: it reads files that strangers wrote. */
import { readFileSync } from 'node:fs';
import { PlatenError } from '../../errors.ts';

export interface SystemUser {
  readonly uid: number;
  readonly gid: number;
}

/** `name`, `uid` or `uid:gid`. Undefined where the service is not root: then it can be nobody but itself. */
export const unprivilegedUser = (wanted = 'nobody', passwd = '/etc/passwd'): SystemUser | undefined => {
  if (process.getuid?.() !== 0) return undefined;
  const user = byNumber(wanted) ?? byName(wanted, passwd);
  if (user === undefined || user.uid === 0) {
    throw new PlatenError(
      'pdf_unavailable',
      user === undefined
        ? 'The user that LibreOffice should run as does not exist on the server.'
        : 'LibreOffice must not run as root.',
      { hint: 'Start the service as an ordinary user, or name one for LibreOffice.', cause: wanted },
    );
  }
  return user;
};

const byNumber = (wanted: string): SystemUser | undefined => {
  const match = /^(\d{1,10})(?::(\d{1,10}))?$/.exec(wanted);
  return match === null ? undefined : { uid: Number(match[1]), gid: Number(match[2] ?? match[1]) };
};

const byName = (wanted: string, passwd: string): SystemUser | undefined => {
  for (const line of readFileSync(passwd, 'utf8').split('\n')) {
    const [name, , uid, gid] = line.split(':');
    // macOS writes nobody as -2.
    if (name === wanted) return { uid: Number(uid) >>> 0, gid: Number(gid) >>> 0 };
  }
  return undefined;
};
