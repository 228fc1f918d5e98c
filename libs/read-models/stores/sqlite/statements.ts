// The SQL of the SQLite driver. Every list is a keyset walk along one index, so a page costs the same wherever it lies.
import type { ListQuery } from '../../read-model-store.js';

export const FIND_GENERATION = 'SELECT id, position, live FROM view_generations WHERE view = ? AND generation = ?';
export const FIND_LIVE = 'SELECT id, generation, position FROM view_generations WHERE view = ? AND live = 1';
export const CREATE_GENERATION =
  'INSERT INTO view_generations (view, generation, live, position) VALUES (?, ?, 0, 0) ON CONFLICT (view, generation) DO NOTHING';
export const MOVE_GENERATION = 'UPDATE view_generations SET position = ?, failure = NULL WHERE id = ?';
export const FAIL_GENERATION = 'UPDATE view_generations SET failure = ? WHERE view = ? AND generation = ?';
export const DROP_OTHER_GENERATIONS = 'DELETE FROM view_generations WHERE view = ? AND id <> ?';
export const DROP_GENERATIONS = 'DELETE FROM view_generations WHERE view = ?';
export const MAKE_LIVE = 'UPDATE view_generations SET live = 1 WHERE id = ?';
export const INFO = `SELECT view, generation, live, position, failure,
  (SELECT count(*) FROM view_rows r WHERE r.generation_id = g.id) AS row_count
  FROM view_generations g ORDER BY view, generation`;

export const PUT_ROW =
  'INSERT INTO view_rows (generation_id, key, body) VALUES (?, ?, ?) ON CONFLICT (generation_id, key) DO UPDATE SET body = excluded.body';
export const DELETE_ROW = 'DELETE FROM view_rows WHERE generation_id = ? AND key = ?';
export const DELETE_ENTRIES = 'DELETE FROM view_entries WHERE generation_id = ? AND row_key = ?';
export const PUT_ENTRY = `INSERT INTO view_entries (generation_id, list, key, row_key, project_id, status, rank, body)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?)`;
export const ROWS = 'SELECT key, body FROM view_rows WHERE generation_id = ? AND key IN (SELECT value FROM json_each(?))';

/** One chunk of what no generation owns any more. */
export const PURGE = ['view_entries', 'view_rows'].map(
  (table) => `DELETE FROM ${table} WHERE rowid IN
    (SELECT rowid FROM ${table} WHERE generation_id NOT IN (SELECT id FROM view_generations) LIMIT 500)`,
);

export const GET_ROW = `SELECT g.position, r.body FROM view_generations g
  LEFT JOIN view_rows r ON r.generation_id = g.id AND r.key = ? WHERE g.view = ? AND g.live = 1`;
export const GET_ENTRY = `SELECT g.position, e.key, e.project_id, e.status, e.rank, e.body FROM view_generations g
  LEFT JOIN view_entries e ON e.generation_id = g.id AND e.list = ? AND e.key = ? WHERE g.view = ? AND g.live = 1`;

/** One statement, so that a swap between two looks cannot empty the page; at least one row comes back while the view is live. */
export function listStatement(view: string, list: string, query: ListQuery): { sql: string; parameters: unknown[] } {
  const parameters: unknown[] = [list];
  let which = 'e.generation_id = g.id AND e.list = ?';
  if (query.projectId !== undefined) {
    which += ' AND e.project_id = ?';
    parameters.push(query.projectId);
  }
  if (query.status !== undefined) {
    which += ' AND e.status = ?';
    parameters.push(query.status);
  }
  if (query.after) {
    which += ' AND (e.rank, e.key) > (?, ?)';
    parameters.push(-query.after.at, query.after.key);
  }
  parameters.push(view, query.limit);
  return {
    sql: `SELECT g.position, e.key, e.project_id, e.status, e.rank, e.body FROM view_generations g
      LEFT JOIN view_entries e ON ${which} WHERE g.view = ? AND g.live = 1 ORDER BY e.rank, e.key LIMIT ?`,
    parameters,
  };
}
