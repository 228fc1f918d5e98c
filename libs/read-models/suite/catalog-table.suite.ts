// The contract of the Catalog's read copy.
import type { CatalogTable } from '../catalog-table.js';

const row = (sequence: number, revision: string) => ({ sequence, revision, definitionsJson: '{}', updatedAt: 7 });

export function catalogTableSuite(name: string, open: () => CatalogTable): void {
  describe(`the Catalog's read copy: ${name}`, () => {
    it('[K-053] holds the newest row', async () => {
      const table = open();
      expect(await table.read()).toBeUndefined();
      await table.save(row(0, 'a'));
      await table.save(row(1, 'b'));
      expect(await table.read()).toEqual(row(1, 'b'));
    });

    it('a smaller sequence changes nothing', async () => {
      const table = open();
      await table.save(row(2, 'c'));
      await table.save(row(1, 'b'));
      expect(await table.read()).toEqual(row(2, 'c'));
    });
  });
}
