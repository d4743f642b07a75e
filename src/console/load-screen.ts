/**
 * loadScreen :: import → a lazy component that survives a server that is away, and one that has been upgraded
 *
 * A chunk that can't be fetched is asked for again when the server answers. A browser may remember the failure, and an
 * upgrade gives the chunks new names: then a fresh page is loaded, where the address says what to show.
 */
import { onlineManager } from '@tanstack/react-query';
import { type ComponentType, lazy } from 'react';
import { lostConnection } from './api/connection.ts';

/** A second failure within this time is no upgrade but a fault, and is shown instead of reloading for ever. */
const RELOAD_ONCE_MS = 20_000;
const RELOADED = 'platen-reloaded-at';

export const loadScreen = <Props>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => ({ default: await patiently(load) }));

const patiently = async <T>(load: () => Promise<T>): Promise<T> => {
  try {
    return await load();
  } catch {
    await serverIsBack();
    return load().catch(freshPage);
  }
};

const serverIsBack = (): Promise<void> => {
  lostConnection();
  return new Promise((resolve) => {
    const stop = onlineManager.subscribe((online) => {
      if (!online) return;
      stop();
      resolve();
    });
  });
};

const freshPage = (error: unknown): Promise<never> => {
  if (Date.now() - Number(sessionStorage.getItem(RELOADED)) < RELOAD_ONCE_MS) throw error;
  sessionStorage.setItem(RELOADED, String(Date.now()));
  window.location.reload();
  return new Promise(() => {});
};
