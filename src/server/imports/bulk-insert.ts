import { getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'

/** An insert of rows; every column must be given. */
export function bulkInsert<T extends PgTable>(table: T, rows: RowsOf<T>): SQL {
  const names = listOf(
    Object.values(getTableColumns(table)).map(({ name }) => sql.identifier(name)),
  )
  return sql`insert into ${table} (${names}) select ${names} from ${rowsOf(table, rows)}`
}

type RowsOf<T extends PgTable> = Required<T['$inferInsert']>[]

/**
 * Passes all rows as a single JSON parameter: the fastest way into PostgreSQL that the embedded
 * database also supports.
 */
export function rowsOf<T extends PgTable>(table: T, rows: RowsOf<T>): SQL {
  const columns = Object.entries(getTableColumns(table))
  const named = rows.map((row: Record<string, unknown>) => {
    const values: Record<string, unknown> = {}
    for (const [key, { name }] of columns) values[name] = row[key]
    return values
  })
  return sql`json_populate_recordset(null::${table}, ${JSON.stringify(named)}::json)`
}

export function listOf(parts: SQL[] | ReturnType<typeof sql.identifier>[]) {
  return sql.join(parts, sql`, `)
}
