import { join } from 'node:path'
import { borderFile } from '#tests/support/border-file.ts'
import type { Phone } from '#tests/support/phone.ts'
import { SAVED_HOUSES } from '#tests/support/photographed-houses.ts'
import { importPlaceText } from '#tests/support/place-files.ts'
import { copyOfPhotographedHouses } from '#tests/support/prepared-folders.ts'
import { type ProxiedServer, startProxiedServer } from '#tests/support/proxied-server.ts'
import { STREETS_LOCATION, writeStreetMap } from '#tests/support/street-map.ts'
import { test as base, expect, openSignedIn, violations } from './fixtures.ts'

const { latitude, longitude } = STREETS_LOCATION
const AREA = [latitude - 0.1, longitude - 0.1, latitude + 0.1, longitude + 0.1]
  .map((degrees) => degrees.toFixed(2))
  .join()
const MAP = `/listings?view=map&area=${AREA}`

/** The tests of this file use a server whose operator has a map of streets. */
const test = base.extend<object, { server: ProxiedServer }>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from it what a fixture needs.
    async ({}, use) => {
      const directory = copyOfPhotographedHouses()
      const file = join(directory, 'streets.pmtiles')
      writeStreetMap(file)
      const server = await startProxiedServer(directory, { BASEMAP: file })
      await use(server)
      await server.close()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
})

const mapOf = ({ page }: Phone) => page.getByRole('region', { name: 'Map of the results' })

/** The largest number of colours in one canvas of a pane. Zero if the pane has no canvas. */
function coloursIn({ page }: Phone, pane: string) {
  return page.evaluate((pane) => {
    const canvases = [...document.querySelectorAll<HTMLCanvasElement>(`${pane} canvas`)]
    const counts = canvases.map((canvas) => {
      const { width, height } = canvas
      const data = canvas.getContext('2d')?.getImageData(0, 0, width, height).data
      return new Set(new Uint32Array(data?.buffer ?? [])).size
    })
    return Math.max(0, ...counts)
  }, pane)
}

/**
 * Whether a line is drawn below the middle of the map, where {@link importBorder} puts a border.
 * Ignores faint pixels, because they belong to the fill of the searched area.
 */
function hasBorder({ page }: Phone) {
  return page.evaluate(() => {
    const canvas = document.querySelector<HTMLCanvasElement>('.leaflet-areas-pane canvas')
    const map = document.querySelector('.leaflet-container')?.getBoundingClientRect()
    if (!canvas || !map) return false
    const { left, top, width } = canvas.getBoundingClientRect()
    const scale = canvas.width / width
    const x = (map.left + map.width / 2 - 10 - left) * scale
    const y = (map.top + map.height / 2 + 60 - top) * scale
    const box = canvas.getContext('2d')?.getImageData(x, y, 20 * scale, 20 * scale).data ?? []
    return box.some((value, at) => at % 4 === 3 && value > 60)
  })
}

/** Imports a municipal border, from north to south through the middle of the map. */
function importBorder(server: ProxiedServer) {
  const border = [
    [longitude, latitude - 0.3],
    [longitude, latitude + 0.3],
  ] as [number, number][]
  return server.withDatabase((db) => importPlaceText(db, JSON.stringify(borderFile(border))))
}

async function openListings(phone: Phone, server: ProxiedServer, favorites: string[] = []) {
  await openSignedIn(phone.page, await server.addSubscriber({ favorites }), '/listings')
  await expect(phone.page.getByText(/^Showing 1-20/)).toBeVisible()
}

/** Restarts the browser in airplane mode, and makes the server refuse all connections. */
async function restartOffline(phone: Phone, server: ProxiedServer) {
  await phone.restart()
  await phone.setOffline(true)
  await server.network.set('refuse')
}

const streetColours = (phone: Phone) => coloursIn(phone, '.leaflet-tile-pane')

test("the map loads the operator's street file with range requests, draws the streets, and credits their source", async ({
  phone,
  server,
}) => {
  await openListings(phone, server)
  const answered = phone.page.waitForResponse(/\/basemap\.pmtiles$/)
  await phone.page.goto(MAP)
  expect((await answered).status()).toBe(206)
  // A tile without streets has only one colour, which is its background.
  await expect.poll(() => coloursIn(phone, '.leaflet-tile-pane')).toBeGreaterThan(3)
  await expect(mapOf(phone).getByText(/Streets: Protomaps © OpenStreetMap/)).toBeVisible()
})

