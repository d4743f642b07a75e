/** Help beside the work: this template's tags, formatters on its data, loops and conditions, the cheat sheet, and search over all of docs/. */
import { Accordion, ActionIcon, Anchor, Loader, TextInput, Tooltip } from '@mantine/core';
import { IconArrowLeft, IconSearch, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { DocsResults } from '../screens/docs/docs-results.tsx';
import { DocsText } from '../screens/docs/docs-text.tsx';
import type { DocsPage } from '../screens/docs/page.ts';
import { docsPageQuery } from '../screens/docs/use-docs.ts';
import classes from './help-panel.module.css';
import { closeHelp, type HelpSubject, openHelp } from './help-state.ts';
import { LiveFormatters, OwnTags } from './subject-help.tsx';

interface Props {
  readonly place: string | undefined;
  readonly subject: HelpSubject | undefined;
}

/** Sections of docs/templates.md that an author asks for first. */
const SECTIONS = ['values', 'conditions', 'repeating', 'pictures', 'formatters'] as const;

export const HelpPanel = ({ place, subject }: Props) => {
  const [query, setQuery] = useState('');
  const box = useRef<HTMLElement>(null);
  useEffect(() => box.current?.focus(), []);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    closeHelp();
  };
  const isSearching = query.trim() !== '';
  return (
    <aside ref={box} className={classes['panel']} aria-label="Help" tabIndex={-1} onKeyDown={onKeyDown}>
      <div className={classes['head']}>
        {place !== undefined && !isSearching && (
          <Tooltip label="Back to the overview">
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label="Back to the overview"
              onClick={() => openHelp()}
            >
              <IconArrowLeft size={18} stroke={1.7} />
            </ActionIcon>
          </Tooltip>
        )}
        <TextInput
          className={classes['search'] ?? ''}
          type="search"
          size="sm"
          aria-label="Search help"
          placeholder="Search help"
          leftSection={<IconSearch size={16} stroke={1.6} />}
          value={query}
          onChange={(event) => setQuery(event.currentTarget.value)}
        />
        <ActionIcon variant="subtle" color="gray" aria-label="Close help" onClick={closeHelp}>
          <IconX size={18} stroke={1.7} />
        </ActionIcon>
      </div>
      <div className={classes['body']}>
        {isSearching ? (
          <DocsResults
            query={query}
            onPick={(href, event) => {
              event.preventDefault();
              setQuery('');
              openHelp(href);
            }}
          />
        ) : place === undefined ? (
          <HelpOverview subject={subject} />
        ) : (
          <HelpPlace key={place} place={place} />
        )}
      </div>
    </aside>
  );
};

const HelpOverview = ({ subject }: Pick<Props, 'subject'>) => {
  const { data: guide } = useQuery(docsPageQuery('templates'));
  const { data: sheet } = useQuery(docsPageQuery('cheat-sheet'));
  if (guide == null || sheet == null) return <Loader size="sm" aria-label="Loading help" />;
  const titled = (id: string) => guide.sections.find((section) => section.id === id);
  return (
    <Accordion
      multiple
      variant="default"
      order={2}
      defaultValue={[subject === undefined ? 'sheet' : 'own']}
      keepMounted={false}
    >
      {subject !== undefined && (
        <>
          <Item value="own" title="Tags of this template">
            <OwnTags subject={subject} />
          </Item>
          <Item value="live" title="Formatters on your data">
            <LiveFormatters subject={subject} guide={guide} />
          </Item>
        </>
      )}
      <Item value="sheet" title="Cheat sheet">
        <DocsText html={htmlOf(sheet)} onLink={openHelp} />
      </Item>
      {SECTIONS.map((id) => (
        <Item key={id} value={id} title={titled(id)?.title ?? id}>
          <DocsText html={(titled(id)?.html ?? '').replace(/^<h2[^>]*>.*?<\/h2>/s, '')} onLink={openHelp} />
        </Item>
      ))}
      <p className={classes['more']}>
        <Anchor href="/docs/templates" target="_blank">
          All of it, as a page
        </Anchor>
      </p>
    </Accordion>
  );
};

const Item = ({
  value,
  title,
  children,
}: {
  readonly value: string;
  readonly title: string;
  readonly children: ReactNode;
}) => (
  <Accordion.Item value={value}>
    <Accordion.Control>{title}</Accordion.Control>
    <Accordion.Panel>{children}</Accordion.Panel>
  </Accordion.Item>
);

const htmlOf = (page: DocsPage): string => page.sections.map(({ html }) => html).join('');

/** The section of docs/ that an address names, with the place in it marked. */
const HelpPlace = ({ place }: { readonly place: string }) => {
  const [, name = '', id = ''] = /^\/docs\/([\w-]+)(?:#(.*))?$/.exec(place) ?? [];
  const { data: page } = useQuery(docsPageQuery(name));
  if (page === undefined) return <Loader size="sm" aria-label="Loading help" />;
  const mark = ` id="${id}"`;
  const section =
    page?.sections.find((one) => one.id === id || (id !== '' && one.html.includes(mark))) ??
    page?.sections[0];
  return (
    <>
      <DocsText html={section?.html ?? ''} target={id} onLink={openHelp} />
      <p className={classes['more']}>
        <Anchor href={place} target="_blank">
          Open as a page
        </Anchor>
      </p>
    </>
  );
};
