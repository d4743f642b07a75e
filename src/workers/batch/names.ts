/** Stand-in until records has its pattern. */
export const documentNames =
  (pattern: string | undefined, name: string) =>
  (data: unknown, record: number): string =>
    pattern === undefined
      ? `${name}-${record}`
      : pattern.replaceAll(/\{([^}]*)\}/g, (_all, path: string) =>
          String(
            path
              .split('.')
              .reduce<unknown>((value, step) => (value as Record<string, unknown>)?.[step], data) ?? record,
          ),
        );
