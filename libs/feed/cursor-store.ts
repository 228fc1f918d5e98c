// The cursor port: how far a named reader has come. Every driver passes suite/cursor-store.suite.ts.

/** A cursor is saved after its work took effect, so a reader sees facts at least once. Thrown: Unavailable STORE_UNAVAILABLE. */
export abstract class CursorStore {
  /** The saved position; 0 for a reader that never saved one. */
  abstract load(reader: string): Promise<number>;
  /** Durable when it resolves. A cursor never goes back: a smaller position than the saved one changes nothing. */
  abstract save(reader: string, position: number): Promise<void>;
  /** Forgets a reader: it starts at 0 again. */
  abstract forget(reader: string): Promise<void>;
  /** All readers in code-unit order of their names. */
  abstract all(): Promise<ReadonlyArray<{ readonly reader: string; readonly position: number }>>;
  abstract close(): Promise<void>;
}
