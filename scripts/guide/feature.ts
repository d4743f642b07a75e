/** What a picture of the guide is made of, and the measures of its small page. */
export interface Feature {
  readonly id: string;
  readonly body: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly options?: Readonly<Record<string, unknown>>;
  /** Parts that `rIdChart1` and so on lead to. */
  readonly charts?: readonly string[];
  /** Bodies of the templates that it includes, by their keys. */
  readonly includes?: Readonly<Record<string, string>>;
  readonly prelude?: {
    readonly definitions: readonly string[];
    readonly translations?: Readonly<Record<string, unknown>>;
  };
  /** Controls are filled by their names. */
  readonly controls?: boolean;
  /** Where pages matter: how high they are in twips, and how many of them the picture shows. */
  readonly page?: { readonly height: number; readonly count: number };
}

/** Text width of the guide's small page, in twips: 12 cm. */
const WIDTH = 6800;
export const columns = (...shares: readonly number[]): readonly number[] => {
  const sum = shares.reduce((total, share) => total + share, 0);
  return shares.map((share) => Math.round((WIDTH * share) / sum));
};
export const right = { align: 'right' as const };
