/** Help beside whatever is open. What it shows is loaded when somebody opens it. */
import { lazy, Suspense } from 'react';
import { useHelp } from './help-state.ts';

const HelpPanel = lazy(async () => ({ default: (await import('./help-panel.tsx')).HelpPanel }));

export const Help = () => {
  const { isOpen, ...state } = useHelp();
  if (!isOpen) return null;
  return (
    <Suspense fallback={null}>
      <HelpPanel {...state} />
    </Suspense>
  );
};
