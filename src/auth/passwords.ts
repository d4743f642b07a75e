/** better-auth's password hashing (scrypt, N 16384, r 16), loaded with the first password. */
const library = () => import('better-auth/crypto');

export const passwords = {
  hashPassword: async (password: string): Promise<string> => (await library()).hashPassword(password),
  verifyPassword: async (password: string, hash: string): Promise<boolean> =>
    (await library()).verifyPassword({ password, hash }),
};