test('after an import of municipal borders, the map draws the borders above the streets and credits their source', async ({
  phone,
  server,
}) => {
  await openListings(phone, server)
  await phone.page.goto(MAP)
  await expect.poll(() => streetColours(phone)).toBeGreaterThan(3)
  expect(await hasBorder(phone)).toBe(false)

  await importBorder(server)
  const loaded = phone.page.waitForResponse(/\/borders\?prefecture=hyogo$/)
  await phone.page.reload()
  expect((await loaded).status()).toBe(200)
  await expect.poll(() => hasBorder(phone)).toBe(true)
  await expect.poll(() => streetColours(phone)).toBeGreaterThan(3)
  await expect(mapOf(phone).getByText(/National Land Numerical Information N03/)).toBeVisible()
})

test('the check of saved data says how many parts of the street map are saved, and the person can save the missing parts', async ({
  phone,
  server,
}) => {
  const { page } = phone
  await openListings(phone, server, SAVED_HOUSES.slice(0, 2))
  await page.goto('/device')
  await page.getByRole('button', { name: /^Save for offline/ }).click()
  await expect(page.getByText(/^Streets around your favorites: \d+\skB saved\.$/)).toBeVisible()
  const check = page.getByRole('button', { name: 'Check what is saved' })
  const complete = page.getByText(
    /^All \d+ parts of the street map around your favorites are saved\.$/,
  )
  await check.click()
  await expect(complete).toBeVisible()

  await page.evaluate(async () => {
    const cache = await caches.open('kept-streets')
    const [part] = (await cache.keys()).filter(({ url }) => !url.endsWith('version='))
    if (part) await cache.delete(part)
  })
  await check.click()
  const missing = page.getByText(
    /^\d+ of \d+ parts of the street map around your favorites are saved\.$/,
  )
  await expect(missing).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: /^Save the missing parts, about \d+\skB$/ }).click()
  await expect(complete).toBeVisible()
  await expect(missing).toHaveCount(0)
})

test.describe('the map works without a network', () => {
  test.use({
    expectedErrors: [/^Failed to load resource|ERR_CONNECTION_REFUSED|ERR_INTERNET_DISCONNECTED/],
  })

  test('after a cold start, the map draws the streets around saved favorites', async ({
    phone,
    server,
  }) => {
    await openListings(phone, server, SAVED_HOUSES.slice(0, 2))
    await phone.page.goto('/device')
    await expect(
      phone.page.getByText(
        /^The streets around your favorites will be saved too, about \d+\skB\.$/,
      ),
    ).toBeVisible()
    await phone.page.getByRole('button', { name: /^Save for offline/ }).click()
    await expect(phone.page.getByText('Saved for offline')).toHaveCount(2)
    await expect(
      phone.page.getByText(/^Streets around your favorites: \d+\skB saved\.$/),
    ).toBeVisible()
    expect(await violations(phone.page)).toEqual([])

    await restartOffline(phone, server)
    await phone.page.goto(MAP)
    await expect.poll(() => streetColours(phone)).toBeGreaterThan(3)
    await expect(mapOf(phone).getByText(/^You're offline\. The map shows/)).toBeVisible()
  })

  test('without saved streets, the map draws the outlines, and says that streets are missing', async ({
    phone,
    server,
  }) => {
    await openListings(phone, server, SAVED_HOUSES.slice(0, 2))
    await phone.page.goto(MAP)
    await expect.poll(() => streetColours(phone)).toBeGreaterThan(3)

    await restartOffline(phone, server)
    await phone.page.goto(MAP)
    await expect(mapOf(phone).getByText(/^Some streets couldn't be loaded\./)).toBeVisible()
    expect(await streetColours(phone)).toBeLessThan(2)
    expect(await coloursIn(phone, '.leaflet-land-pane')).toBeGreaterThan(1)
    expect(await violations(phone.page)).toEqual([])

    await phone.setOffline(false)
    await server.network.set('pass')
    await expect.poll(() => streetColours(phone)).toBeGreaterThan(3)
    await expect(mapOf(phone).getByText(/^Some streets couldn't be loaded\./)).toHaveCount(0)
  })

  test('after a cold start, the map draws the borders of municipalities that it has shown before', async ({
    phone,
    server,
  }) => {
    await importBorder(server)
    await openListings(phone, server)
    await phone.page.goto(MAP)
    await expect.poll(() => hasBorder(phone)).toBe(true)

    await restartOffline(phone, server)
    await phone.page.goto(MAP)
    await expect.poll(() => hasBorder(phone)).toBe(true)
    await expect(mapOf(phone).getByText(/National Land Numerical Information N03/)).toBeVisible()
  })
})
