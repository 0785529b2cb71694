import { sql } from 'drizzle-orm'
import type { OptOutKind } from '#contract/choices.ts'
import type { Transaction } from '#server/db/database.ts'
import { hasOptOuts, optOutKinds } from '#server/listings/apply-opt-outs.ts'
import type { ListingMatcher } from '#server/listings/listing-matcher.ts'
import type { EntryDiff } from './diff-entry.ts'

const GIVEN = {
  source: sql`given.source`,
  place: sql`given.place`,
  prefecture: sql`given.prefecture`,
  city: sql`given.city`,
}

/** Counts the listings of the file that nobody sees, because of an opt-out. A dry run counts too. */
export async function countOptedOut(
  tx: Transaction,
  { source, matcher }: { source: string; matcher: ListingMatcher },
  diffs: EntryDiff[],
): Promise<Record<OptOutKind, number>> {
  const counts = { municipality: 0, source: 0 }
  if (!(await hasOptOuts(tx))) return counts
  const rows = diffs.map(({ entry }) => ({ source, ...matcher.columnsOf(entry.listing) }))
  const { rows: found } = await tx.execute<{ kind: OptOutKind; count: number }>(sql`
    select kind, count(*)::int as count
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as given (source text, place text, prefecture text, city text),
      unnest(${optOutKinds(GIVEN)}) as kind
    group by kind
  `)
  for (const { kind, count } of found) counts[kind] = count
  return counts
}
