/** The chart as numbers: for screen readers, and for whoever wants to copy them. */

import { Table } from '@mantine/core';
import { formatNumber } from '../../components/format.ts';
import rowClasses from '../../components/rows.module.css';
import type { Stack } from './series.ts';
import classes from './usage.module.css';

interface Props {
  readonly stack: Stack;
  readonly label: (start: number) => string;
}

export const UsageTable = ({ stack: { series, rows }, label }: Props) => {
  const busy = rows.filter(({ counts }) => Object.keys(counts).length > 0);
  return (
    <details className={classes['details']}>
      <summary>As a table</summary>
      <Table.ScrollContainer minWidth={400}>
        <Table className={rowClasses['table']}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>When</Table.Th>
              {series.map(({ id, name }) => (
                <Table.Th key={id} ta="right">
                  {name}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {busy.map(({ start, counts }) => (
              <Table.Tr key={start}>
                <Table.Td>{label(start)}</Table.Td>
                {series.map(({ id }) => (
                  <Table.Td key={id} ta="right">
                    {formatNumber(counts[id] ?? 0)}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
          <Table.Tfoot>
            <Table.Tr>
              <Table.Th>Total</Table.Th>
              {series.map(({ id, total }) => (
                <Table.Th key={id} ta="right">
                  {formatNumber(total)}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Tfoot>
        </Table>
      </Table.ScrollContainer>
    </details>
  );
};
