/**
 * One cookie serves all tabs: when one of them signs out or changes the organization, the others hear of it and ask
 * the server who they are, before they show or change something that belongs to someone else.
 */
const channel = new BroadcastChannel('platen-session');

export const tellOtherTabs = (): void => channel.postMessage('changed');

export const onOtherTab = (listener: () => void): (() => void) => {
  channel.addEventListener('message', listener);
  return () => channel.removeEventListener('message', listener);
};
