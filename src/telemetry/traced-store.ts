/** tracedStore :: store → the same store, which notes each call in the stages of whoever calls */
import type { Store } from '../service/ports.ts';
import type { Stages } from '../stages.ts';

type Method = (...args: unknown[]) => unknown;

export const tracedStore = (store: Store, current: () => Stages | undefined): Store => {
  const ports = Object.entries(store).map(([name, port]): [string, unknown] => [
    name,
    typeof port === 'object' ? tracedPort(name, port, current) : port,
  ]);
  return Object.fromEntries(ports) as unknown as Store;
};

/** Ports of another thread have no list of their methods, so that each is wrapped when it is first asked for. */
const tracedPort = (port: string, target: object, current: () => Stages | undefined): object => {
  const wrapped = new Map<string | symbol, unknown>();
  return new Proxy(target, {
    get(from, method) {
      if (wrapped.has(method)) return wrapped.get(method);
      const found: unknown = Reflect.get(from, method);
      const made =
        typeof found === 'function' && typeof method === 'string'
          ? tracedMethod(`${port}.${method}`, found as Method, from, current)
          : found;
      wrapped.set(method, made);
      return made;
    },
  });
};

const tracedMethod =
  (name: string, method: Method, owner: object, current: () => Stages | undefined): Method =>
  (...args) => {
    const stages = current();
    const from = performance.now();
    const answer: unknown = Reflect.apply(method, owner, args);
    if (stages === undefined || !(answer instanceof Promise)) return answer;
    const note = (hasFailed: boolean): void =>
      void stages.calls.push({ name, from, to: performance.now(), hasFailed });
    answer.then(
      () => note(false),
      () => note(true),
    );
    return answer;
  };
