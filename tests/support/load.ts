import type * as z from 'zod/mini'
import { getAccount } from '#contract/account.ts'
import { type Endpoint, toRequest } from '#contract/endpoint.ts'
import { addFavorite, removeFavorite } from '#contract/favorites.ts'
import { searchListings } from '#contract/listings.ts'

interface Load {
  origin: string
  person: { token: string }
  /**
   * The number of concurrent clients. Each client sends its next request as soon as it has a
   * response.
   */
  clients: number
  /** Houses to add to and remove from favorites, at least one per client. */
  houses: string[]
}

/** Starts a mixed load and records the responses. */
export function startLoad({ origin, person, clients, houses }: Load) {
  const statuses = new Map<number, number>()
  /** The houses that the server has acknowledged as favorites. */
  const kept = new Set<string>()
  let isStopping = false
  let answered = 0
  let wanted: { count: number; reached: () => void } | undefined

  async function ask<E extends Endpoint>(endpoint: E, input: z.input<E['input']>) {
    const { path, ...init } = toRequest(endpoint, input, person.token)
    const status = await fetch(`${origin}${path}`, init).then(
      async (answer) => {
        await answer.arrayBuffer()
        return answer.status
      },
      // The status is 0 if there was no response.
      () => 0,
    )
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
    answered += 1
    if (wanted && answered >= wanted.count) wanted.reached()
    return status === 200
  }

  async function act(client: number) {
    // Each client has its own houses, so that clients do not undo each other's changes.
    const own = houses.filter((_, index) => index % clients === client)
    for (let round = 0; !isStopping; round++) {
      const id = own[round % own.length] ?? ''
      await ask(searchListings, { page: 1 + (round % 3), limit: 20 })
      if (!kept.has(id)) {
        if (await ask(addFavorite, { listing_id: id })) kept.add(id)
      } else if (await ask(removeFavorite, { id })) kept.delete(id)
      await ask(getAccount, {})
    }
  }

  const acting = Promise.all(Array.from({ length: clients }, (_, client) => act(client)))

  return {
    /** Resolves after this many more responses. */
    async answered(count: number) {
      await new Promise<void>((reached) => {
        wanted = { count: answered + count, reached }
      })
      wanted = undefined
    },
    /** Stops after all pending requests are answered. */
    async stop() {
      isStopping = true
      await acting
      return { statuses, kept }
    },
  }
}
