// Where a command writes: its result on standard output, progress and errors on standard error.

export interface Output {
  /** The result: one object with --json, else lines for people. */
  result(value: unknown, lines: () => readonly string[]): void;
  progress(line: string): void;
  readonly json: boolean;
}

export const output = (
  json: boolean,
  streams: { out: NodeJS.WritableStream; err: NodeJS.WritableStream } = { out: process.stdout, err: process.stderr },
): Output => ({
  json,
  result: (value, lines) => {
    streams.out.write(
      json
        ? `${JSON.stringify(value, null, 2)}\n`
        : lines()
            .map((line) => `${line}\n`)
            .join(''),
    );
  },
  progress: (line) => {
    streams.err.write(`${line}\n`);
  },
});

/** Columns aligned by their longest cell. */
export function table(header: readonly string[], rows: readonly (readonly string[])[]): readonly string[] {
  const widths = header.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)));
  return [header, ...rows].map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
