/** `user:ada@example.com` → the address; `key:plt_ab12` → the key. */
export const authorOf = (actor: string): string => {
  const [kind, name = actor] = actor.split(/:(.*)/s);
  return kind === 'key' ? `the key ${name}…` : name;
};
