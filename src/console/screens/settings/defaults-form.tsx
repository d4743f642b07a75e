/** Locale, time zone and currency for formatters, with a sample of what they do. */
import { Button, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { Organization } from '../../api/settings-types.ts';
import { Failure } from '../../components/failure.tsx';
import { CurrencyInput, LocaleInput, TimeZoneInput } from '../../components/regional-inputs.tsx';
import { isLocale } from '../../components/regions.ts';
import { Section } from '../../components/section.tsx';
import { useChangeOrganization } from './change-organization.ts';
import classes from './settings.module.css';

/** What the server uses where neither the organization nor the request says anything. */
const SERVER = { locale: 'en-US', timezone: 'UTC', currency: 'USD' };

export const DefaultsForm = ({ organization }: { readonly organization: Organization }) => {
  const { defaults } = organization;
  const [locale, setLocale] = useState(defaults.locale ?? '');
  const [timezone, setTimezone] = useState(defaults.timezone);
  const [currency, setCurrency] = useState(defaults.currency);
  const change = useChangeOrganization('The defaults are changed.');
  const known = locale === '' || isLocale(locale);
  const wanted = { locale: locale.trim() === '' ? null : locale.trim(), timezone, currency };
  const same =
    wanted.locale === defaults.locale && timezone === defaults.timezone && currency === defaults.currency;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    change.mutate({ defaults: wanted });
  };
  return (
    <Section
      title="Defaults"
      lead="For dates, numbers and amounts in documents, unless a request's options say otherwise."
    >
      <form onSubmit={submit}>
        <Stack maw={760}>
          <SimpleGrid cols={{ base: 1, sm: 3 }}>
            <LocaleInput
              label="Locale"
              placeholder={`${SERVER.locale} (the server's)`}
              value={locale}
              onChange={setLocale}
            />
            <TimeZoneInput
              label="Time zone"
              placeholder={`${SERVER.timezone} (the server's)`}
              value={timezone}
              onChange={setTimezone}
            />
            <CurrencyInput
              label="Currency"
              placeholder={`${SERVER.currency} (the server's)`}
              value={currency}
              onChange={setCurrency}
            />
          </SimpleGrid>
          {known && <Sample {...wanted} />}
          <Failure error={change.error} />
          <Group>
            <Button type="submit" loading={change.isPending} disabled={same || !known}>
              Save defaults
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  );
};

interface SampleProps {
  readonly locale: string | null;
  readonly timezone: string | null;
  readonly currency: string | null;
}

const Sample = ({ locale, timezone, currency }: SampleProps) => {
  const tag = locale ?? SERVER.locale;
  const amount = new Intl.NumberFormat(tag, { style: 'currency', currency: currency ?? SERVER.currency });
  const date = new Intl.DateTimeFormat(tag, {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: timezone ?? SERVER.timezone,
  });
  return (
    <div className={classes['sample']}>
      <Text size="xs" c="dimmed" mb={4}>
        Documents write
      </Text>
      <Text size="sm" lang={tag}>
        {amount.format(1234.5)} · {date.format(new Date())}
      </Text>
    </div>
  );
};
