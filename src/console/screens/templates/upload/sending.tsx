import { Progress, Text } from '@mantine/core';

/** How much of a file has left; then what the server does with it. */
export const Sending = ({ sent, what }: { readonly sent: number; readonly what: string }) => (
  <div role="status">
    <Progress value={sent * 100} animated={sent >= 1} aria-label="Sent" mb={8} />
    <Text size="sm" c="dimmed">
      {sent < 1 ? `Sending: ${Math.round(sent * 100)} %` : what}
    </Text>
  </div>
);
