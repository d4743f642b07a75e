/**
 * sentOf :: body of a call → what of it the template's page takes, and what it leaves
 *
 * The page works with the newest version, and asks for pages in its own way: what says otherwise is left.
 */
import type { CallOptions } from '../workspace/snippets/call.ts';

interface Sent {
  /** As it was written where that is possible. */
  readonly text: string;
  readonly options: CallOptions;
  /** "version 3", "the label production": what the call has asked for, and the page does not. */
  readonly which: string | undefined;
}

export const sentOf = (body: string): Sent => {
  try {
    const sent = JSON.parse(body) as { data?: unknown; options?: Readonly<Record<string, unknown>> };
    const { version, label, map: _, ...options } = sent.options ?? {};
    return {
      text: JSON.stringify(sent.data ?? {}, null, 2),
      options,
      which:
        version !== undefined ? `version ${version}` : label !== undefined ? `the label ${label}` : undefined,
    };
  } catch {
    // What is no JSON is shown as it came: that is what was wrong with it.
    return { text: body, options: {}, which: undefined };
  }
};
