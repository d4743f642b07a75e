/**
 * The engines that a template's text is compared with. They live in bench/, a package of its own: nothing of them is
 * installed with the product, so they are loaded when they are asked for, and may be missing.
 */
import type { DelimiterName } from '../../src/template/index.ts';

export interface Filling {
  readonly template: Uint8Array;
  readonly data: Readonly<Record<string, unknown>>;
  readonly delimiter: DelimiterName;
  /** What stands between the delimiters, for engines that are set up by what their templates use. */
  readonly tags: readonly string[];
}

export interface Peer {
  readonly name: string;
  /** Code that a template brings with it (a helper, a filter), or undefined where the engine alone can fill it. */
  ownCode(tags: readonly string[]): string | undefined;
  /** Throws where the engine refuses the template or the data. */
  fill(filling: Filling): Promise<Uint8Array>;
}

/** By the folder of the corpus. */
export type Peers = Readonly<Record<string, Peer>>;

const HOME = '../../bench/peers.ts';

export const loadPeers = async (): Promise<Peers | undefined> => {
  try {
    const { PEERS } = (await import(HOME)) as { PEERS: Peers };
    return PEERS;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND') return undefined;
    throw error;
  }
};
