/** The call as a program makes it, to copy. */
import { Anchor, Code, Group, NativeSelect, SegmentedControl, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useMemo, useState } from 'react';
import { Link } from 'wouter';
import { Copy } from '../../../components/copy.tsx';
import { formatBytes } from '../../../components/format.ts';
import { KEY_VARIABLE } from '../../../snippets/http-call.ts';
import { LANGUAGES, type Language, snippetOf } from '../../../snippets/snippets.ts';
import { useLanguage } from '../../../snippets/use-language.ts';
import type { TextStore } from '../data/text-store.ts';
import { type CallOptions, httpCallOf } from './call.ts';
import classes from './snippets-panel.module.css';

interface Props {
  readonly store: TextStore;
  readonly templateKey: string;
  readonly options: CallOptions;
  readonly isData: boolean;
}

/** Characters shown; the whole is copied. */
const SHOWN = 20_000;

export const SnippetsPanel = ({ store, templateKey, options, isData }: Props) => {
  const [language, setLanguage] = useLanguage();
  const [output, setOutput] = useState<'PDF' | 'DOCX'>('PDF');
  const [text, setText] = useState(store.text);
  useEffect(() => {
    setText(store.text);
    return store.subscribe(() => setText(store.text));
  }, [store]);
  const [settled] = useDebouncedValue(text, 200);
  const dataText = isData ? settled : '{}';
  // Megabytes are written out again only when something of the call has changed.
  const snippet = useMemo(
    () =>
      snippetOf(
        language,
        httpCallOf({ address: window.location.origin, templateKey, output, dataText, options }),
      ),
    [language, templateKey, output, dataText, options],
  );
  return (
    <div className={classes['panel']}>
      <Group justify="space-between" gap="sm">
        <Group gap="sm">
          <NativeSelect
            size="xs"
            aria-label="Language"
            data={[...LANGUAGES]}
            value={language}
            onChange={(event) => setLanguage(event.currentTarget.value as Language)}
          />
          <SegmentedControl
            size="xs"
            aria-label="Format"
            data={['PDF', 'DOCX']}
            value={output}
            onChange={(value) => setOutput(value as 'PDF' | 'DOCX')}
          />
        </Group>
        <Copy value={snippet} what="the code" />
      </Group>
      <Text size="sm" c="dimmed">
        Makes the document as it is set up here and costs one credit. Put an{' '}
        <Anchor component={Link} href="/settings/keys" inherit underline="always">
          API key
        </Anchor>{' '}
        into <Code>{KEY_VARIABLE}</Code>.{!isData && ' The data is not valid JSON yet, so it is left out.'}
      </Text>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region has to be reachable by keyboard */}
      <section className={classes['code']} tabIndex={0} aria-label="The code">
        <pre>
          {snippet.length > SHOWN ? snippet.slice(0, SHOWN) : snippet}
          {snippet.length > SHOWN &&
            `\n… ${formatBytes(snippet.length - SHOWN)} more; Copy takes everything.`}
        </pre>
      </section>
    </div>
  );
};
