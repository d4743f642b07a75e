/** better-auth's password hashing (scrypt, N 16384, r 16), for those who need nothing else of it. */
import { hashPassword, verifyPassword } from 'better-auth/crypto';

export const passwords = {
  hashPassword: (password: string): Promise<string> => hashPassword(password),
  verifyPassword: (password: string, hash: string): Promise<boolean> => verifyPassword({ password, hash }),
};
