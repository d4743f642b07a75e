/** Moments: as "3 days ago" with the exact time under the pointer, or the other way round where it is what one looks for. */
import { formatAgo, formatDateTime } from './format.ts';

export const Ago = ({ at, never = 'Never' }: { readonly at: string | null; readonly never?: string }) =>
  at === null ? (
    never
  ) : (
    <time dateTime={at} title={formatDateTime(at)}>
      {formatAgo(at)}
    </time>
  );

export const When = ({ at }: { readonly at: string }) => (
  <time dateTime={at} title={formatAgo(at)}>
    {formatDateTime(at)}
  </time>
);
