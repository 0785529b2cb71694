import { login, SignedIn } from '#contract/auth.ts'
import { type EndpointRequest, toRequest } from '#contract/endpoint.ts'
import { addFavorite, listFavorites, removeFavorite } from '#contract/favorites.ts'
import { getListing, searchListings } from '#contract/listings.ts'
import { openDatabase } from '#server/db/database.ts'
import { bumpRevision, isOneOf } from '#server/listings/catalogue.ts'
import {
  generateListings,
  generateSearches,
  insertListings,
} from '#tests/support/generated-listings.ts'
import { accountOf, type Product, startProduct } from '#tests/support/product.ts'

export const LISTINGS = 100_000
const SEARCHES = 200

/** The storage of a server: a data folder, and optionally the address of a PostgreSQL database. */
export interface Storage {
  directory: string
  url?: string
}

export function startWith({ directory, url }: Storage) {
  return startProduct({ directory, ...(url && { env: { DATABASE_URL: url } }) })
}

/** Fills the storage with the sample houses and a hundred thousand generated listings. */
export async function fillStorage(storage: Storage) {
  const product = await startWith(storage)
  try {
    const { db, vacuum, close } = await openDatabase({ ...storage, share: true })
    await insertListings(db, generateListings(LISTINGS))
    await bumpRevision(db, isOneOf([]))
    await vacuum()
    await close()
  } finally {
    await product.stop()
  }
}

/**
 * The requests of a typical subscriber: mostly searches. After every fourth search, the subscriber
 * opens a house and the favorites, adds and removes a favorite, and opens a public page.
 */
export async function buildRequestMix(product: Product): Promise<EndpointRequest[]> {
  const token = await tokenOf(product)
  return [...generateSearches(SEARCHES)].flatMap((search, index) => {
    const id = `sample-${String((index % 100) + 1).padStart(3, '0')}`
    const requests = [toRequest(searchListings, search, token)]
    if (index % 4 > 0) return requests
    return [
      ...requests,
      toRequest(getListing, { id }, token),
      toRequest(listFavorites, {}, token),
      toRequest(addFavorite, { listing_id: id }, token),
      toRequest(removeFavorite, { id }, token),
      { method: 'GET', path: '/free-preview', headers: {} },
    ]
  })
}

/** The sign-in request of the subscriber. */
export function signInRequest(product: Product) {
  const { email, password } = accountOf(product, 'subscriber')
  return toRequest(login, { username: email, password })
}

async function tokenOf(product: Product) {
  const answer = await send(product, signInRequest(product))
  return SignedIn.parse(JSON.parse(answer)).access_token
}

export async function send({ origin }: Product, { path, ...init }: EndpointRequest) {
  const response = await fetch(origin + path, init)
  const answer = await response.text()
  if (!response.ok) throw new Error(`${init.method} ${path} was answered with ${response.status}`)
  return answer
}
