/** Every upload of a template: download any, go back to any. */
import { Badge, Button, Drawer, Group, Stack, Text, Timeline } from '@mantine/core';
import { IconDownload, IconRotate } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { versionsQuery } from '../../api/queries.ts';
import type { Template, TemplateVersion } from '../../api/types.ts';
import { Ago } from '../../parts/ago.tsx';
import { DELIMITER_LOOKS } from '../../parts/delimiters.ts';
import { Failure } from '../../parts/failure.tsx';
import { formatBytes } from '../../parts/format.ts';
import { LoadFailure } from '../../parts/load-failure.tsx';
import { notifyDone, notifyFailure } from '../../parts/notify.tsx';
import { RowsSkeleton } from '../../parts/page-skeleton.tsx';
import { downloadTemplate } from './template-menu.tsx';

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
    {template !== undefined && <Versions templateKey={template.key} />}
  </Drawer>
);

const Versions = ({ templateKey }: { readonly templateKey: string }) => {
  const client = useQueryClient();
  const versions = useQuery(versionsQuery(templateKey));
  const current = versions.data?.find((version) => version.current)?.version;
  const rollback = useMutation({
    mutationFn: (version: number) =>
      api.post<{ version: number }>('/template/rollback', {
        templateKey,
        version,
        ...(current !== undefined && { expectedVersion: current }),
      }),
    onSuccess: ({ version }, asked) => notifyDone(`Version ${asked} is back, as version ${version}.`),
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
      <Failure error={rollback.error} />
      <Timeline active={versions.data.length} bulletSize={14} lineWidth={2}>
        {versions.data.map((version) => (
          <VersionItem
            key={version.version}
            version={version}
            pending={rollback.isPending && rollback.variables === version.version}
            onDownload={() => downloadTemplate(templateKey, version.version).catch(notifyFailure)}
            onRollback={() => rollback.mutate(version.version)}
          />
        ))}
      </Timeline>
    </Stack>
  );
};

interface ItemProps {
  readonly version: TemplateVersion;
  readonly pending: boolean;
  readonly onDownload: () => void;
  readonly onRollback: () => void;
}

const VersionItem = ({ version, pending, onDownload, onRollback }: ItemProps) => (
  <Timeline.Item
    title={
      <Group gap={8}>
        Version {version.version}
        {version.current && <Badge variant="light">In use</Badge>}
      </Group>
    }
  >
    <Text size="sm" c="dimmed">
      <Ago at={version.createdAt} />
      {version.createdBy !== null && ` by ${authorOf(version.createdBy)}`} · {formatBytes(version.fileSize)} ·{' '}
      {DELIMITER_LOOKS[version.delimiter]}
    </Text>
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
      {!version.current && (
        <Button
          size="xs"
          variant="light"
          leftSection={<IconRotate size={15} />}
          loading={pending}
          onClick={onRollback}
          aria-label={`Go back to version ${version.version}`}
        >
          Go back to this
        </Button>
      )}
    </Group>
  </Timeline.Item>
);

/** `user:ada@example.com` → the address; `key:plt_ab12` → the key. */
const authorOf = (actor: string): string => {
  const [kind, name = actor] = actor.split(/:(.*)/s);
  return kind === 'key' ? `the key ${name}…` : name;
};
