import { catalogTableSuite } from '../../suite/catalog-table.suite.js';
import { MemoryCatalogTable } from './index.js';

catalogTableSuite('memory', () => new MemoryCatalogTable());
