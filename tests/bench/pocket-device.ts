import { expect, type Page } from '@playwright/test'
import { sql } from 'drizzle-orm'
import { type Database, type DatabaseOptions, openDatabase } from '#server/db/database.ts'
import { listings } from '#server/db/schema.ts'
import { signIn } from '#tests/e2e/fixtures.ts'
import { fullChromiumOptions } from '#tests/support/chromium.ts'
import { openPhone, type Phone } from '#tests/support/phone.ts'
import { temporaryDirectory } from '#tests/support/product.ts'
import { type ProxiedServer, startProxiedServer } from '#tests/support/proxied-server.ts'
import { addSubscriber } from '#tests/support/subscribers.ts'
import { type Line, median, medianOf, type Report } from './measurement.ts'
import { measurePaint, untilStored } from './offline.ts'
import { logProgress } from './progress.ts'
import { SLOWDOWN, slowDown } from './slow-phone.ts'
import { MEASURE_TAP, type Measured } from './tap-measure.ts'
import { memoryOfWorker } from './worker-memory.ts'

const ROUNDS = 5
/** The first changes of a filter also load code. They are not measured. */
const WARM_UPS = 2
const FAVORITES = 20
const LATENCY_MS = 150
const PATIENCE_MS = 20_000
const DOWNLOAD_TIMEOUT_MS = 180_000

/** A start offline may take this many times longer for the first result than for the favorites. */
const START_RATIO = 1.2
const MEMORY_MB = 40

interface Sizes {
  houses: number
  /** The time of a changed filter on the device, divided by the time from the server, at most. */
  filterRatio: number
}

/**
 * Measures a phone that holds all houses of a database, in which an edition of the catalogue for
 * devices is already made.
 */
export async function measureDevice(report: Report, options: DatabaseOptions, sizes: Sizes) {
  const { directory = temporaryDirectory(), url } = options
  const prepared = await prepare(options)
  const server = await startProxiedServer(directory, url === undefined ? {} : { DATABASE_URL: url })
  const phone = await openPhone(server.origin, fullChromiumOptions)
  const what = `Device with ${sizes.houses / 1000} k houses, ${SLOWDOWN}× slower CPU`
  try {
    await saveHouses(phone, prepared)
    logProgress('Changing filters…')
    report(...(await measureFilters(what, phone, prepared.prefectures, sizes)))
    logProgress('Starting offline…')
    report(...(await measureStarts(what, phone, server, prepared.prefectures)))
  } finally {
    await phone.close()
    await server.close()
  }
}

type Prepared = Awaited<ReturnType<typeof prepare>>

/** Adds a person with favorites, and finds the prefectures with most houses. */
async function prepare(options: DatabaseOptions) {
  const { db, close } = await openDatabase(options)
  try {
    const favorites = await db.select({ id: listings.id }).from(listings).limit(FAVORITES)
    const ids = favorites.map(({ id }) => id)
    const subscriber = await addSubscriber(db, { favorites: ids })
    return { subscriber, lastFavorite: ids.at(-1) ?? '', prefectures: await largestOf(db) }
  } finally {
    await close()
  }
}

async function largestOf(db: Database) {
  const { rows } = await db.execute<{ prefecture: string }>(sql`
    select prefecture from ${listings} where prefecture is not null
    group by prefecture order by count(*) desc limit ${2 * (ROUNDS + WARM_UPS)}
  `)
  return rows.map(({ prefecture }) => prefecture)
}

async function saveHouses(phone: Phone, { subscriber, lastFavorite }: Prepared) {
  logProgress('Saving all houses on the phone…')
  const { page } = phone
  await page.goto('/login?from=/favorites')
  await signIn(page, subscriber)
  await page.getByRole('article').first().waitFor()
  await phone.untilWorkerServes()
  await untilStored(page, lastFavorite)
  await page.goto('/device')
  await page.getByRole('button', { name: /^Save all houses/ }).click()
  const isSaved = page.getByText(/work without a signal/)
  await expect(isSaved).toBeVisible({ timeout: DOWNLOAD_TIMEOUT_MS })
}

type Way = 'device' | 'server'

