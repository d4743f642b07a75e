/** One call: what was asked, what came of it, where the time went; and the way to try it again. */
import { Anchor, Badge, Code, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { Call } from '../../api/activity-types.ts';
import { Copy } from '../../components/copy.tsx';
import { formatBytes, formatNumber } from '../../components/format.ts';
import { ProblemList } from '../../components/problem-list.tsx';
import { templatePath } from '../../paths.ts';
import { CallData } from './call-data.tsx';
import { colorOf, formatDuration, kindOf, stageOf } from './call-words.ts';
import classes from './calls.module.css';

const exact = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'long' });

export const CallView = ({ call }: { readonly call: Call }) => (
  <Stack gap="lg">
    <Group gap="xs">
      <Badge color={colorOf(call)} variant="light" size="lg">
        {call.status === 0 ? 'no answer' : call.status}
      </Badge>
      {call.code !== null && <Code>{call.code}</Code>}
      {call.replayed && <Badge variant="light">sent again</Badge>}
    </Group>
    {call.error !== null && <CallError call={call} />}
    <CallData call={call} />
    <Facts call={call} />
    {Object.keys(call.stages).length > 0 && <Stages call={call} />}
    <Listed title="Fields that the data lacked" items={call.missing} />
    <Listed title="Warnings" items={call.warnings} />
  </Stack>
);

const CallError = ({ call }: { readonly call: Call }) => {
  const { error, hint, details = [], code } = call;
  const whole = {
    code: code ?? '',
    message: error ?? '',
    ...(hint !== undefined && { hint }),
  };
  // The sentence of an error with details is the first of them, and how many there are.
  const isSaid = details[0] !== undefined && error?.includes(details[0].message) === true;
  return (
    <div>
      <ProblemList problems={isSaid ? details : [whole, ...details]} />
      {call.cut && (
        <Text size="sm" c="dimmed" mt="xs">
          There was more; the log keeps the first of a list.
        </Text>
      )}
    </div>
  );
};

const Facts = ({ call }: { readonly call: Call }) => {
  const { templateKey, version, output, caller, key, requestId, engine, pages, bytes, webhook, records } =
    call;
  const facts: readonly (readonly [string, ReactNode])[] = [
    [
      'When',
      <time key="at" dateTime={call.at}>
        {exact.format(new Date(call.at))}
      </time>,
    ],
    [
      'What',
      webhook === undefined
        ? kindOf(call)
        : `${kindOf(call)} ${webhook.event}, attempt ${webhook.attempt ?? 1}`,
    ],
    [
      'Template',
      templateKey !== null && (
        <>
          <Anchor component={Link} href={templatePath(templateKey)} inherit underline="always">
            {templateKey}
          </Anchor>
          {version !== null && `, version ${version}`}
        </>
      ),
    ],
    ['Output', output],
    ['By', key === null ? caller : `${key.name} (${caller?.slice('key:'.length)})`],
    ['Took', formatDuration(call.milliseconds)],
    ['Pages', pages !== null && formatNumber(pages)],
    ['Engine', engine],
    ['Size', bytes !== null && formatBytes(bytes)],
    [
      'Records',
      records !== undefined &&
        `${formatNumber(records.made)} of ${formatNumber(records.total)} made, ${formatNumber(records.failed)} failed`,
    ],
    ['Job', call.jobId !== undefined && <Code>{call.jobId}</Code>],
    [
      'Request id',
      requestId !== null && (
        <Group key="id" gap="xs">
          <Code className={classes['id'] ?? ''}>{requestId}</Code>
          <Copy value={requestId} what="request id" variant="subtle" />
        </Group>
      ),
    ],
  ];
  return (
    <dl className={classes['facts']}>
      {facts
        .filter(([, value]) => value !== null && value !== false && value !== undefined)
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
};

/** Parts of a stage have its name and a dot, and stand below it. */
const Stages = ({ call }: { readonly call: Call }) => {
  const stages = Object.entries(call.stages);
  const longest = Math.max(...stages.map(([, milliseconds]) => milliseconds), 0.1);
  return (
    <section aria-label="Where the time went">
      <Text size="sm" fw={600} mb={6}>
        Where the time went
      </Text>
      <ul className={classes['stages']}>
        {stages.map(([name, milliseconds]) => (
          <li key={name} data-part={name.includes('.') || undefined}>
            <span title={name}>{stageOf(name)}</span>
            <span className={classes['bar']} aria-hidden>
              <span style={{ width: `${Math.max(1, (milliseconds / longest) * 100)}%` }} />
            </span>
            <span className={classes['number']}>{formatDuration(milliseconds)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
};

const Listed = ({ title, items }: { readonly title: string; readonly items: readonly string[] }) =>
  items.length > 0 && (
    <section aria-label={title}>
      <Text size="sm" fw={600} mb={6}>
        {title}
      </Text>
      <Stack gap={4} component="ul" className={classes['plain'] ?? ''}>
        {items.map((item) => (
          <li key={item}>
            <Code>{item}</Code>
          </li>
        ))}
      </Stack>
    </section>
  );
