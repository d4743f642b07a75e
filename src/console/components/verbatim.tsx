/** Text that is to be copied as it stands: a secret, a link, a line for a terminal. */
import type { ReactNode } from 'react';
import classes from './verbatim.module.css';

export const Verbatim = ({
  children,
  testId,
}: {
  readonly children: ReactNode;
  readonly testId?: string;
}) => (
  <div className={classes['text']} {...(testId !== undefined && { 'data-testid': testId })}>
    {children}
  </div>
);
