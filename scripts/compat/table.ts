/** A table for the terminal or, with `markdown`, for docs/compatibility.md. The first column is words, the others figures. */
export const table = (rows: readonly (readonly (string | number)[])[], markdown: boolean): string => {
  const [head = [], ...body] = rows.map((row) => row.map(String));
  if (markdown) {
    const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
    return [
      line(head),
      `|${head.map((_, index) => (index === 0 ? '---' : '--:')).join('|')}|`,
      ...body.map(line),
    ].join('\n');
  }
  const widths = head.map((_, index) => Math.max(...[head, ...body].map((row) => (row[index] ?? '').length)));
  return [head, ...body]
    .map((row) =>
      row
        .map((cell, index) => (index === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[index] ?? 0)))
        .join('  '),
    )
    .join('\n');
};
