import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import * as schema from './schema.ts'

export type Database = NodePgDatabase<typeof schema>

export function overPool(pool: pg.Pool): Database {
  return drizzle(pool, { schema })
}
