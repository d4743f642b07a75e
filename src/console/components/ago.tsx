/** A moment as "3 days ago", with the exact time under the pointer and for machines. */
import { formatAgo, formatDateTime } from './format.ts';

export const Ago = ({ at, never = 'Never' }: { readonly at: string | null; readonly never?: string }) =>
  at === null ? (
    never
  ) : (
    <time dateTime={at} title={formatDateTime(at)}>
      {formatAgo(at)}
    </time>
  );
