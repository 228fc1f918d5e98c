// The tables of read models, the same on every SQL driver: generations with their positions, rows as JSON text, entries of lists.
import { EntitySchema, Table } from 'typeorm';
import type { MigrationInterface, QueryRunner, TableOptions } from 'typeorm';

/** SQLite fills an INTEGER primary key by itself; every other number fits 53 bits. */
const GENERATIONS = {
  name: 'view_generations',
  columns: [
    { name: 'id', type: 'integer', isPrimary: true, isGenerated: true, generationStrategy: 'increment' },
    { name: 'view', type: 'text' },
    { name: 'generation', type: 'text' },
    { name: 'live', type: 'integer' },
    { name: 'position', type: 'bigint' },
    { name: 'failure', type: 'text', isNullable: true },
  ],
  indices: [
    { name: 'view_generations_name', columnNames: ['view', 'generation'], isUnique: true },
    { name: 'view_generations_live', columnNames: ['view'], isUnique: true, where: 'live = 1' },
  ],
} satisfies TableOptions;

const ROWS = {
  name: 'view_rows',
  columns: [
    { name: 'generation_id', type: 'integer', isPrimary: true },
    { name: 'key', type: 'text', isPrimary: true },
    { name: 'body', type: 'text' },
  ],
} satisfies TableOptions;

/** `rank` is minus `at`, so that newest first is plain index order. */
const ENTRIES = {
  name: 'view_entries',
  columns: [
    { name: 'generation_id', type: 'integer', isPrimary: true },
    { name: 'list', type: 'text', isPrimary: true },
    { name: 'key', type: 'text', isPrimary: true },
    { name: 'row_key', type: 'text' },
    { name: 'project_id', type: 'text' },
    { name: 'status', type: 'text' },
    { name: 'rank', type: 'bigint' },
    { name: 'body', type: 'text' },
  ],
  indices: [
    { name: 'view_entries_row', columnNames: ['generation_id', 'row_key'] },
    { name: 'view_entries_order', columnNames: ['generation_id', 'list', 'rank', 'key'] },
    { name: 'view_entries_project', columnNames: ['generation_id', 'list', 'project_id', 'rank', 'key'] },
    { name: 'view_entries_status', columnNames: ['generation_id', 'list', 'project_id', 'status', 'rank', 'key'] },
  ],
} satisfies TableOptions;

const TABLES: readonly TableOptions[] = [GENERATIONS, ROWS, ENTRIES];

/** The same tables as TypeORM entities, so that drift between them and the migrations shows. */
export const readModelEntities = TABLES.map(
  ({ name, columns = [], indices = [] }) =>
    new EntitySchema({
      name,
      columns: Object.fromEntries(
        columns.map((column) => [
          column.name,
          {
            name: column.name,
            type: column.type as 'text',
            primary: column.isPrimary ?? false,
            nullable: column.isNullable ?? false,
            ...(column.isGenerated ? { generated: 'increment' as const } : {}),
          },
        ]),
      ),
      indices: indices.map(({ name: index, columnNames = [], isUnique, where }) => ({
        name: index ?? '',
        columns: [...columnNames],
        unique: isUnique ?? false,
        ...(where ? { where } : {}),
      })),
    }),
);

export class CreateReadModels1764547200000 implements MigrationInterface {
  readonly name = 'CreateReadModels1764547200000';

  async up(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) await runner.createTable(new Table(table));
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const { name } of [...TABLES].reverse()) await runner.dropTable(name);
  }
}
