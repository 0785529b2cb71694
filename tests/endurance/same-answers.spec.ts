import type { Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import type * as z from 'zod/mini'
import type { Asked, FromWorker, Input, Question } from '#client/catalogue/questions.ts'
import { type Endpoint, toRequest } from '#contract/endpoint.ts'
import {
  countMarks,
  countPlaces,
  ListingSearch,
  listCities,
  searchListings,
} from '#contract/listings.ts'
import { users } from '#server/db/schema.ts'
import { bumpRevision, everyListing } from '#server/listings/catalogue.ts'
import { expect, storeSession, test } from '#tests/e2e/fixtures.ts'
import { anySearch, filtersOf, onDevice } from '#tests/support/any-search.ts'
import { addPlacedHouses } from '#tests/support/placed-houses.ts'
import { temporaryDirectory } from '#tests/support/product.ts'
import { type ProxiedServer, startProxiedServer } from '#tests/support/proxied-server.ts'
import { SERIES } from '#tests/support/series.ts'

/* Compares a real browser's worker, which searches the catalogue on the device, with the server. */

/** How long the server may take to make its records and the catalogue of 100,000 houses. */
const PREPARATION_MS = 1_800_000

for (const houses of [5000, 100_000]) {
  test(`with ${houses} houses, a browser answers any search as the server does`, async ({
    browser,
  }) => {
    test.setTimeout(7_200_000)
    const server = await startProxiedServer(temporaryDirectory())
    const context = await browser.newContext({ baseURL: server.origin })
    try {
      const { placed, admin } = await addHouses(server, houses)
      const page = await context.newPage()
      await storeSession(page, admin)
      const worker = await saveCatalogue(page)
      const device = await openDevice(page, worker, admin.id)
      await expectSameAnswers(device, openServer(server, device.token), placed)
    } finally {
      await context.close()
      await server.close()
    }
  })
}

/** Adds houses, and an administrator, who may read any number of them. */
async function addHouses(server: ProxiedServer, houses: number) {
  const admin = await server.addSubscriber()
  const placed = await server.withDatabase(async (db) => {
    await db.update(users).set({ role: 'admin' }).where(eq(users.id, admin.id))
    const added = await addPlacedHouses(db, houses)
    await db.transaction((tx) => bumpRevision(tx, everyListing))
    return added
  })
  return { placed, admin }
}

/** Saves all houses on the device. Returns the address of the worker that searches them. */
async function saveCatalogue(page: Page) {
  const save = page.getByRole('button', { name: /^Save all houses/ })
  await expect(async () => {
    await page.goto('/device')
    // The first catalogue has no houses.
    await expect(page.getByText(/^All [1-9]/)).toBeVisible({ timeout: 5_000 })
  }).toPass({ timeout: PREPARATION_MS, intervals: [10_000] })
  await save.click()
  await expect(page.getByText('search, filters and map work without')).toBeVisible()
  const worker = page.waitForEvent('worker')
  await page.goto('/listings')
  return (await worker).url()
}

type Device = Awaited<ReturnType<typeof openDevice>>

async function openDevice(page: Page, worker: string, owner: string) {
  const asks = await page.evaluateHandle((address) => {
    const own = new Worker(address, { type: 'module' })
    return (asked: Asked) =>
      new Promise<FromWorker>((resolve) => {
        own.onmessage = ({ data }: MessageEvent<FromWorker>) => resolve(data)
        own.postMessage({ id: 0, ...asked })
      })
  }, worker)
  return {
    token: await page.evaluate(() => localStorage.getItem('token')),
    /** Undefined if the device cannot answer. */
    async ask<Q extends Question>(question: Q, input: Input<Q>) {
      const asked: Asked = { owner, question, input }
      return (await page.evaluate(([ask, of]) => ask(of), [asks, asked] as const)).answer
    },
  }
}

function openServer({ origin }: ProxiedServer, token: string | null) {
  return async <E extends Endpoint>(endpoint: E, input: z.input<E['input']>) => {
    const { path, headers } = toRequest(endpoint, input, token)
    const send = () => fetch(`${origin}${path}`, { headers })
    // An idle connection may be closed just when the request is sent.
    const response = await send().catch(send)
    expect(response.status, path).toBe(200)
    return endpoint.output.parse(await response.json()) as z.output<E['output']>
  }
}

async function expectSameAnswers(
  device: Device,
  ask: ReturnType<typeof openServer>,
  placed: Awaited<ReturnType<typeof addPlacedHouses>>,
) {
  let found = 0
  await fc.assert(
    fc.asyncProperty(anySearch(placed), async (input) => {
      const filters = filtersOf(ListingSearch.parse(input))
      const page = await ask(searchListings, input)
      expect(await device.ask('searchListings', input)).toEqual(onDevice(page))
      expect(await device.ask('listCities', filters)).toEqual(await ask(listCities, filters))
      expect(await device.ask('countMarks', filters)).toEqual(await ask(countMarks, filters))
      for (const detail of [undefined, 'oaza'] as const) {
        const places = { ...filters, detail }
        expect(await device.ask('countPlaces', places)).toEqual(await ask(countPlaces, places))
      }
      found += Number(page.total_count > 0)
    }),
    { numRuns: SERIES.browserSearches, seed: SERIES.seed },
  )
  console.log(`${found} of ${SERIES.browserSearches} searches found houses.`)
  // Searches that find nothing prove little.
  expect(found).toBeGreaterThan(SERIES.browserSearches / 4)
}
