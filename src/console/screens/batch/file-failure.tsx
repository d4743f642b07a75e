/** What is wrong with a file of records, in the words of whoever read it. */
import { Alert, List, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import type { FileProblem } from '../../../records/first-records.ts';
import { Ticks } from '../../components/ticks.tsx';

const UNKNOWN: FileProblem = { message: 'The file could not be read.', hint: undefined, details: [] };
const SHOWN = 8;

export const FileFailure = ({ error }: { readonly error: unknown }) => {
  const [problem, setProblem] = useState<FileProblem>();
  useEffect(() => {
    let isGone = false;
    void import('../../../records/first-records.ts').then(({ problemOf }) => {
      if (!isGone) setProblem(problemOf(error) ?? UNKNOWN);
    });
    return () => {
      isGone = true;
    };
  }, [error]);
  if (problem === undefined) return null;
  const { message, hint, details } = problem;
  return (
    <Alert color="red" variant="light" role="alert" icon={<IconAlertTriangle size={18} />}>
      {details.length > 1 ? (
        <List size="sm" spacing={4}>
          {details.slice(0, SHOWN).map((detail) => (
            <List.Item key={detail.message}>
              <Ticks text={detail.message} />
            </List.Item>
          ))}
        </List>
      ) : (
        <Text size="sm" fw={600}>
          <Ticks text={message} />
        </Text>
      )}
      {hint !== undefined && (
        <Text size="sm" mt={6}>
          <Ticks text={hint} />
        </Text>
      )}
    </Alert>
  );
};
