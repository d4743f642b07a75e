/** docs/*.md to read, and to search: the list of pages, a page, and what is on it. Open to whoever is signed out, too. */

import { DOCS } from 'virtual:docs';
import { Text, TextInput, Title } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { useLocationProperty } from 'wouter/use-browser-location';
import { useDocumentTitle } from '../../components/page.tsx';
import { PageSkeleton } from '../../components/page-skeleton.tsx';
import { NotFound } from '../not-found.tsx';
import classes from './docs.module.css';
import { DocsResults } from './docs-results.tsx';
import { DocsText } from './docs-text.tsx';
import type { DocsEntry, DocsPage } from './page.ts';
import { docsPageQuery } from './use-docs.ts';

/** Made of /openapi.json by the browser, not of a file; in the list it is a page like the others. */
const REFERENCE: DocsEntry = { name: 'reference', title: 'API reference', group: 'For programs' };
const GROUPS = [...Map.groupBy<string, DocsEntry>([...DOCS, REFERENCE], ({ group }) => group)];

const Reference = lazy(async () => ({ default: (await import('./reference/reference.tsx')).Reference }));

export const DocsScreen = () => {
  const [location] = useLocation();
  const name = /^\/docs\/([^/]+)\/?$/.exec(location)?.[1];
  const [query, setQuery] = useState('');
  const isSearching = query.trim() !== '';
  const search = (
    <TextInput
      type="search"
      aria-label="Search the documentation"
      placeholder="Search"
      leftSection={<IconSearch size={16} stroke={1.6} />}
      value={query}
      onChange={(event) => setQuery(event.currentTarget.value)}
    />
  );
  const shown =
    name === undefined && /^\/docs\/?$/.test(location) ? (
      <Overview />
    ) : name === REFERENCE.name ? (
      <Suspense fallback={<PageSkeleton />}>
        <Reference />
      </Suspense>
    ) : (
      <ReadPage name={name ?? ''} />
    );
  return (
    <div className={classes['screen']}>
      <div className={classes['side']}>
        {search}
        {/* The overview is the same list, at length. */}
        {(name !== undefined || isSearching) && (
          <Folding label="All pages" className={classes['pages']}>
            <nav aria-label="Pages of the documentation">
              <PageLinks current={name} />
            </nav>
          </Folding>
        )}
      </div>
      {isSearching ? (
        <div className={classes['article']}>
          <Title order={1} mb="sm">
            Search
          </Title>
          <DocsResults query={query} onPick={() => setQuery('')} />
        </div>
      ) : (
        shown
      )}
    </div>
  );
};

const PageLinks = ({ current }: { readonly current: string | undefined }) =>
  GROUPS.map(([group, pages]) => (
    <div key={group} className={classes['group']}>
      <p>{group}</p>
      <ul>
        {pages.map(({ name, title }) => (
          <li key={name}>
            <Link href={`/docs/${name}`} aria-current={name === current ? 'page' : undefined}>
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  ));

/** Open where there is room; behind its name where there is none. */
const Folding = ({
  label,
  className,
  children,
}: {
  readonly label: string;
  readonly className: string | undefined;
  readonly children: ReactNode;
}) => (
  <>
    <details className={`${className} ${classes['folded']}`}>
      <summary>{label}</summary>
      {children}
    </details>
    <div className={`${className} ${classes['unfolded']}`}>{children}</div>
  </>
);

const Overview = () => {
  useDocumentTitle('Documentation');
  return (
    <div className={classes['article']}>
      <Title order={1}>Documentation</Title>
      <Text c="dimmed" mt={4} mb="lg">
        How to write templates, call the API and run a server. It is of the version that this server runs.
      </Text>
      <div className={classes['overview']}>
        <PageLinks current={undefined} />
      </div>
    </div>
  );
};

const ReadPage = ({ name }: { readonly name: string }) => {
  const { data: page, error } = useQuery({ ...docsPageQuery(name), throwOnError: true });
  if (error !== null || page === undefined) return <PageSkeleton />;
  return page === null ? <NotFound /> : <Article key={name} page={page} />;
};

const Article = ({ page }: { readonly page: DocsPage }) => {
  useDocumentTitle(page.title);
  const hash = useLocationProperty(() => window.location.hash);
  useEffect(() => {
    if (hash === '') window.scrollTo(0, 0);
  }, [hash]);
  const hasTitle = page.sections.some(({ level, id }) => level === 1 && id !== '');
  const inside = page.sections.filter(({ level, id }) => level > 1 && level < 4 && id !== '');
  return (
    <>
      <article className={classes['article']}>
        {inside.length > 1 && (
          <details className={`${classes['contents']} ${classes['folded']}`}>
            <summary>On this page</summary>
            <Contents inside={inside} />
          </details>
        )}
        {!hasTitle && (
          <Title order={1} mb="md">
            {page.title}
          </Title>
        )}
        <DocsText html={page.sections.map(({ html }) => html).join('')} target={targetOf(hash)} />
      </article>
      {inside.length > 1 && (
        <nav className={`${classes['contents']} ${classes['unfolded']}`} aria-label="On this page">
          <p>On this page</p>
          <Contents inside={inside} />
        </nav>
      )}
    </>
  );
};

const Contents = ({ inside }: { readonly inside: DocsPage['sections'] }) => (
  <ul>
    {inside.map(({ id, title, level }) => (
      <li key={id} data-level={level}>
        <a href={`#${id}`}>{title}</a>
      </li>
    ))}
  </ul>
);

/** What somebody has typed there need not be well-formed. */
const targetOf = (hash: string): string => {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return '';
  }
};
