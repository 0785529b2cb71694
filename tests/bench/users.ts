import type * as z from 'zod/mini'
import { SUBSCRIPTION_SORTS, USER_SORTS } from '#contract/choices.ts'
import { type Endpoint, toRequest } from '#contract/endpoint.ts'
import {
  countSubscriptions,
  countUsers,
  listSubscriptions,
  listUsers,
  USERS_PAGE_SIZE,
} from '#contract/users.ts'
import { type Database, type OpenDatabase, openDatabase } from '#server/db/database.ts'
import { subscriptions, users } from '#server/db/schema.ts'
import { removeDirectory, temporaryDirectory } from '#tests/support/product.ts'
import { type Measurement, medianOf, type Report, time } from './measurement.ts'
import { logProgress } from './progress.ts'
import { addReader, type Reader } from './reader.ts'

const USERS = 10_000
const BATCH = 1000
const ROUNDS = 9
/** A placeholder. Its length is about the length of a profile picture in the database. */
const PICTURE = `data:image/jpeg;base64,${'A'.repeat(40_000)}`
const LAST_PAGE = USERS / USERS_PAGE_SIZE
/** An administrator should wait no longer than this for a list, in milliseconds. */
const BUDGET = 200

/**
 * Measures the lists of users and subscriptions on the dashboard, for ten thousand users. Each
 * measurement includes the request for the total.
 */
export async function measureUsers(report: Report) {
  const directory = temporaryDirectory()
  const database = await openDatabase({ directory })
  try {
    await measure(database, report)
  } finally {
    await database.close()
    removeDirectory(directory)
  }
}

async function measure({ db, vacuum }: OpenDatabase, report: Report) {
  logProgress(`Adding ${USERS} users…`)
  await insertUsers(db)
  await vacuum()
  const reader = await addReader(db)
  for (const [what, input] of userSearches()) {
    report(
      await measureList(`Users, ${what}`, reader, [
        [listUsers, input],
        [countUsers, { search: input.search }],
      ]),
    )
  }
  for (const [what, input] of subscriptionSearches()) {
    report(
      await measureList(`Subscriptions, ${what}`, reader, [
        [listSubscriptions, input],
        [countSubscriptions, { search: input.search, status: input.status }],
      ]),
    )
  }
}

function* userSearches(): Generator<[string, z.input<typeof listUsers.input>]> {
  for (const sort_by of USER_SORTS) {
    yield [`by ${sort_by}`, { sort_by }]
    yield [`by ${sort_by}, last page`, { sort_by, page: LAST_PAGE }]
  }
  yield ['100 at once', { limit: 100, sort_by: 'name' }]
  yield ['search that finds some', { search: '77', sort_by: 'name' }]
  yield ['search that finds nobody', { search: 'nobody at all' }]
}

function* subscriptionSearches(): Generator<[string, z.input<typeof listSubscriptions.input>]> {
  for (const sort_by of SUBSCRIPTION_SORTS) {
    yield [`by ${sort_by}`, { sort_by }]
    yield [`by ${sort_by}, last page`, { sort_by, page: LAST_PAGE }]
  }
  yield ['search of one status', { search: '77', status: 'cancelled' }]
}

async function insertUsers(db: Database) {
  for (let first = 0; first < USERS; first += BATCH) {
    const numbers = Array.from({ length: BATCH }, (_, index) => first + index)
    await db.insert(users).values(
      numbers.map((number) => ({
        id: `user-${number}`,
        name: `${['Ana', 'Émile', 'Mei', 'Ōta', 'Zoe'][number % 5]} ${(number * 7919) % USERS}`,
        email: `person-${number}@example.com`,
        role: 'user' as const,
        isBlocked: number % 50 === 0,
        passwordHash: '',
        ...(number % 5 === 0 && { profilePicture: PICTURE }),
        createdAt: new Date(Date.UTC(2026, 0, 1) + number * 60_000),
      })),
    )
    await db.insert(subscriptions).values(
      numbers
        .filter((number) => number % 2 === 0)
        .map((number) => ({
          userId: `user-${number}`,
          status: number % 3 === 0 ? ('cancelled' as const) : ('active' as const),
          plan: 'premium' as const,
          paymentProvider: 'stripe',
        })),
    )
  }
}

/**
 * The median time until two responses have arrived: the list, and the total number of its entries.
 * The dashboard sends both requests at the same time.
 */
async function measureList(
  what: string,
  { token, startApp }: Reader,
  questions: [Endpoint, object][],
): Promise<Measurement> {
  const app = startApp()
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    times.push(
      await time(() =>
        Promise.all(
          questions.map(async ([endpoint, input]) => {
            const { path, ...init } = toRequest(endpoint, input, token)
            const response = await app.request(path, init)
            if (!response.ok) throw new Error(`${path} was answered with ${response.status}`)
            return response.arrayBuffer()
          }),
        ),
      ),
    )
  }
  return { what, ...medianOf(times), unit: 'ms', atMost: BUDGET }
}
