/** What `npm run compat` was asked for. */
export interface Flags {
  /** Why each template got its verdict. */
  readonly verbose: boolean;
  readonly json: boolean;
  readonly markdown: boolean;
  /** Part of a name. */
  readonly only?: string | undefined;
  /** Every second template: rules are found in one half and checked in the other. */
  readonly rows?: string | undefined;
}
