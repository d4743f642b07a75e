/** What a template includes, and what includes it: nothing where there is neither. */
import { Anchor, Group, Text } from '@mantine/core';
import { Link } from 'wouter';
import type { Inspection } from '../../../api/types.ts';
import { templatePath } from '../../../paths.ts';

type Props = { readonly inspection: Pick<Inspection, 'includes' | 'includedBy'> };

export const TemplateLinks = ({ inspection: { includes = [], includedBy = [] } }: Props) => {
  if (includes.length === 0 && includedBy.length === 0) return null;
  return (
    <Group gap="md">
      <Keys label="Includes" keys={[...new Set(includes.map(({ key }) => key))]} />
      <Keys label="Included by" keys={includedBy} />
    </Group>
  );
};

const Keys = ({ label, keys }: { readonly label: string; readonly keys: readonly string[] }) =>
  keys.length === 0 ? null : (
    <Group gap={6}>
      <Text size="sm" c="dimmed">
        {label}
      </Text>
      {keys.map((key) => (
        <Anchor key={key} component={Link} href={templatePath(key)} size="sm">
          {key}
        </Anchor>
      ))}
    </Group>
  );
