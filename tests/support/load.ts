import type * as z from 'zod/mini'
import { getAccount } from '#contract/account.ts'
import { type Endpoint, toRequest } from '#contract/endpoint.ts'
import { addFavorite, removeFavorite } from '#contract/favorites.ts'
import { searchListings } from '#contract/listings.ts'

interface Load {
  origin: string
  person: { token: string }
  /** How many ask at the same time, each as soon as they have their answer. */
  clients: number
  /** Houses to keep and let go, at least as many as clients. */
  houses: string[]
}

/** A mixed load, and what was answered to it. */
export function startLoad({ origin, person, clients, houses }: Load) {
  const statuses = new Map<number, number>()
  /** What was acknowledged as a favorite. */
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
      // No answer at all.
      () => 0,
    )
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
    answered += 1
    if (wanted && answered >= wanted.count) wanted.reached()
    return status === 200
  }

  async function act(client: number) {
    // Houses of their own, so that nobody undoes what another does.
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
    /** Resolves when so many more were answered. */
    async answered(count: number) {
      await new Promise<void>((reached) => {
        wanted = { count: answered + count, reached }
      })
      wanted = undefined
    },
    /** Ends when everything asked for was answered. */
    async stop() {
      isStopping = true
      await acting
      return { statuses, kept }
    },
  }
}
