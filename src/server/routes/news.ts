import { listNews, MAX_NEWS } from '#contract/news.ts'
import { readFavoritesRevision } from '#server/favorites/read-favorites.ts'
import type { Serve } from '#server/http/serve.ts'
import type { Search } from '#server/listings/open-search.ts'
import type { ReadingBudget } from '#server/listings/reading-budget.ts'
import { readSavedSearches, resolveSavedSearch } from '#server/listings/saved-searches.ts'
import { findChanged, findNews, type NewsSource, readCards } from '#server/news/find-news.ts'
import { newsRevision } from '#server/news/news-revision.ts'
import { enterVisit } from '#server/news/visits.ts'
import type { Services } from '../services.ts'

export function newsRoutes(
  serve: Serve,
  services: Services,
  { resolve }: Search,
  countRead: ReadingBudget,
) {
  const { db, now } = services

  serve(listNews, async ({ caller, input }) => {
    const { id } = caller.user
    const visit = await enterVisit(db, id, now())
    // Read the revision first. The revision of the response can then be too old, and a client asks
    // once more. It can never be newer than the news.
    const favorites = await readFavoritesRevision(services, id)
    const { searches, revision: ofSearches } = await readSavedSearches(db, id)
    const revision = await newsRevision(db, visit, [favorites, ofSearches])
    const sinceChange = input.since ?? visit.sinceChange
    const sources: NewsSource[] = [{ kind: 'favorites', sinceChange }]
    for (const { id: searchId, name, search } of searches) {
      const filters = await resolveSavedSearch(resolve, search)
      if (filters) sources.push({ kind: 'search', id: searchId, name, filters, sinceChange })
    }
    const found = await findNews(db, await findChanged(db, id, sources))
    const news = found.slice(0, MAX_NEWS)
    const listings = await readCards(db, news)
    await countRead(
      caller,
      listings.map(({ _id }) => _id),
    )
    return { since: visit.since.toISOString(), news, listings, total: found.length, revision }
  })
}
