import type { Database } from '#server/db/database.ts'
import { digest } from '#server/revisions/digest.ts'
import { latestChange, type Visit } from './visits.ts'

/**
 * Changes when the news of a person change. `sources` are the revisions of the person's favorites and
 * saved searches.
 */
export async function newsRevision(
  db: Database,
  { sinceChange }: Pick<Visit, 'sinceChange'>,
  sources: string[],
) {
  // Without a change after `sinceChange`, there is no news, whatever else has changed.
  const hasChanges = (await latestChange(db)) > sinceChange
  return digest([sinceChange, hasChanges && sources])
}
