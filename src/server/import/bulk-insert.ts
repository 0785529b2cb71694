import { getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'

/**
 * An insert with a single parameter, however many the rows: the fastest way into PostgreSQL that
 * the embedded database also has. Every column must be given.
 */
export function bulkInsert<T extends PgTable>(table: T, rows: Required<T['$inferInsert']>[]): SQL {
  const columns = Object.entries(getTableColumns(table))
  const named = rows.map((row: Record<string, unknown>) =>
    Object.fromEntries(columns.map(([key, { name }]) => [name, row[key]])),
  )
  const names = listOf(columns.map(([, { name }]) => sql.identifier(name)))
  return sql`
    insert into ${table} (${names})
    select ${names} from json_populate_recordset(null::${table}, ${JSON.stringify(named)}::json)
  `
}

export function listOf(parts: SQL[] | ReturnType<typeof sql.identifier>[]) {
  return sql.join(parts, sql`, `)
}
