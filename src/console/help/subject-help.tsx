/** Help about this template: its own tags to copy, and formatters with what they make of these data. */
import { Loader, NativeSelect, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { DocsPage } from '../screens/docs/page.ts';
import { CopiedTag } from './copied-tag.tsx';
import { formatterExamples } from './formatter-examples.ts';
import classes from './help-panel.module.css';
import type { HelpSubject } from './help-state.ts';
import { tagged, tagsOf } from './tags.ts';
import { useEvaluated } from './use-evaluated.ts';

/** Templates have a hundred fields and more; the first ones show how it goes. */
const SHOWN_TAGS = 60;

export const OwnTags = ({ subject }: { readonly subject: HelpSubject }) => {
  const { inspection, delimiter } = subject;
  const tags = useMemo(() => tagsOf(inspection, delimiter).slice(0, SHOWN_TAGS), [inspection, delimiter]);
  const expressions = tags.flatMap(({ expression }) => expression ?? []);
  const results = useEvaluated(subject, expressions);
  if (tags.length === 0)
    return (
      <Text size="sm" c="dimmed">
        The template takes no data yet: no tag was found in it.
      </Text>
    );
  return (
    <ul className={classes['tags']} aria-label="Tags of this template">
      {tags.map(({ text, what, expression }) => (
        <li key={text}>
          <CopiedTag text={text} what={what} result={results?.get(expression ?? '')?.text ?? undefined} />
        </li>
      ))}
    </ul>
  );
};

export const LiveFormatters = ({
  subject,
  guide,
}: {
  readonly subject: HelpSubject;
  readonly guide: DocsPage;
}) => {
  const { inspection, delimiter } = subject;
  const paths = useMemo(
    () =>
      inspection.fields
        .map(({ path }) => path)
        .filter((path) => !path.includes('[]'))
        .slice(0, 200),
    [inspection],
  );
  const [chosen, setChosen] = useState(paths[0]);
  const examples = useMemo(() => formatterExamples(guide), [guide]);
  const path = chosen !== undefined && paths.includes(chosen) ? chosen : paths[0];
  const expressions = path === undefined ? [] : examples.map(({ call }) => `${path} | ${call}`);
  const results = useEvaluated(subject, expressions);
  if (path === undefined)
    return (
      <Text size="sm" c="dimmed">
        A field is needed to show what formatters make of it.
      </Text>
    );
  const fitting = examples.flatMap(({ name, summary, call }) => {
    const text = results?.get(`${path} | ${call}`)?.text;
    return text == null || text === '' ? [] : [{ name, summary, call, text }];
  });
  return (
    <>
      <NativeSelect
        size="xs"
        label="What formatters make of"
        data={paths}
        value={path}
        onChange={(event) => setChosen(event.currentTarget.value)}
      />
      {results === undefined && <Loader size="sm" mt="sm" aria-label="Asking the engine" />}
      {results !== undefined && fitting.length === 0 && (
        <Text size="sm" c="dimmed" mt="xs">
          None has something to show for what {path} is now.
        </Text>
      )}
      <ul className={classes['tags']} aria-label={`Formatters of ${path}`}>
        {fitting.map(({ name, summary, call, text }) => (
          <li key={name}>
            <CopiedTag text={tagged(delimiter, `${path} | ${call}`)} what={summary} result={text} />
          </li>
        ))}
      </ul>
    </>
  );
};
