/** The empty list: what a template is, and two ways to have one in a minute. */
import { Anchor, Button, Code, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { IconSparkles } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { examplesQuery } from '../../../api/queries.ts';
import { Failure } from '../../../components/failure.tsx';
import { plural } from '../../../components/format.ts';
import { ChooseFile } from '../upload/choose-file.tsx';
import { useAddExamples } from './add-examples.tsx';
import classes from './first-steps.module.css';

export const FirstSteps = ({ onChoose }: { readonly onChoose: (files: readonly File[]) => void }) => {
  const examples = useQuery(examplesQuery);
  const add = useAddExamples();
  return (
    <Stack gap="lg">
      <Paper className={classes['hero']}>
        <div className={classes['text']}>
          <Title order={2}>Your first document in under a minute</Title>
          <Text mt={8}>
            A template is a Word document with tags in it. <Code>{'{customer.name}'}</Code> is where a name
            goes, <Code>{'{#items}'}</Code> … <Code>{'{/items}'}</Code> repeats for every item. Platen fills
            it with your data and gives you a Word document or a PDF.
          </Text>
          <Group mt="lg">
            <Button
              size="md"
              leftSection={<IconSparkles size={18} />}
              loading={add.isPending}
              onClick={() => add.mutate()}
            >
              Add the examples
            </Button>
            <Text size="sm" c="dimmed">
              {examples.data === undefined
                ? 'Invoice, letter, contract and more.'
                : `${examples.data
                    .slice(0, 3)
                    .map(({ name }) => name)
                    .join(', ')} and ${plural(Math.max(0, examples.data.length - 3), 'more', 'more')}.`}
            </Text>
          </Group>
          <Failure error={add.error} />
        </div>
        <div className={classes['sheet']} aria-hidden>
          <b>Invoice</b>
          <span>
            To <mark>{'{customer.name}'}</mark>
          </span>
          <span>
            <mark>{'{#items}'}</mark>
          </span>
          <span>
            <mark>{'{name}'}</mark> <i /> <mark>{'{price}'}</mark>
          </span>
          <span>
            <mark>{'{/items}'}</mark>
          </span>
          <hr />
          <span>
            Total <i /> <mark>{'{total | currency}'}</mark>
          </span>
        </div>
      </Paper>
      <ChooseFile onFiles={onChoose} />
      <Text size="sm" c="dimmed" ta="center">
        Rather from a program? Make an{' '}
        <Anchor href="/settings/keys" inherit>
          API key
        </Anchor>{' '}
        and read the{' '}
        <Anchor href="/docs/reference" target="_blank" inherit>
          API reference
        </Anchor>
        .
      </Text>
    </Stack>
  );
};
