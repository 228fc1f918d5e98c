// The Catalog's read copy in memory.
import { CatalogTable } from '../../catalog-table.js';
import type { CatalogRow } from '../../catalog-table.js';

export class MemoryCatalogTable extends CatalogTable {
  #row: CatalogRow | undefined;

  async save(row: CatalogRow): Promise<void> {
    if (row.sequence >= (this.#row?.sequence ?? -1)) this.#row = row;
  }

  async read(): Promise<CatalogRow | undefined> {
    return this.#row;
  }
}
