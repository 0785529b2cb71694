import { listRevisions } from '#contract/revisions.ts'
import { readFavoritesRevision } from '#server/favorites/read-favorites.ts'
import type { Serve } from '#server/http/serve.ts'
import { readSavedSearches } from '#server/listings/saved-searches.ts'
import { newsRevision } from '#server/news/news-revision.ts'
import { extendVisit } from '#server/news/visits.ts'
import { readNotesRevision } from '#server/notes/notes-revision.ts'
import { readOptOutsRevision } from '#server/opt-outs/opt-outs.ts'
import { digest } from '#server/revisions/digest.ts'
import { readShortlist } from '#server/shortlist/read-shortlist.ts'
import { accountRevision } from '#server/users/accounts.ts'
import type { Services } from '../services.ts'

export function revisionRoutes(serve: Serve, services: Services) {
  const { db, now } = services

  /** This frequent request also shows that the person's visit goes on. */
  async function readNewsRevision(userId: string, sources: string[]) {
    const visit = await extendVisit(db, userId, now())
    if (!visit) return ''
    return visit.isOver ? 'over' : newsRevision(db, visit, sources)
  }

  // One query after the other, so that this frequent request never occupies several database
  // connections.
  serve(listRevisions, async ({ caller: { user, subscription } }) => {
    const favorites = await readFavoritesRevision(services, user.id)
    const { revision: searches } = await readSavedSearches(db, user.id)
    return {
      account: accountRevision(user, subscription),
      favorites,
      saved_searches: searches,
      news: await readNewsRevision(user.id, [favorites, searches]),
      shortlist: digest(await readShortlist(services, user.id)),
      notes: await readNotesRevision(db, user.id),
      opt_outs: await readOptOutsRevision(db),
      listings: await services.catalogue.revision(),
    }
  })
}
