import { randomUUID } from 'node:crypto'
import { setImmediate as othersFirst } from 'node:timers/promises'
import { and, eq } from 'drizzle-orm'
import { DEFAULT_PAGE_SIZE } from '#contract/choices.ts'
import {
  countSavedSearches,
  deleteSavedSearch,
  listSavedSearches,
  MAX_SAVED_SEARCHES,
  readSearch,
  renameSavedSearch,
  SearchFields,
  saveSearch,
} from '#contract/saved-searches.ts'
import { Refusal } from '#server/errors/refusal.ts'
import type { Serve } from '#server/http/serve.ts'
import type { Search } from '#server/listings/open-search.ts'
import { readSavedSearches, resolveSavedSearch } from '#server/listings/saved-searches.ts'
import { lockPerson } from '#server/users/lock-person.ts'
import { savedSearches } from '../db/schema.ts'
import type { Services } from '../services.ts'

/** `totalsOf` requires a page, but the number of results does not depend on the page. */
const FIRST_PAGE = { page: 1, limit: DEFAULT_PAGE_SIZE }

export function savedSearchRoutes(
  serve: Serve,
  { db, now, catalogue }: Services,
  { resolve, totalsOf }: Search,
) {
  const answer = (userId: string) => readSavedSearches(db, userId)

  /** Counts the listings that match a saved search. Undefined if the search cannot be resolved. */
  async function countMatching(search: string) {
    const resolved = await resolveSavedSearch(resolve, search)
    if (!resolved) return undefined
    return totalsOf({ ...resolved, ...FIRST_PAGE }, await catalogue.revision()).total()
  }

  serve(listSavedSearches, ({ caller }) => answer(caller.user.id))

  serve(countSavedSearches, async ({ caller }) => {
    const counts: Record<string, number> = {}
    const { searches } = await readSavedSearches(db, caller.user.id)
    // Count one search after the other, so that this request never occupies several database
    // connections. Let other requests run after each search.
    for (const { id, search } of searches) {
      const count = await countMatching(search)
      if (count !== undefined) counts[id] = count
      await othersFirst()
    }
    return { counts }
  })

  serve(saveSearch, async ({ caller, input: { name, search } }) => {
    const userId = caller.user.id
    // Refuse a currency without an exchange rate. The schema cannot check this, because it does not
    // know the exchange rates.
    await resolve(SearchFields.parse(readSearch(search)))
    await db.transaction(async (tx) => {
      await lockPerson(tx, userId)
      const own = eq(savedSearches.userId, userId)
      const renamed = await tx
        .update(savedSearches)
        .set({ name })
        .where(and(own, eq(savedSearches.search, search)))
        .returning({ id: savedSearches.id })
      if (renamed.length > 0) return
      if ((await tx.$count(savedSearches, own)) >= MAX_SAVED_SEARCHES) {
        throw new Refusal(
          409,
          `You have ${MAX_SAVED_SEARCHES} saved searches, the most that one account can keep. Delete one to save another.`,
        )
      }
      await tx
        .insert(savedSearches)
        .values({ id: randomUUID(), userId, name, search, createdAt: now() })
    })
    return answer(userId)
  })

  serve(renameSavedSearch, async ({ caller, input: { id, name } }) => {
    const userId = caller.user.id
    const renamed = await db
      .update(savedSearches)
      .set({ name })
      .where(ownSearch(userId, id))
      .returning({ id: savedSearches.id })
    if (renamed.length === 0) throw new Refusal(404, 'This saved search no longer exists.')
    return answer(userId)
  })

  serve(deleteSavedSearch, async ({ caller, input: { id } }) => {
    await db.delete(savedSearches).where(ownSearch(caller.user.id, id))
    return answer(caller.user.id)
  })
}

function ownSearch(userId: string, id: string) {
  return and(eq(savedSearches.userId, userId), eq(savedSearches.id, id))
}
