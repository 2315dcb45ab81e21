/** Prints the result of a command: as text, or with --json as one JSON object on one line. */
export interface Output {
  record(fields: object, lines: string[]): void;
  list<Row extends Record<string, string | null>>(
    name: string,
    rows: Row[],
    columns: (keyof Row & string)[],
  ): void;
}

export function createOutput(as_json: boolean, print: (line: string) => void): Output {
  return {
    record(fields, lines) {
      if (as_json) print(JSON.stringify(fields));
      else lines.forEach(print);
    },
    list(name, rows, columns) {
      if (as_json) {
        print(JSON.stringify({ [name]: rows }));
        return;
      }
      const table = [
        columns as string[],
        ...rows.map((row) => columns.map((column) => row[column] ?? '-')),
      ];
      const widths = columns.map((_, at) =>
        Math.max(...table.map((cells) => cells[at]?.length ?? 0)),
      );
      for (const cells of table) {
        print(
          cells
            .map((cell, at) => cell.padEnd(widths[at] ?? 0))
            .join('  ')
            .trimEnd(),
        );
      }
    },
  };
}
