/** What was sent, where it is kept: as the data of its template's page, to be corrected and made again, or as a sample set. */
import { Button, Group, Text } from '@mantine/core';
import { IconDeviceFloppy, IconRotateClockwise } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'wouter';
import type { Call, CallWithData } from '../../api/activity-types.ts';
import { api } from '../../api/client.ts';
import { organizationQuery, samplesQuery } from '../../api/queries.ts';
import { Confirm } from '../../components/confirm.tsx';
import { Failure } from '../../components/failure.tsx';
import { formatDateTime } from '../../components/format.ts';
import { notifyDone } from '../../components/notify.tsx';
import { templatePath } from '../../paths.ts';
import { useMay, useSession } from '../../session/session.ts';
import { drafts } from '../workspace/data/use-draft.ts';
import { SaveSet } from '../workspace/samples/save-set.tsx';
import { sentOf } from './sent-of.ts';

export const CallData = ({ call }: { readonly call: Call }) => {
  const mayAdmin = useMay('admin');
  const organization = useQuery(organizationQuery);
  const { templateKey, hasData } = call;
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
  return (
    <Group gap="sm" align="flex-start">
      <TryAgain call={call} templateKey={templateKey} />
      <SaveAsSet call={call} templateKey={templateKey} />
    </Group>
  );
};

interface Props {
  readonly call: Call;
  readonly templateKey: string;
}

const TryAgain = ({ call, templateKey }: Props) => {
  const { organization: own } = useSession();
  const [, navigate] = useLocation();
  const [asking, setAsking] = useState(false);
  const open = useMutation({
    mutationFn: async () => {
      const path = `/organization/calls/${encodeURIComponent(call.id)}`;
      const { data, dataProblem } = await api.get<CallWithData>(path);
      if (data === null) throw new Error(dataProblem ?? 'What was sent is not kept.');
      const { text, options, which } = sentOf(data);
      drafts.save(own.id, templateKey, { text, options, savedAt: Date.now() });
      return which;
    },
    onSuccess: (which) => {
      navigate(templatePath(templateKey));
      if (which !== undefined)
        notifyDone(`The call has asked for ${which}. Here you work with the newest version.`);
    },
  });
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

const SaveAsSet = ({ call, templateKey }: Props) => {
  const [isOpen, setOpen] = useState(false);
  const sets = useQuery({ ...samplesQuery(templateKey), enabled: isOpen });
  return (
    <div>
      <Button
        variant="default"
        leftSection={<IconDeviceFloppy size={17} stroke={1.7} />}
        loading={isOpen && sets.isPending}
        onClick={() => setOpen(true)}
      >
        Save as sample set…
      </Button>
      <Failure error={sets.error} />
      {isOpen && sets.data !== undefined && (
        <SaveSet
          templateKey={templateKey}
          content={{ call: call.id }}
          sets={sets.data}
          suggested={`Call of ${formatDateTime(call.at)}`}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  );
};
