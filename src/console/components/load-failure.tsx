/** In place of something that could not be loaded, with the one thing to do about it. */
import { Button, Center, Stack, Text } from '@mantine/core';
import { IconCloudOff } from '@tabler/icons-react';
import { sentenceOf } from '../api/errors.ts';
import { Ticks } from './ticks.tsx';

export const LoadFailure = ({ error, retry }: { readonly error: unknown; readonly retry: () => unknown }) => (
  <Center mih={260} p="lg">
    <Stack align="center" gap="sm" maw={420} role="alert">
      <IconCloudOff size={32} stroke={1.4} aria-hidden />
      <Text ta="center">
        <Ticks text={sentenceOf(error)} />
      </Text>
      <Button variant="default" onClick={() => retry()}>
        Try again
      </Button>
    </Stack>
  </Center>
);
