/** A draft before it is live: what would change, then publish or throw away. */
import { Badge, Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core';
import { IconRocket, IconTrash } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { ApiError } from '../../api/errors.ts';
import { versionsQuery } from '../../api/queries.ts';
import type { Template } from '../../api/types.ts';
import type { TemplateDraft } from '../../api/version-types.ts';
import { Ago } from '../../components/ago.tsx';
import { authorOf } from '../../components/author.ts';
import { Confirm } from '../../components/confirm.tsx';
import { Failure } from '../../components/failure.tsx';
import { LoadFailure } from '../../components/load-failure.tsx';
import { notifyDone } from '../../components/notify.tsx';
import { RowsSkeleton } from '../../components/page-skeleton.tsx';
import { useDraftLint } from '../lint/draft-lint.tsx';
import classes from './compare.module.css';
import { Comparison } from './comparison.tsx';

type Named = Pick<Template, 'key' | 'name'>;

export const ReviewDialog = ({
  template,
  onClose,
}: {
  readonly template: Named;
  readonly onClose: () => void;
}) => {
  const versions = useQuery(versionsQuery(template.key));
  const newest = versions.data?.versions.find(({ current }) => current)?.version;
  const draft = versions.data?.draft;
  return (
    <Modal
      opened
      fullScreen
      onClose={onClose}
      title={`Draft of ${template.name}`}
      closeButtonProps={{ 'aria-label': 'Close the draft' }}
    >
      {versions.data === undefined && versions.error !== null && (
        <LoadFailure error={versions.error} retry={versions.refetch} />
      )}
      {versions.data === undefined && versions.error === null && <RowsSkeleton rows={4} height={60} />}
      {draft === null && <Text>There is no draft any more: it was published or thrown away.</Text>}
      {draft != null && (
        <Review key={draft.draft} template={template} draft={draft} newest={newest} onClose={onClose} />
      )}
    </Modal>
  );
};

interface ReviewProps {
  readonly template: Named;
  readonly draft: TemplateDraft;
  readonly newest: number | undefined;
  readonly onClose: () => void;
}

const Review = ({ template, draft, newest, onClose }: ReviewProps) => {
  const client = useQueryClient();
  const [note, setNote] = useState(draft.note ?? '');
  const [isAsked, setIsAsked] = useState(false);
  const lint = useDraftLint({ templateKey: template.key, draft: draft.draft, newest });
  const seen = { templateKey: template.key, expectedDraft: draft.draft };
  const onSettled = () => client.invalidateQueries({ queryKey: ['templates'] });
  const publish = useMutation({
    mutationFn: () =>
      api.post<{ version: number }>('/template/publish', {
        ...seen,
        ...(newest !== undefined && { expectedVersion: newest }),
        note,
      }),
    onSuccess: ({ version }) => {
      notifyDone(`Published: documents are made from version ${version} now.`);
      onClose();
    },
    onSettled,
  });
  const discard = useMutation({
    mutationFn: () =>
      api.delete(`/template/draft?${new URLSearchParams({ ...seen, expectedDraft: String(draft.draft) })}`),
    onSuccess: () => {
      notifyDone('The draft was thrown away.');
      onClose();
    },
    onSettled,
  });
  const hasMoved = publish.error instanceof ApiError && publish.error.code === 'version_conflict';
  const actions = (
    <Stack gap="sm">
      <Group gap={8}>
        <Badge variant="dot" color="yellow" tt="none">
          Draft {draft.draft}
        </Badge>
        <Text size="sm" c="dimmed">
          <Ago at={draft.createdAt} />
          {draft.createdBy !== null && ` by ${authorOf(draft.createdBy)}`}
        </Text>
      </Group>
      <Text size="sm">
        {newest === undefined
          ? 'It becomes the first version.'
          : `Version ${newest} stays in use until you publish. Then this becomes version ${newest + 1}.`}
      </Text>
      <Textarea
        label="Note"
        description="What has changed, for whoever looks at the versions later."
        autosize
        minRows={2}
        maxRows={6}
        maxLength={2000}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      <Failure error={publish.error} />
      {hasMoved && (
        <Text size="sm">What is shown here is the newest again: look at it before you publish.</Text>
      )}
      <Group gap="sm">
        <Button
          leftSection={<IconRocket size={16} stroke={1.7} />}
          loading={publish.isPending}
          onClick={() => publish.mutate()}
        >
          Publish
        </Button>
        <Button
          variant="default"
          leftSection={<IconTrash size={16} stroke={1.7} />}
          onClick={() => setIsAsked(true)}
        >
          Throw away…
        </Button>
      </Group>
    </Stack>
  );
  const pages = lint.pages !== null && (
    <section className={classes['pages']} aria-label="Pages">
      {newest !== undefined && (
        <Button size="xs" variant="default" w="fit-content" flex="none" onClick={lint.leave}>
          Back to what changes
        </Button>
      )}
      {lint.pages}
    </section>
  );
  return (
    <>
      {newest === undefined ? (
        <div className={classes['comparison']}>
          <Stack gap="md" className={classes['said'] ?? ''}>
            {actions}
            {lint.said}
          </Stack>
          {pages}
        </div>
      ) : (
        <Comparison
          templateKey={template.key}
          from={String(newest)}
          to="draft"
          draft={draft.draft}
          actions={actions}
          further={lint.said}
          {...(pages !== false && { pages })}
        />
      )}
      <Confirm
        opened={isAsked}
        title="Throw the draft away?"
        action="Throw it away"
        pending={discard.isPending}
        error={discard.error}
        onConfirm={() => discard.mutate()}
        onClose={() => {
          discard.reset();
          setIsAsked(false);
        }}
      >
        Its file is gone then. What is in use stays as it is.
      </Confirm>
    </>
  );
};
