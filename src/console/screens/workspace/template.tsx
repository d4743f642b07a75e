/** One template: its head, and the workspace once it is known what the template takes and what was typed last. */
import { Anchor, Center, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { Link, useLocation } from 'wouter';
import { ApiError } from '../../api/errors.ts';
import {
  examplesQuery,
  inspectionQuery,
  sampleQuery,
  samplesQuery,
  templatesQuery,
} from '../../api/queries.ts';
import { LoadFailure } from '../../components/load-failure.tsx';
import { notifyDone } from '../../components/notify.tsx';
import { useDocumentTitle } from '../../components/page.tsx';
import { RowsSkeleton } from '../../components/page-skeleton.tsx';
import { useSession } from '../../session/session.ts';
import { fittingExample, type Sample, sampleOf, sampleText } from './data/first-text.ts';
import { drafts } from './data/use-draft.ts';
import { useTemplateDialogs } from './header/template-dialogs.tsx';
import { TemplateHead } from './header/template-head.tsx';
import { TemplateLinks } from './header/template-links.tsx';
import type { CallOptions } from './snippets/call.ts';
import classes from './workspace.module.css';
import { Workspace } from './workspace.tsx';

export const TemplateScreen = ({ templateKey }: { readonly templateKey: string }) => {
  const { organization } = useSession();
  const templates = useQuery(templatesQuery);
  const inspection = useQuery(inspectionQuery(templateKey));
  const examples = useQuery(examplesQuery);
  const template = templates.data?.find(({ key }) => key === templateKey);
  const { act, dialogs } = useTemplateDialogs(template, templates.data ?? []);
  useDocumentTitle(template?.name ?? templateKey);
  useLeaveWhenDeleted(template !== undefined, templates.data !== undefined);
  useRefreshOnNewVersion(template?.version, inspection.refetch);

  const samples = useMemo((): Sample[] => {
    if (inspection.data === undefined) return [];
    const example = examples.data?.find(({ key }) => key === templateKey);
    const own = fittingExample(inspection.data, example?.data);
    const made = {
      name: own === undefined ? 'Sample data' : 'Made up from the fields',
      text: sampleText(inspection.data),
      options: {},
    };
    if (own === undefined) return [made];
    return [
      { name: 'The example’s own data', text: own, options: (example?.options ?? {}) as CallOptions },
      made,
    ];
  }, [inspection.data, examples.data, templateKey]);
  const sets = useQuery(samplesQuery(templateKey));
  const standard = sets.data?.find((set) => set.default)?.name;
  const begin = useQuery({ ...sampleQuery(templateKey, standard ?? ''), enabled: standard !== undefined });
  const draft = useMemo(() => drafts.load(organization.id, templateKey), [organization.id, templateKey]);

  const { error } = inspection;
  if (inspection.data === undefined && error instanceof ApiError && error.status === 404)
    return template?.draft == null ? (
      <NoSuchTemplate templateKey={templateKey} />
    ) : (
      <div className={classes['screen']}>
        <TemplateHead template={template} act={act} />
        <Center mih={240} p="lg">
          <Text ta="center">Nothing is published yet: this template has only a draft.</Text>
        </Center>
        {dialogs}
      </div>
    );
  if (inspection.data === undefined && error !== null)
    return <LoadFailure error={error} retry={inspection.refetch} />;
  // What previews begin with is the organization's to say; what somebody has typed comes before it.
  const own = begin.data === undefined ? undefined : sampleOf(begin.data);
  const isLooking = sets.isPending || (standard !== undefined && begin.isPending);
  const first = draft ?? own ?? samples[0];
  const isReady = draft !== undefined || (!examples.isPending && !isLooking);
  return (
    <div className={classes['screen']}>
      {template !== undefined && (
        <TemplateHead
          template={template}
          act={act}
          links={inspection.data !== undefined && <TemplateLinks inspection={inspection.data} />}
        />
      )}
      {template === undefined || inspection.data === undefined || first === undefined || !isReady ? (
        <div className={classes['workspace']}>
          <RowsSkeleton rows={6} height={40} />
        </div>
      ) : (
        <Workspace template={template} inspection={inspection.data} start={first} samples={samples} />
      )}
      {dialogs}
    </div>
  );
};

const useLeaveWhenDeleted = (isThere: boolean, isLoaded: boolean): void => {
  const [, navigate] = useLocation();
  const wasThere = useRef(false);
  useEffect(() => {
    if (isThere) wasThere.current = true;
    else if (isLoaded && wasThere.current) navigate('/', { replace: true });
  }, [isThere, isLoaded, navigate]);
};

/** Replaced here, in another tab or by a program: the fields are those of the new file, the data stay. */
const useRefreshOnNewVersion = (version: number | undefined, refetch: () => unknown): void => {
  const last = useRef(version);
  useEffect(() => {
    const before = last.current;
    last.current = version;
    if (before === undefined || version === undefined || before === version) return;
    refetch();
    notifyDone(`This template has a new file: version ${version}. Your data is as it was.`);
  }, [version, refetch]);
};

const NoSuchTemplate = ({ templateKey }: { readonly templateKey: string }) => (
  <Center mih={320} p="lg">
    <Stack align="center" gap="xs">
      <Text ta="center">There is no template with the key “{templateKey}”. It may have been deleted.</Text>
      <Anchor component={Link} href="/">
        All templates
      </Anchor>
    </Stack>
  </Center>
);
