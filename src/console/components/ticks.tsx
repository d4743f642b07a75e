/** The server quotes code in backticks, as in `currency`. */
import { Code } from '@mantine/core';
import classes from './ticks.module.css';

export const Ticks = ({ text }: { readonly text: string }) =>
  text.split('`').map((piece, index) =>
    index % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text, which never move
      <Code key={index} className={classes['code'] ?? ''}>
        {piece}
      </Code>
    ) : (
      piece
    ),
  );

/** Where there is room for text alone. */
export const withoutTicks = (text: string): string => text.replace(/`([^`]*)`/g, '“$1”');
