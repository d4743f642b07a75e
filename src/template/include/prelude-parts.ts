/** What of an organization's prelude one template uses. */
export interface JoinedPrelude {
  readonly definitions: readonly string[];
  readonly translations?: Readonly<Record<string, unknown>> | undefined;
}
