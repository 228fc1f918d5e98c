// The read copy of the `catalog` stream: one row with the definitions in force, for people and tools that look into the database.

export interface CatalogRow {
  /** Revision of the `catalog` stream that it copies. */
  readonly sequence: number;
  /** SHA-256 in hex, without prefix, over `definitionsJson`. */
  readonly revision: string;
  /** The canonical JSON of the definitions. */
  readonly definitionsJson: string;
  /** Epoch milliseconds. */
  readonly updatedAt: number;
}

/** Never the truth: it can be deleted, and is written again at the next start. Thrown: Unavailable STORE_UNAVAILABLE. */
export abstract class CatalogTable {
  /** Durable when it resolves. A smaller sequence than the stored one changes nothing. */
  abstract save(row: CatalogRow): Promise<void>;
  abstract read(): Promise<CatalogRow | undefined>;
}
