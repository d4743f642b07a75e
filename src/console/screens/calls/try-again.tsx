/** What was sent, where it is kept, as the data of its template's page: there it can be looked at, corrected and made again. */
import { Button, Text } from '@mantine/core';
import { IconRotateClockwise } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'wouter';
import type { Call, CallWithData } from '../../api/activity-types.ts';
import { api } from '../../api/client.ts';
import { organizationQuery } from '../../api/queries.ts';
import { Confirm } from '../../components/confirm.tsx';
import { Failure } from '../../components/failure.tsx';
import { templatePath } from '../../paths.ts';
import { useMay, useSession } from '../../session/session.ts';
import { drafts } from '../workspace/data/use-draft.ts';
import type { CallOptions } from '../workspace/snippets/call.ts';

export const TryAgain = ({ call }: { readonly call: Call }) => {
  const mayAdmin = useMay('admin');
  const { organization: own } = useSession();
  const organization = useQuery(organizationQuery);
  const [, navigate] = useLocation();
  const [asking, setAsking] = useState(false);
  const { templateKey, hasData } = call;
  const open = useMutation({
    mutationFn: async () => {
      const path = `/organization/calls/${encodeURIComponent(call.id)}`;
      const { data, dataProblem } = await api.get<CallWithData>(path);
      if (data === null) throw new Error(dataProblem ?? 'What was sent is not kept.');
      const { text, options } = sentOf(data);
      drafts.save(own.id, templateKey ?? '', { text, options, savedAt: Date.now() });
    },
    onSuccess: () => navigate(templatePath(templateKey ?? '')),
  });
  if (call.kind !== 'generate' && call.kind !== 'job') return null;
  if (!hasData || templateKey === null)
    return organization.data?.keepCallData === false && mayAdmin ? (
      <Text size="sm" c="dimmed">
        What was sent as data is not kept. Settings → Organization can have it kept, encrypted, for calls to
        come.
      </Text>
    ) : null;
  if (!mayAdmin)
    return (
      <Text size="sm" c="dimmed">
        What was sent is kept; an administrator can open it.
      </Text>
    );
  const hasDraft = drafts.load(own.id, templateKey) !== undefined;
  return (
    <div>
      <Button
        leftSection={<IconRotateClockwise size={17} />}
        loading={open.isPending}
        onClick={() => (hasDraft ? setAsking(true) : open.mutate())}
      >
        Try again in the studio
      </Button>
      <Failure error={open.error} />
      <Confirm
        opened={asking}
        title="Replace what you have typed?"
        action="Replace it"
        pending={open.isPending}
        error={open.error}
        onConfirm={() => open.mutate()}
        onClose={() => setAsking(false)}
      >
        This browser keeps data that you have typed for this template. The data of the call takes its place.
      </Confirm>
    </div>
  );
};

/** The part of the body that the template's page shows, as it was written where that is possible. */
const sentOf = (body: string): { readonly text: string; readonly options: CallOptions } => {
  try {
    const { data = {}, options = {} } = JSON.parse(body) as { data?: unknown; options?: CallOptions };
    return { text: JSON.stringify(data, null, 2), options };
  } catch {
    // What is no JSON is shown as it came: that is what was wrong with it.
    return { text: body, options: {} };
  }
};
