/** Every version of a template, with notes and labels: download any, compare any, go back to any. */
import { Badge, Button, Drawer, Group, Stack, Text, Timeline } from '@mantine/core';
import { IconArrowsDiff, IconDownload, IconRotate } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { api } from '../../../api/client.ts';
import { versionsQuery } from '../../../api/queries.ts';
import type { Template } from '../../../api/types.ts';
import type { TemplateVersion } from '../../../api/version-types.ts';
import { Ago } from '../../../components/ago.tsx';
import { authorOf } from '../../../components/author.ts';
import { Confirm } from '../../../components/confirm.tsx';
import { DELIMITER_LOOKS } from '../../../components/delimiters.ts';
import { formatBytes } from '../../../components/format.ts';
import { LoadFailure } from '../../../components/load-failure.tsx';
import { notifyDone, notifyFailure } from '../../../components/notify.tsx';
import { RowsSkeleton } from '../../../components/page-skeleton.tsx';
import classes from '../templates.module.css';
import { LabelButton } from './label-button.tsx';
import { downloadTemplate } from './template-menu.tsx';

/** With the pages that it draws, a chunk of its own. */
const CompareDialog = lazy(async () => ({
  default: (await import('../../compare/compare-dialog.tsx')).CompareDialog,
}));

interface Props {
  readonly template: Pick<Template, 'key' | 'name'> | undefined;
  readonly onClose: () => void;
}

export const VersionsDrawer = ({ template, onClose }: Props) => (
  <Drawer
    opened={template !== undefined}
    onClose={onClose}
    position="right"
    size="md"
    title={`Versions of ${template?.name ?? ''}`}
  >
    {template !== undefined && <Versions template={template} />}
  </Drawer>
);

const Versions = ({ template }: { readonly template: Pick<Template, 'key' | 'name'> }) => {
  const templateKey = template.key;
  const client = useQueryClient();
  const versions = useQuery(versionsQuery(templateKey));
  const all = versions.data?.versions ?? [];
  const current = all.find((version) => version.current)?.version;
  const [compared, setCompared] = useState<number>();
  const [asked, setAsked] = useState<number>();
  const rollback = useMutation({
    mutationFn: (version: number) =>
      api.post<{ version: number }>('/template/rollback', {
        templateKey,
        version,
        ...(current !== undefined && { expectedVersion: current }),
      }),
    onSuccess: ({ version }, asked) => {
      notifyDone(`The file of version ${asked} is in use again, as version ${version}.`);
      setAsked(undefined);
    },
    // Also after a conflict: what the drawer shows is old then.
    onSettled: () => client.invalidateQueries({ queryKey: ['templates'] }),
  });
  if (versions.error !== null && versions.data === undefined)
    return <LoadFailure error={versions.error} retry={versions.refetch} />;
  if (versions.data === undefined) return <RowsSkeleton rows={3} height={84} />;
  return (
    <Stack>
      <Text size="sm" c="dimmed">
        Going back makes a new version with the old file. Nothing is lost, and programs can ask for any
        version by its number.
      </Text>
      <Timeline active={all.length} bulletSize={14} lineWidth={2}>
        {all.map((version) => (
          <VersionItem
            key={version.version}
            version={version}
            templateKey={templateKey}
            all={all}
            sameAs={version.equals ?? earliestLike(version, all)}
            isLikeCurrent={isSameFile(
              version,
              all.find(({ version: one }) => one === current),
            )}
            onDownload={() => downloadTemplate(templateKey, version.version).catch(notifyFailure)}
            onRollback={() => setAsked(version.version)}
            onCompare={all.length > 1 ? () => setCompared(version.version) : undefined}
          />
        ))}
      </Timeline>
      {compared !== undefined && (
        <Suspense fallback={null}>
          <CompareDialog
            template={template}
            versions={all}
            from={compared === current ? (all[1]?.version ?? compared) : compared}
            to={current ?? compared}
            onClose={() => setCompared(undefined)}
          />
        </Suspense>
      )}
      <Confirm
        opened={asked !== undefined}
        title={`Go back to version ${asked ?? ''}?`}
        action={`Go back to version ${asked ?? ''}`}
        isMild
        pending={rollback.isPending}
        error={rollback.error}
        onConfirm={() => asked !== undefined && rollback.mutate(asked)}
        onClose={() => {
          rollback.reset();
          setAsked(undefined);
        }}
      >
        Documents are made from its file at once, as version {(current ?? 0) + 1}. Version {current} stays in
        this list.
      </Confirm>
    </Stack>
  );
};

const isSameFile = (one: TemplateVersion, other: TemplateVersion | undefined): boolean =>
  one.sha256 === other?.sha256 && one.delimiter === other.delimiter;

/** The first version that had the same file, where there is an earlier one. */
const earliestLike = (version: TemplateVersion, all: readonly TemplateVersion[]): number | undefined => {
  const first = all.findLast((other) => isSameFile(version, other))?.version;
  return first === version.version ? undefined : first;
};

interface ItemProps {
  readonly templateKey: string;
  readonly version: TemplateVersion;
  readonly all: readonly TemplateVersion[];
  /** The earliest version of the same file. */
  readonly sameAs: number | undefined;
  readonly isLikeCurrent: boolean;
  readonly onDownload: () => void;
  readonly onRollback: () => void;
  readonly onCompare: (() => void) | undefined;
}

const VersionItem = ({
  templateKey,
  version,
  all,
  sameAs,
  isLikeCurrent,
  onDownload,
  onRollback,
  onCompare,
}: ItemProps) => (
  <Timeline.Item
    title={
      <Group gap={8}>
        Version {version.version}
        {version.current && <Badge variant="light">In use</Badge>}
        {version.labels.map((label) => (
          <Badge key={label} variant="outline" tt="none">
            {label}
          </Badge>
        ))}
      </Group>
    }
  >
    <Text size="sm" c="dimmed">
      <Ago at={version.createdAt} />
      {version.createdBy !== null && ` by ${authorOf(version.createdBy)}`} · {formatBytes(version.fileSize)} ·{' '}
      {DELIMITER_LOOKS[version.delimiter]}
    </Text>
    {version.publishedBy !== version.createdBy && version.publishedBy !== null && (
      <Text size="sm" c="dimmed">
        Published <Ago at={version.publishedAt} /> by {authorOf(version.publishedBy)}
      </Text>
    )}
    {version.note !== null && (
      <Text size="sm" className={classes['note'] ?? ''}>
        {version.note}
      </Text>
    )}
    {(sameAs !== undefined || (isLikeCurrent && !version.current)) && (
      <Text size="sm" fw={500}>
        {sameAs === undefined ? 'The current version has this file again' : `Same file as version ${sameAs}`}
      </Text>
    )}
    <Group gap="xs" mt={8}>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconDownload size={15} />}
        onClick={onDownload}
        aria-label={`Download version ${version.version}`}
      >
        Download
      </Button>
      <LabelButton templateKey={templateKey} version={version} all={all} />
      {onCompare !== undefined && (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconArrowsDiff size={15} />}
          onClick={onCompare}
          aria-label={`Compare version ${version.version}`}
        >
          Compare
        </Button>
      )}
      {!isLikeCurrent && (
        <Button
          size="xs"
          variant="light"
          leftSection={<IconRotate size={15} />}
          onClick={onRollback}
          aria-label={`Go back to version ${version.version}`}
        >
          Go back
        </Button>
      )}
    </Group>
  </Timeline.Item>
);
