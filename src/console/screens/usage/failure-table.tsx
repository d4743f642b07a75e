import { Anchor, Code, Table, Text, Title } from '@mantine/core';
import { Link } from 'wouter';
import { formatNumber } from '../../components/format.ts';
import rowClasses from '../../components/rows.module.css';
import { templatePath } from '../../paths.ts';
import { failuresPath } from '../calls/call-words.ts';
import type { Failures } from './series.ts';

interface Props {
  readonly failures: readonly Failures[];
  readonly names: ReadonlyMap<string, string>;
  readonly span: string;
}

export const FailureTable = ({ failures, names, span }: Props) => (
  <section>
    <Title order={2}>Errors</Title>
    <Text size="sm" c="dimmed" mb="sm">
      Every call for a document that failed in {span}, whatever it failed for. They cost nothing. A code leads
      to its calls.
    </Text>
    <Table className={rowClasses['table']}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Code</Table.Th>
          <Table.Th>Templates</Table.Th>
          <Table.Th ta="right">Times</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {failures.map(({ code, templates, count }) => (
          <Table.Tr key={code}>
            <Table.Td>
              <Anchor component={Link} href={failuresPath(code)} inherit>
                <Code>{code}</Code>
              </Anchor>
            </Table.Td>
            <Table.Td>
              {templates.slice(0, 4).map((key, index) => (
                <span key={key}>
                  {index > 0 && ', '}
                  {names.has(key) ? (
                    <Anchor component={Link} href={templatePath(key)} inherit>
                      {names.get(key)}
                    </Anchor>
                  ) : (
                    key || 'none of yours'
                  )}
                </span>
              ))}
              {templates.length > 4 && ` and ${templates.length - 4} more`}
            </Table.Td>
            <Table.Td ta="right">{formatNumber(count)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  </section>
);
