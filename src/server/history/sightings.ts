import { sql } from 'drizzle-orm'
import type { Transaction } from '#server/db/database.ts'
import { sightings } from '#server/db/schema.ts'

/** Stores that a file of the source contained these listings. The ids must be of existing listings. */
export async function storeSightings(tx: Transaction, ids: string[], seenAt: Date) {
  if (ids.length === 0) return
  const given = sql`(select jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb) as id)`
  await tx.execute(sql`
    insert into ${sightings} (listing_id, seen_at)
    select id, ${seenAt.toISOString()}::timestamptz from ${given} as given
    order by id
    on conflict (listing_id) do update set seen_at = excluded.seen_at
  `)
}
