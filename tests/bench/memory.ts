import { setTimeout as pass } from 'node:timers/promises'
import { login } from '#contract/auth.ts'
import { type EndpointRequest, toRequest } from '#contract/endpoint.ts'
import { addFavorite, listFavorites, removeFavorite } from '#contract/favorites.ts'
import { getListing, searchListings } from '#contract/listings.ts'
import { bumpRevision } from '#server/catalogue.ts'
import { openDatabase } from '#server/db/database.ts'
import {
  generateListings,
  generateSearches,
  insertListings,
} from '#tests/support/generated-listings.ts'
import {
  accountOf,
  type Product,
  removeDirectory,
  startProduct,
  temporaryDirectory,
} from '#tests/support/product.ts'
import { CONNECTIONS, load } from './load.ts'
import { type Line, medianOf } from './measurement.ts'
import { memoryOf, peakDuring } from './process-memory.ts'

const LISTINGS = 100_000
const SEARCHES = 200
const ROUNDS = 3
/** Milliseconds. */
const REST = 5000
const BUSY = 10_000

/** What the server holds when nobody asks it anything, and at most while many do. */
export async function measureMemory(): Promise<Line[]> {
  if (memoryOf(process.pid, 'VmRSS') === null) {
    return [{ what: 'Memory of the server', skipped: 'only Linux tells it' }]
  }
  const directory = temporaryDirectory()
  try {
    await fill(directory)
    const rounds: { atRest: number; underLoad: number }[] = []
    for (let round = 0; round < ROUNDS; round++) rounds.push(await measureRound(directory))
    const what = `Memory of the server, ${LISTINGS / 1000} k, embedded`
    return [
      { what: `${what}, at rest`, ...medianOf(rounds.map(({ atRest }) => atRest)), unit: 'MB' },
      {
        what: `${what}, most under a mixed load of ${CONNECTIONS} connections`,
        ...medianOf(rounds.map(({ underLoad }) => underLoad)),
        unit: 'MB',
      },
    ]
  } finally {
    removeDirectory(directory)
  }
}

async function fill(directory: string) {
  const product = await startProduct({ directory })
  try {
    const { db, close } = await openDatabase({ directory, share: true })
    await insertListings(db, generateListings(LISTINGS))
    await bumpRevision(db)
    await close()
  } finally {
    await product.stop()
  }
}

async function measureRound(directory: string) {
  const product = await startProduct({ directory })
  try {
    await pass(REST)
    const look = () => memoryOf(product.pid, 'VmRSS')
    const atRest = look()
    const underLoad = await peakDuring(keepBusy(product), look)
    if (atRest === null || underLoad === null) throw new Error('The server has ended')
    return { atRest, underLoad }
  } finally {
    await product.stop()
  }
}

async function keepBusy(product: Product) {
  const requests = mix(await tokenOf(product))
  await load(async (index) => {
    const request = requests[index % requests.length]
    if (request) await ask(product, request)
  }, BUSY)
}

/** For every four searches a house, the favorites, a favorite more and one less, and a public page. */
function mix(token: string): EndpointRequest[] {
  return [...generateSearches(SEARCHES)].flatMap((search, index) => {
    const id = `sample-${String((index % 100) + 1).padStart(3, '0')}`
    const asked = [toRequest(searchListings, search, token)]
    if (index % 4 > 0) return asked
    return [
      ...asked,
      toRequest(getListing, { id }, token),
      toRequest(listFavorites, {}, token),
      toRequest(addFavorite, { listing_id: id }, token),
      toRequest(removeFavorite, { id }, token),
      { method: 'GET', path: '/free-preview', headers: {} },
    ]
  })
}

async function tokenOf(product: Product) {
  const { email, password } = accountOf(product, 'subscriber')
  const answer = await ask(product, toRequest(login, { username: email, password }))
  return login.output.parse(JSON.parse(answer)).access_token
}

async function ask({ origin }: Product, { path, ...init }: EndpointRequest) {
  const response = await fetch(origin + path, init)
  const answer = await response.text()
  if (!response.ok) throw new Error(`${init.method} ${path} was answered with ${response.status}`)
  return answer
}
