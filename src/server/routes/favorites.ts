import { count, eq } from 'drizzle-orm'
import { addFavorite, countFavorites, listFavorites, removeFavorite } from '#contract/favorites.ts'
import { readFavorites, shownTo } from '#server/favorites/read-favorites.ts'
import { setFavorite } from '#server/favorites/set-favorite.ts'
import type { Serve } from '#server/http/serve.ts'
import { favorites, listings } from '../db/schema.ts'
import type { Services } from '../services.ts'

export function favoriteRoutes(serve: Serve, services: Services) {
  const { db, now } = services

  serve(listFavorites, ({ caller }) => readFavorites(services, caller.user.id))

  serve(countFavorites, async ({ caller }) => {
    const [counted] = await db
      .select({ count: count() })
      .from(favorites)
      .innerJoin(listings, eq(listings.id, favorites.listingId))
      .where(shownTo(caller.user.id))
    return { count: counted?.count ?? 0 }
  })

  serve(addFavorite, async ({ caller, input }) => ({
    favorite: await setFavorite(db, {
      userId: caller.user.id,
      listingId: input.listing_id,
      favorite: true,
      at: chosenAt(input),
    }),
  }))

  serve(removeFavorite, async ({ caller, input }) => ({
    favorite: await setFavorite(db, {
      userId: caller.user.id,
      listingId: input.id,
      favorite: false,
      at: chosenAt(input),
    }),
  }))

  /**
   * The time at which the user added or removed the favorite. A time in the future is replaced by
   * the current time. Otherwise, a device whose clock is ahead would overrule the user's other
   * devices.
   */
  function chosenAt({ at }: { at?: string | undefined }) {
    const latest = now()
    const chosen = at === undefined ? latest : new Date(at)
    return chosen < latest ? chosen : latest
  }
}
