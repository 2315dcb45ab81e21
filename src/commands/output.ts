import type { Printer } from './printer.ts';

/** Prints the result of a command: as text, or with --json as one JSON object on one line. */
export interface Output {
  record(fields: object, lines: string[]): void;
  list<Row extends Record<string, string | null>>(
    name: string,
    rows: Row[],
    columns: (keyof Row & string)[],
  ): void;
  /** Waits until everything is printed. Returns why it could not be. */
  whyNotShown(): Promise<Error | undefined>;
}

/** What `print` is given has arrived, unless this says otherwise. */
export function createOutput(
  as_json: boolean,
  print: Printer['print'],
  whyNotShown: Printer['whyNotShown'] = async () => undefined,
): Output {
  return {
    whyNotShown,
    record(fields, lines) {
      // At once: whoever reads the first line only has got all that matters.
      if (as_json) print(JSON.stringify(fields));
      else if (lines.length > 0) print(lines.join('\n'));
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
