/** The API, operation by operation, as this server describes it: /openapi.json, with the words of docs/api.md. */
import { Anchor, NativeSelect, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link } from 'wouter';
import { useLocationProperty } from 'wouter/use-browser-location';
import { api } from '../../../api/client.ts';
import { LoadFailure } from '../../../components/load-failure.tsx';
import { useDocumentTitle } from '../../../components/page.tsx';
import { PageSkeleton } from '../../../components/page-skeleton.tsx';
import { KEY_VARIABLE } from '../../../snippets/http-call.ts';
import { LANGUAGES, type Language } from '../../../snippets/snippets.ts';
import { useLanguage } from '../../../snippets/use-language.ts';
import docs from '../docs.module.css';
import { docsPageQuery } from '../use-docs.ts';
import { type OpenApi, operationsOf } from './openapi.ts';
import { OperationView } from './operation-view.tsx';
import { proseOf } from './prose.ts';
import classes from './reference.module.css';

export const Reference = () => {
  useDocumentTitle('API reference');
  const described = useQuery({
    queryKey: ['openapi'],
    queryFn: ({ signal }) => api.get<OpenApi>('/openapi.json', undefined, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const tour = useQuery(docsPageQuery('api'));
  const [language, setLanguage] = useLanguage();
  const hash = useLocationProperty(() => window.location.hash);
  const isThere = described.data !== undefined && tour.data != null;
  useEffect(() => {
    if (isThere) document.getElementById(hash.slice(1))?.scrollIntoView();
  }, [isThere, hash]);

  if (described.error !== null) return <LoadFailure error={described.error} retry={described.refetch} />;
  if (described.data === undefined || tour.data == null) return <PageSkeleton />;
  const { components, info, tags } = described.data;
  const groups = [...operationsOf(described.data)];
  const { data: page } = tour;
  const contents = (
    <ul>
      {groups.flatMap(([tag, operations]) => [
        <li key={tag} data-level={2}>
          <a href={`#tag-${tag}`}>{titled(tag)}</a>
        </li>,
        ...operations.map(({ operationId, method, path }) => (
          <li key={operationId} data-level={3}>
            <a href={`#${operationId}`}>
              {method} {path}
            </a>
          </li>
        )),
      ])}
    </ul>
  );
  return (
    <>
      <article className={`${docs['article']} ${classes['reference']}`}>
        <details className={`${docs['contents']} ${docs['folded']}`}>
          <summary>On this page</summary>
          {contents}
        </details>
        <Title order={1}>API reference</Title>
        <Text mt={6}>
          Every operation of Platen {info.version} at {window.location.origin}, as{' '}
          <Anchor href="/openapi.json" inherit>
            openapi.json
          </Anchor>{' '}
          describes it for programs. <Link href="/docs/api">The HTTP interface</Link> is the same as a tour.
          Put an API key of <Link href="/settings/keys">yours</Link> into <code>{KEY_VARIABLE}</code>, and
          every example runs as it is; words in capitals in an address are for you to fill in.
        </Text>
        <NativeSelect
          className={classes['language'] ?? ''}
          label="Examples in"
          data={[...LANGUAGES]}
          value={language}
          onChange={(event) => setLanguage(event.currentTarget.value as Language)}
        />
        {groups.map(([tag, operations]) => (
          <section key={tag} aria-labelledby={`tag-${tag}`}>
            <h2 id={`tag-${tag}`}>{titled(tag)}</h2>
            <Text c="dimmed">{tags.find(({ name }) => name === tag)?.description}</Text>
            {operations.map((operation) => (
              <OperationView
                key={operation.operationId}
                operation={operation}
                schemas={components.schemas}
                prose={proseOf(page, operation)}
                language={language}
              />
            ))}
          </section>
        ))}
      </article>
      <nav className={`${docs['contents']} ${docs['unfolded']}`} aria-label="On this page">
        <p>On this page</p>
        {contents}
      </nav>
    </>
  );
};

const titled = (tag: string): string => tag.charAt(0).toUpperCase() + tag.slice(1);
