import SqliteDatabase from 'better-sqlite3';
import { catalogTableSuite } from '../../suite/catalog-table.suite.js';
import { SqliteCatalogTable } from './index.js';

catalogTableSuite('sqlite', () => new SqliteCatalogTable(new SqliteDatabase(':memory:')));
