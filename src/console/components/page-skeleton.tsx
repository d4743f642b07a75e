/** A page's outline while its code or its data is on the way: the same places, so that nothing jumps. */
import { Group, Skeleton, Stack } from '@mantine/core';
import classes from './page.module.css';

export const PageSkeleton = () => (
  <div className={classes['page']} aria-busy>
    <Group justify="space-between" mb="lg">
      <Stack gap={10}>
        <Skeleton h={34} w={190} />
        <Skeleton h={18} w={300} />
      </Stack>
    </Group>
    <RowsSkeleton rows={6} />
  </div>
);

export const RowsSkeleton = ({ rows, height = 58 }: { readonly rows: number; readonly height?: number }) => (
  <Stack gap={8} role="status" aria-busy aria-label="Loading">
    {Array.from({ length: rows }, (_, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: rows without identity
      <Skeleton key={index} h={height} radius="md" />
    ))}
  </Stack>
);