/** Changes the filter in turn where the device answers, and where the server has to. */
async function measureFilters(
  what: string,
  { page }: Phone,
  prefectures: string[],
  { filterRatio }: Sizes,
): Promise<Line[]> {
  await page.addInitScript(MEASURE_TAP)
  await page.goto('/listings')
  await page.locator('main article').first().waitFor()
  await slowDown(page)
  await delayResponses(page)
  const times: Record<Way, number[]> = { device: [], server: [] }
  for (const [at, prefecture] of prefectures.entries()) {
    const way = at % 2 === 0 ? 'device' : 'server'
    times[way].push(await changeFilter(page, way, prefecture))
  }
  const device = times.device.slice(WARM_UPS)
  const server = times.server.slice(WARM_UPS)
  const shown: number[] = []
  for (const prefecture of prefectures.slice(WARM_UPS, WARM_UPS + ROUNDS)) {
    shown.push(await changeFilter(page, 'device', prefecture))
  }
  const change = `${what}: changed filter`
  return [
    // The floor is the time of results that the page has shown before, which need no search.
    {
      what: `${change}, from the device`,
      ...{ ...medianOf(device), unit: 'ms', floor: median(shown) },
    },
    { what: `${change}, from the server (${LATENCY_MS} ms)`, ...medianOf(server), unit: 'ms' },
    {
      what: `${change}, device to server`,
      value: median(device) / median(server),
      ...{ unit: '', atMost: filterRatio },
    },
    {
      what: `${what}: memory of the worker`,
      value: await memoryOfWorker(page),
      ...{ unit: 'MB', atMost: MEMORY_MB },
    },
  ]
}

/** Adds the latency of a mobile network to each request of the page. */
async function delayResponses(page: Page) {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  const speed = { downloadThroughput: -1, uploadThroughput: -1 }
  await devtools.send('Network.emulateNetworkConditions', {
    ...{ offline: false, latency: LATENCY_MS, ...speed },
  })
}

/** What the results show: their number and the first card. While results load, the former ones. */
const SHOWN = `(() => {
  const card = document.querySelector('main:not(:has([aria-busy=true])) article')
  const count = document.querySelector('main [role=status]')
  if (card) window.shown = card.id + count.textContent
  return window.shown
})()`

/** The milliseconds from the choice of a prefecture to the frame with its first houses. */
async function changeFilter(page: Page, way: Way, prefecture: string) {
  // Without the mark, the page does not ask the worker.
  await page.evaluate(
    way === 'device' ? `localStorage.catalogue = 'ready'` : `localStorage.removeItem('catalogue')`,
  )
  const sheet = page.getByRole('dialog', { name: 'Filters' })
  if (!(await sheet.isVisible())) await page.getByRole('button', { name: /Filters/ }).tap()
  const field = sheet.getByLabel('Prefecture', { exact: true })
  await page.evaluate('untilStill()')
  await page.evaluate(
    `void (window.measured = measureTap('change', () => ${SHOWN}, ${PATIENCE_MS}))`,
  )
  await field.selectOption(prefecture)
  const measured = await page.evaluate<Measured | null>('measured')
  if (!measured) throw new Error(`The page showed no houses of ${prefecture}`)
  return measured.response
}

/** Starts the browser without a network, in turn with results and with favorites. */
async function measureStarts(
  what: string,
  phone: Phone,
  server: ProxiedServer,
  prefectures: string[],
): Promise<Line[]> {
  await phone.page.evaluate(`localStorage.catalogue = 'ready'`)
  await phone.setOffline(true)
  await server.network.set('refuse')
  const results: number[] = []
  const favorites: number[] = []
  for (const prefecture of prefectures.slice(0, ROUNDS)) {
    const path = `/listings?prefecture=${prefecture}&sort=price-asc`
    results.push(await measurePaint(phone, path, 'main article'))
    favorites.push(await measurePaint(phone, '/favorites', 'main article'))
  }
  const start = `${what}: offline cold start`
  return [
    { what: `${start} to the first result`, ...medianOf(results), unit: 'ms' },
    { what: `${start} to the first of ${FAVORITES} favorites`, ...medianOf(favorites), unit: 'ms' },
    {
      what: `${start}, results to favorites`,
      value: median(results) / median(favorites),
      ...{ unit: '', atMost: START_RATIO },
    },
  ]
}
