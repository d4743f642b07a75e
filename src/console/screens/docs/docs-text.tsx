/** Text of docs/ as it was made when the console was built: links stay in the console, code is copied by its button. */
import { useEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import classes from './docs-text.module.css';

const COPIED_MS = 2500;

interface Props {
  readonly html: string;
  /** What an address names: it is marked, and brought into view. */
  readonly target?: string;
  /** For who shows the page of a link elsewhere. */
  readonly onLink?: (href: string) => void;
}

export const DocsText = ({ html, target = '', onLink }: Props) => {
  const box = useRef<HTMLDivElement>(null);
  const [, navigate] = useLocation();
  useEffect(() => {
    const { current } = box;
    const onClick = (event: MouseEvent): void => {
      const clicked = event.target instanceof Element ? event.target : undefined;
      const copy = clicked?.closest<HTMLButtonElement>('[data-copy]');
      if (copy) void copyCode(copy);
      const link = clicked?.closest<HTMLAnchorElement>('a[href^="/docs"]');
      if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
      event.preventDefault();
      (onLink ?? navigate)(link.getAttribute('href') ?? '/docs');
    };
    current?.addEventListener('click', onClick);
    return () => current?.removeEventListener('click', onClick);
  }, [navigate, onLink]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another text has other places
  useEffect(() => {
    if (target === '') return;
    const place = box.current?.querySelector(`[id="${CSS.escape(target)}"]`);
    place?.setAttribute('data-target', '');
    place?.scrollIntoView({ block: 'start' });
    return () => place?.removeAttribute('data-target');
  }, [html, target]);

  return (
    <div
      ref={box}
      className={classes['text']}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: our own docs/, read when the console was built
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
};

const copyCode = async (button: HTMLButtonElement): Promise<void> => {
  const code = button.parentElement?.querySelector('code');
  if (!code) return;
  try {
    await navigator.clipboard.writeText(code.textContent ?? '');
  } catch {
    // Without https there is no clipboard: what is selected can be copied by hand.
    window.getSelection()?.selectAllChildren(code);
    return;
  }
  button.textContent = 'Copied';
  setTimeout(() => {
    button.textContent = 'Copy';
  }, COPIED_MS);
};
