import type { Database } from '#server/db/database.ts'
import { readFavoritesRevision } from '#server/favorites/read-favorites.ts'
import type { Catalogue } from '#server/listings/catalogue.ts'
import { readSavedSearches } from '#server/listings/saved-searches.ts'
import { digest } from '#server/revisions/digest.ts'
import { latestChange, type Visit } from './visits.ts'

interface RevisionServices {
  db: Database
  catalogue: Catalogue
}

/** Changes when the news of a person change. */
export async function newsRevision(
  services: RevisionServices,
  userId: string,
  { sinceChange }: Pick<Visit, 'sinceChange'>,
) {
  const { db } = services
  return digest([
    sinceChange,
    // Without a change after `sinceChange`, there is no news, whatever else has changed.
    (await latestChange(db)) > sinceChange && [
      await readFavoritesRevision(services, userId),
      (await readSavedSearches(db, userId)).revision,
    ],
  ])
}
