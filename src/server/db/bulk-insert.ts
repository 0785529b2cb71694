import { getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'

/**
 * Builds an insert of many rows. Every row must have every column, except those that the database
 * computes.
 */
export function bulkInsert<T extends PgTable>(table: T, rows: RowsOf<T>): SQL {
  const names = commaSeparated(
    Object.values(getTableColumns(table)).flatMap(({ name, generated }) =>
      generated?.type === 'always' ? [] : sql.identifier(name),
    ),
  )
  return sql`insert into ${table} (${names}) select ${names} from ${rowsOf(table, rows)}`
}

type RowsOf<T extends PgTable> = Required<T['$inferInsert']>[]

/**
 * Builds a table expression that passes all rows as one JSON parameter. This is the fastest method
 * that both PostgreSQL and the embedded database support.
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

export function commaSeparated(parts: SQL[] | ReturnType<typeof sql.identifier>[]) {
  return sql.join(parts, sql`, `)
}
