/** At the end of a list that goes on: the next page of it, where there is one. */
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';

interface Props {
  readonly list: {
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly fetchNextPage: () => Promise<unknown>;
  };
  readonly children: ReactNode;
}

export const EarlierButton = ({ list, children }: Props) =>
  list.hasNextPage && (
    <Button
      mt="md"
      variant="default"
      loading={list.isFetchingNextPage}
      onClick={() => void list.fetchNextPage()}
    >
      {children}
    </Button>
  );
