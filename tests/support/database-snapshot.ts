import { sql } from 'drizzle-orm'
import type { Database } from '#server/db/database.ts'

/** A row as JSON, by column name. */
export type Row = Record<string, unknown>

/** A changed row. `before` is null if the row was added, and `after` is null if it was deleted. */
export interface Change {
  table: string
  before: Row | null
  after: Row | null
}

interface Table {
  name: string
  /** All columns except generated ones, which cannot be written. */
  columns: string[]
  /** The columns of the primary key. */
  key: string[]
}

/**
 * The table with a revision that must never decrease, because processes use it to validate their
 * caches. Restoring the database therefore skips this table.
 */
const NEVER_RESTORED = 'catalogue'

/** Records the whole database, to find changes and to restore it. */
export async function snapshotDatabase(db: Database) {
  const tables = await findTables(db)
  const digests = sql.raw(tables.map(({ name }) => digestOf(name)).join(' union all '))
  const snapshots = new Map<string, { digest: string; rows: Row[] }>()
  for (const table of tables) await takeSnapshot(table)

  async function readDigests() {
    const { rows } = await db.execute<{ name: string; digest: string }>(digests)
    return new Map(rows.map(({ name, digest }) => [name, digest]))
  }

  async function changedTables() {
    const now = await readDigests()
    return tables.filter(({ name }) => now.get(name) !== snapshots.get(name)?.digest)
  }

  async function takeSnapshot(table: Table) {
    const digest = (await readDigests()).get(table.name) ?? ''
    snapshots.set(table.name, { digest, rows: await readRows(db, table) })
  }

  return {
    /** The changes in all rows of all tables. */
    async changes() {
      const changes: Change[] = []
      for (const table of await changedTables()) {
        const before = snapshots.get(table.name)?.rows ?? []
        changes.push(...differences(table, before, await readRows(db, table)))
      }
      return changes
    },

    /** Restores the recorded state. */
    async restore() {
      const changed = await changedTables()
      await db.transaction(async (tx) => {
        // Skip the checks of foreign keys, so that the tables can be restored in any order.
        await tx.execute(sql`set local session_replication_role = replica`)
        for (const table of changed) {
          if (table.name === NEVER_RESTORED) continue
          const rows = JSON.stringify(snapshots.get(table.name)?.rows)
          const [name, columns] = [sql.raw(table.name), sql.raw(table.columns.join(', '))]
          await tx.execute(sql`delete from ${name}`)
          await tx.execute(sql`
            insert into ${name} (${columns}) overriding system value
            select ${columns} from jsonb_populate_recordset(null::${name}, ${rows}::jsonb)`)
        }
      })
      const revisions = changed.find(({ name }) => name === NEVER_RESTORED)
      if (revisions) await takeSnapshot(revisions)
    },
  }
}

function digestOf(name: string) {
  return `select '${name}' as name, count(*) || coalesce(md5(string_agg(row::text, ';' order by row::text)), '') as digest from ${name} as row`
}

async function findTables(db: Database): Promise<Table[]> {
  const { rows } = await db.execute<{ name: string; columns: string[]; key: string[] }>(sql`
    select quote_ident(relname) as name,
      array(select quote_ident(attname) from pg_attribute
        where attrelid = pg_class.oid and attnum > 0 and not attisdropped
          and attgenerated = '' order by attnum) as columns,
      array(select quote_ident(attname) from pg_index
        join pg_attribute on attrelid = indrelid and attnum = any(indkey)
        where indrelid = pg_class.oid and indisprimary) as key
    from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by relname`)
  return rows
}

async function readRows(db: Database, { name }: Table): Promise<Row[]> {
  const { rows } = await db.execute<{ row: Row }>(
    sql`select to_jsonb(row) as row from ${sql.raw(name)} as row`,
  )
  return rows.map(({ row }) => row)
}

function differences({ name, key }: Table, before: Row[], after: Row[]): Change[] {
  const keyOf = (row: Row) => JSON.stringify(key.map((column) => row[column]))
  const [old, young] = [before, after].map((rows) => new Map(rows.map((row) => [keyOf(row), row])))
  return [...new Set([...(old?.keys() ?? []), ...(young?.keys() ?? [])])]
    .map((id) => ({ table: name, before: old?.get(id) ?? null, after: young?.get(id) ?? null }))
    .filter((change) => JSON.stringify(change.before) !== JSON.stringify(change.after))
}
