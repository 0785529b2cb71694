import { join } from 'node:path'
import { borderFile } from '#tests/support/border-file.ts'
import { type FieldServer, startFieldServer } from '#tests/support/field-server.ts'
import { openPhone, type Phone } from '#tests/support/phone.ts'
import { importPlaceText } from '#tests/support/place-files.ts'
import { copyOfPhotographedHouses } from '#tests/support/prepared-folders.ts'
import { STREETS_AT, writeStreetMap } from '#tests/support/street-map.ts'
import { test as base, expect, signIn } from './fixtures.ts'

const { latitude, longitude } = STREETS_AT
const AREA = [latitude - 0.1, longitude - 0.1, latitude + 0.1, longitude + 0.1]
  .map((degrees) => degrees.toFixed(2))
  .join()
const MAP = `/listings?view=map&area=${AREA}`

/** A phone on a server whose operator has a map of streets. */
const test = base.extend<{ phone: Phone }, { server: FieldServer }>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from it what a fixture needs.
    async ({}, use) => {
      const directory = copyOfPhotographedHouses()
      const file = join(directory, 'streets.pmtiles')
      writeStreetMap(file)
      const server = await startFieldServer(directory, { BASEMAP: file })
      await use(server)
      await server.close()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  phone: async ({ server }, use) => {
    const phone = await openPhone(server.origin)
    await use(phone)
    await phone.close()
    // These errors include requests that the content security policy has blocked.
    expect(phone.errors).toEqual([])
  },
})

const mapOf = ({ page }: Phone) => page.getByRole('region', { name: 'Map of the results' })

/** The largest number of colours in one canvas of a pane. A pane without canvases has none. */
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

/** The canvas with land and borders, as a data URL. */
function drawnLand({ page }: Phone) {
  return page.evaluate(() => {
    const canvas = document.querySelector<HTMLCanvasElement>('.leaflet-land-pane canvas')
    return canvas?.toDataURL() ?? ''
  })
}

test('the streets of the operator are read in ranges, drawn and credited', async ({
  phone,
  server,
}) => {
  await signIn(phone.page, await server.addSubscriber())
  await expect(phone.page.getByText(/^Showing 1-20/)).toBeVisible()
  const answered = phone.page.waitForResponse(/\/basemap\.pmtiles$/)
  await phone.page.goto(MAP)
  expect((await answered).status()).toBe(206)
  // A tile without streets has one colour, that of its background.
  await expect.poll(() => coloursIn(phone, '.leaflet-tile-pane')).toBeGreaterThan(3)
  await expect(mapOf(phone).getByText(/Streets: Protomaps © OpenStreetMap/)).toBeVisible()
})

test('the borders of municipalities are drawn after an import, and credited', async ({
  phone,
  server,
}) => {
  await signIn(phone.page, await server.addSubscriber())
  await expect(phone.page.getByText(/^Showing 1-20/)).toBeVisible()
  await phone.page.goto(MAP)
  await expect.poll(() => coloursIn(phone, '.leaflet-tile-pane')).toBeGreaterThan(3)
  const before = await drawnLand(phone)
  expect(before).not.toBe('')

  const border = [
    [longitude, latitude - 0.3],
    [longitude, latitude + 0.3],
  ] as [number, number][]
  await server.withDatabase((db) => importPlaceText(db, JSON.stringify(borderFile(border))))
  const loaded = phone.page.waitForResponse(/\/borders\?prefecture=ehime$/)
  await phone.page.reload()
  expect((await loaded).status()).toBe(200)
  await expect.poll(() => drawnLand(phone)).not.toBe(before)
  await expect(mapOf(phone).getByText(/National Land Numerical Information N03/)).toBeVisible()
})
