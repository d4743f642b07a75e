/**
 * Where requests wait when the session has ended: the page stays as it is under a sign-in dialog, and each request is
 * sent again once the person is back. One dialog serves any number of waiting requests.
 */
type Listener = (waiting: boolean) => void;

let waiting: { readonly promise: Promise<boolean>; readonly settle: (signedIn: boolean) => void } | undefined;
const listeners = new Set<Listener>();

/** Resolves when the person has signed in again (`true`) or has given up (`false`). */
export const signInAgain = (): Promise<boolean> => {
  if (waiting === undefined) {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    waiting = { promise, settle: resolve };
    for (const listener of listeners) listener(true);
  }
  return waiting.promise;
};

export const settleSignIn = (signedIn: boolean): void => {
  const gate = waiting;
  waiting = undefined;
  for (const listener of listeners) listener(false);
  gate?.settle(signedIn);
};

export const onSignInNeeded = (listener: Listener): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const isSignInNeeded = (): boolean => waiting !== undefined;
