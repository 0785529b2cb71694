import { eq } from 'drizzle-orm'
import type { Mapping } from '#contract/mapping.ts'
import type { Database } from '#server/db/database.ts'
import { sourceMappings } from '#server/db/schema.ts'

/**
 * The mapping of the last import of a source for which an operator chose one. A file without the name
 * of its source has none, because unnamed files may come from different sources.
 */
export async function findSourceMapping(db: Database, source: string | undefined) {
  if (source === undefined) return undefined
  const [row] = await db.select().from(sourceMappings).where(eq(sourceMappings.source, source))
  return row?.mapping
}

/** Saves how the columns of a source were read, for its next file. */
export async function saveSourceMapping(
  db: Database,
  { source, mapping, now }: { source: string; mapping: Mapping; now: Date },
) {
  const { columns, defaults } = mapping
  const saved = { mapping: { columns, defaults }, updatedAt: now }
  await db
    .insert(sourceMappings)
    .values({ source, ...saved })
    .onConflictDoUpdate({ target: sourceMappings.source, set: saved })
}
