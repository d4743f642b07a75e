/**
 * A load balancer before several servers: it asks each for /readyz, ten times a second, and gives new connections to those that are
 * ready, in turn. Where one can't be connected to, the next gets it.
 */
import { startTcpProxy } from './tcp-proxy.ts';

const CHECK_MS = 100;
/** As balancers have it; a busy machine is slow as well. */
const PATIENCE_MS = 2_000;

export interface Balancer {
  readonly address: string;
  /** http://127.0.0.1:8080 of each server; those that are gone are asked in vain. */
  serve(addresses: readonly string[]): void;
  isReady(address: string): boolean;
  /** Resolves once so many servers are ready. */
  ready(count: number): Promise<void>;
  close(): Promise<void>;
}

export const startBalancer = async (): Promise<Balancer> => {
  let addresses: readonly string[] = [];
  let isClosed = false;
  let turn = 0;
  const ready = new Set<string>();
  const ask = async (address: string): Promise<void> => {
    const status = await fetch(`${address}/readyz`, { signal: AbortSignal.timeout(PATIENCE_MS) }).then(
      (answer) => answer.status,
      () => 0,
    );
    if (status === 200) ready.add(address);
    else ready.delete(address);
  };
  const watch = async (): Promise<void> => {
    while (!isClosed) {
      await Promise.all(addresses.map(ask));
      await new Promise((resolve) => setTimeout(resolve, CHECK_MS));
    }
  };
  const proxy = await startTcpProxy(() => {
    const those = addresses.filter((address) => ready.has(address)).map((address) => new URL(address).host);
    turn += 1;
    const at = turn % Math.max(1, those.length);
    return [...those.slice(at), ...those.slice(0, at)];
  });
  const watching = watch();
  return {
    address: `http://127.0.0.1:${proxy.port}`,
    serve(next) {
      addresses = next;
      for (const address of ready) if (!next.includes(address)) ready.delete(address);
    },
    isReady: (address) => ready.has(address),
    async ready(count) {
      while (ready.size < count) await new Promise((resolve) => setTimeout(resolve, CHECK_MS / 2));
    },
    async close() {
      isClosed = true;
      await watching;
      await proxy.close();
    },
  };
};
