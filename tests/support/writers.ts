import { setTimeout as sleep } from 'node:timers/promises'
import type * as z from 'zod/mini'
import { getAccount } from '#contract/account.ts'
import { login, SignedIn } from '#contract/auth.ts'
import { type Endpoint, toRequest } from '#contract/endpoint.ts'
import { addFavorite, listFavorites, removeFavorite } from '#contract/favorites.ts'
import { updateAccount } from '#contract/profile.ts'
import { type DatabaseOptions, openDatabase } from '#server/db/database.ts'
import { bumpRevision, everyListing } from '#server/listings/catalogue.ts'
import { createDemoAccounts, type DemoAccount } from '#server/users/demo-accounts.ts'
import { generateListings, insertListings } from './generated-listings.ts'
import { accountOf } from './product.ts'

const HOUSES = 60
/** How many writers change favorites at the same time. */
const FAVORITE_WRITERS = 4
/** The delay before a refused request is retried. */
const RETRY_DELAY_MS = 100

interface WriterData {
  houses: string[]
  accounts: DemoAccount[]
}

export type Writers = ReturnType<typeof openWriters>

/** Fills a new database with houses and accounts. */
export async function prepareWriterData(options: DatabaseOptions): Promise<WriterData> {
  const { db, close } = await openDatabase(options)
  const houses = [...generateListings(HOUSES)]
  await insertListings(db, houses)
  await bumpRevision(db, everyListing)
  const accounts = await createDemoAccounts(db, new Date())
  await close()
  return { houses: houses.map(({ id }) => id), accounts }
}

/**
 * Simulates people who add and remove favorites, change their name and sign in. The people can
 * switch from one server to another. Records the writes that the servers acknowledged.
 */
export function openWriters({ houses, accounts }: WriterData) {
  const [subscriber, member] = [
    accountOf({ accounts }, 'subscriber'),
    accountOf({ accounts }, 'member'),
  ]
  /** Whether each house is a favorite. Null if the last response was lost. */
  const favoriteStates = new Map<string, boolean | null>()
  const names = { acknowledged: 0, tried: 0 }
  const tokens: string[] = []
  const statuses = new Map<number, number>()
  let acknowledged = 0

  /** The response body. Null if the request was refused or lost. */
  async function send<E extends Endpoint>(
    origin: string,
    endpoint: E,
    input: z.input<E['input']>,
    token?: string,
  ): Promise<z.output<E['output']> | null> {
    const { path, ...init } = toRequest(endpoint, input, token)
    const { status, body } = await fetch(`${origin}${path}`, init)
      .then(async (answer) => ({ status: answer.status, body: await answer.json() }))
      .catch(() => ({ status: 0, body: null }))
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
    if (status !== 200) await sleep(RETRY_DELAY_MS)
    return status === 200 ? (endpoint.output.parse(body) as z.output<E['output']>) : null
  }

  async function signIn(origin: string, { email, password }: DemoAccount) {
    const answer = await send(origin, login, { username: email, password })
    return answer ? SignedIn.parse(answer).access_token : undefined
  }

  /** Starts sending writes to the server at `origin`. Sends writes until `stop` is called. */
  async function start(origin: string) {
    const [subscriberToken, memberToken] = [
      await signIn(origin, subscriber),
      await signIn(origin, member),
    ]
    let isStopping = false
    let awaited: { count: number; reached: () => void } | undefined

    function acknowledge() {
      acknowledged += 1
      if (awaited && acknowledged >= awaited.count) awaited.reached()
    }

    /** Repeats a write, each time after the previous response. */
    async function repeat(write: (round: number) => Promise<void>) {
      for (let round = 0; !isStopping; round++) await write(round)
    }

    const changeFavorites = (writer: number) => {
      // Each writer has its own houses, so that no writer undoes another's change.
      const own = houses.filter((_, index) => index % FAVORITE_WRITERS === writer)
      return repeat(async (round) => {
        const id = own[round % own.length] ?? ''
        const isFavorite = favoriteStates.get(id) !== true
        favoriteStates.set(id, null)
        const answer = isFavorite
          ? await send(origin, addFavorite, { listing_id: id }, subscriberToken)
          : await send(origin, removeFavorite, { id }, subscriberToken)
        if (!answer) return
        favoriteStates.set(id, isFavorite)
        acknowledge()
      })
    }

    const rename = async () => {
      const number = ++names.tried
      if (!(await send(origin, updateAccount, { name: `Daniel ${number}` }, memberToken))) return
      names.acknowledged = number
      acknowledge()
    }

    const signInAgain = async () => {
      const token = await signIn(origin, member)
      if (!token) return
      tokens.push(token)
      acknowledge()
    }

    const writing = Promise.all([
      ...Array.from({ length: FAVORITE_WRITERS }, (_, writer) => changeFavorites(writer)),
      repeat(rename),
      repeat(signInAgain),
    ])

    return {
      /** Resolves after this many more acknowledged writes. */
      async acknowledged(count: number) {
        await new Promise<void>((reached) => {
          awaited = { count: acknowledged + count, reached }
        })
        awaited = undefined
      },
      /** Stops after all pending requests are answered or lost. */
      async stop() {
        isStopping = true
        await writing
      },
    }
  }

  /** Acknowledged writes that the server has lost. */
  async function findLost(origin: string) {
    const lost: string[] = []
    const token = await signIn(origin, subscriber)
    const favorites = new Set((await send(origin, listFavorites, {}, token))?.favorites)
    for (const [id, isFavorite] of favoriteStates) {
      if (isFavorite !== null && favorites.has(id) !== isFavorite) {
        lost.push(`house ${id} ${isFavorite ? 'kept' : 'let go'}`)
      }
    }
    for (const [index, token] of tokens.entries()) {
      const account = await send(origin, getAccount, {}, token)
      if (!account) lost.push(`session ${index}`)
      const number = Number(account?.user.name.match(/\d+$/)?.[0] ?? 0)
      if (account && number < names.acknowledged) lost.push(`name ${names.acknowledged}`)
    }
    return lost
  }

  return {
    start,
    findLost,
    /** The number of acknowledged writes so far. */
    total: () => acknowledged,
    /** The number of responses by status. 0 stands for no response. */
    statuses,
  }
}
