/** How long the log of calls is kept, and whether what was sent as data is kept with it. */
import { Alert, Button, Code, NumberInput, Stack, Switch } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import type { Organization } from '../../api/settings-types.ts';
import { Failure } from '../../components/failure.tsx';
import { Section } from '../../components/section.tsx';
import { useChangeOrganization } from './change-organization.ts';

export const CallLogForm = ({ organization }: { readonly organization: Organization }) => {
  const { callDays, callDaysKept, callDaysLimit, keepCallData, callDataKeyIn } = organization;
  const [days, setDays] = useState<number | string>(callDays ?? '');
  const [keeps, setKeeps] = useState(keepCallData);
  const change = useChangeOrganization('The log is kept as you say.');
  const wanted = { callDays: days === '' ? null : Number(days), keepCallData: keeps };
  const same = wanted.callDays === callDays && keeps === keepCallData;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    change.mutate(wanted);
  };
  return (
    <Section title="Log of calls" lead="Activity → Calls shows every call with its exact error.">
      <form onSubmit={submit}>
        <Stack maw={560}>
          <NumberInput
            label="Days for which calls are kept"
            description={`Up to ${callDaysLimit}. Empty: ${callDays === null ? callDaysKept : Math.min(30, callDaysLimit)} days.`}
            min={1}
            max={callDaysLimit}
            allowDecimal={false}
            w={260}
            value={days}
            onChange={setDays}
          />
          <Switch
            label="Keep what was sent as data"
            description="Encrypted, for administrators alone, and each look is in the audit log. Then a call can be tried again in the studio. Switched off, all that was kept is deleted."
            checked={keeps}
            onChange={({ currentTarget }) => setKeeps(currentTarget.checked)}
          />
          {keeps && callDataKeyIn === 'database' && (
            <Alert color="yellow" variant="light" icon={<IconAlertTriangle size={18} />}>
              The server has no secret of its own: what encrypts the data lies in the same database, so
              whoever gets a copy of it can read what was sent. Ask your operator to set{' '}
              <Code>PLATEN_SECRET</Code>; what was kept before can’t be opened then.
            </Alert>
          )}
          <Failure error={change.error} />
          <Button type="submit" disabled={same} loading={change.isPending} w="fit-content">
            Save
          </Button>
        </Stack>
      </form>
    </Section>
  );
};
