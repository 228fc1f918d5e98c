// Streams the rows of a COPY … TO STDOUT with back-pressure: the quickest way to read a long range.
import type { Connection, PoolClient, Submittable } from 'pg';

const ESCAPES: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' };

/** COPY's text format escapes with backslashes; content-free facts have none, so most lines are only split. */
function cellsOf(line: string): readonly string[] {
  const cells = line.split('\t');
  if (!line.includes('\\')) return cells;
  return cells.map((cell) => cell.replaceAll(/\\(.)/gs, (_, letter: string) => ESCAPES[letter] ?? letter));
}

type RawConnection = Connection & { query(text: string): void };

/** One query of pg's protocol: rows pile up to `high`, then the socket pauses until they are taken. */
class CopyOut implements Submittable {
  #rows: (readonly string[])[] = [];
  #connection: RawConnection | undefined;
  #failure: Error | undefined;
  #ended = false;
  #wake: (() => void) | undefined;

  constructor(
    readonly text: string,
    readonly high: number,
  ) {}

  submit(connection: Connection): void {
    this.#connection = connection as RawConnection;
    this.#connection.query(this.text);
  }

  /** The next rows; undefined at the end. */
  async take(): Promise<readonly (readonly string[])[] | undefined> {
    while (this.#rows.length === 0 && !this.#ended && !this.#failure) {
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
    if (this.#failure) throw this.#failure;
    const rows = this.#rows;
    this.#rows = [];
    this.#connection?.stream.resume();
    return rows.length > 0 ? rows : undefined;
  }

  handleCopyData(message: { chunk: Buffer }): void {
    this.#rows.push(cellsOf(message.chunk.toString('utf8', 0, message.chunk.length - 1)));
    if (this.#rows.length === this.high) {
      this.#connection?.stream.pause();
      this.#ring();
    }
  }

  handleError(error: Error): void {
    this.#failure = error;
    this.#ring();
  }

  handleReadyForQuery(): void {
    this.#ended = true;
    this.#ring();
  }

  handleCommandComplete(): void {
    this.#ring();
  }

  handleRowDescription(): void {
    this.#ring();
  }

  #ring(): void {
    this.#wake?.();
    this.#wake = undefined;
  }
}

/** Pages of cells. The client is given back whole at the end, and closed when the reader leaves early. */
export async function* copyOut(client: PoolClient, text: string, page: number): AsyncGenerator<readonly (readonly string[])[]> {
  const copy = new CopyOut(text, page);
  let done = false;
  client.query(copy);
  try {
    for (let rows = await copy.take(); rows; rows = await copy.take()) yield rows;
    done = true;
  } finally {
    client.release(!done);
  }
}
