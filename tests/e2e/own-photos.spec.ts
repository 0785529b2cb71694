import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { unzipSync } from 'fflate'
import sharp from 'sharp'
import { dayInJapan } from '#contract/japan-day.ts'
import {
  closeConnections,
  protectCanvas,
  trackConnections,
} from '#tests/support/hostile-browsers.ts'
import type { Phone } from '#tests/support/phone.ts'
import { SAVED_HOUSES } from '#tests/support/photographed-houses.ts'
import {
  colourAt,
  phonePhoto,
  photoTakenAt,
  truncate,
  twoColours,
} from '#tests/support/pictures.ts'
import type { ProxiedServer } from '#tests/support/proxied-server.ts'
import { SERIES } from '#tests/support/series.ts'
import { expect, openSignedIn, test, violations } from './fixtures.ts'

test.use({ expectedErrors: [/^Failed to load resource: (net::ERR_|.* status of 404)/] })

const [house = ''] = SAVED_HOUSES
const path = `/listings/${house}#notes-${house}`

type Account = Awaited<ReturnType<ProxiedServer['addSubscriber']>>

const photosOf = (page: Page) => page.getByRole('region', { name: 'Your photos' })
const thumbnails = (page: Page) => photosOf(page).locator('li img')

async function openHouse(phone: Phone, account: Account) {
  await openSignedIn(phone.page, account, path)
  await photosOf(phone.page).waitFor()
  await phone.restart()
  await phone.page.goto(path)
  await photosOf(phone.page).waitFor()
}

async function choose(page: Page, files: Buffer[]) {
  await photosOf(page)
    .getByLabel('Choose photos')
    .last()
    .setInputFiles(
      files.map((buffer, index) => ({ name: `${index}.jpg`, mimeType: 'image/jpeg', buffer })),
    )
}

/** The photos that the server stores for the person who is signed in on `page`. */
async function photosOnServer(page: Page, { origin }: ProxiedServer): Promise<{ id: string }[]> {
  const token = await page.evaluate(() => localStorage.getItem('token'))
  const headers = { authorization: `Bearer ${token}` }
  const answer = await fetch(`${origin}/v1/notes/photos`, { headers })
  return (await answer.json()).photos
}

test('photos taken offline survive a killed browser, reach the server only once, and can be deleted everywhere', async ({
  phone,
  server,
}) => {
  test.slow()
  const total = SERIES.ownPhotos
  await openHouse(phone, await server.addSubscriber())
  await phone.setOffline(true)
  await choose(phone.page, [await twoColours(60, 40).jpeg().toBuffer()])
  await expect(phone.page.getByText(/^1 photo waits on this device, \d+\skB\./)).toBeVisible()
  const pictures = await Promise.all(
    Array.from({ length: total - 2 }, (_, index) =>
      twoColours(600 + index, 400)
        .jpeg()
        .toBuffer(),
    ),
  )
  await choose(phone.page, [await phonePhoto(3000, 2000), ...pictures])
  await expect(phone.page.getByText(`${total} photos wait on this device`)).toBeVisible({
    timeout: 120_000,
  })
  await phone.kill()

  await phone.page.goto(path)
  await expect(phone.page.getByText(`${total} photos wait on this device`)).toBeVisible()
  await expect(thumbnails(phone.page)).toHaveCount(Math.min(total, 24))

  // Kill the browser again and again in the middle of the uploads.
  await phone.setOffline(false)
  for (let sent = 0; sent < total; ) {
    const goal = Math.min(total, sent + 10)
    await expect
      .poll(async () => (await photosOnServer(phone.page, server)).length, { timeout: 120_000 })
      .toBeGreaterThanOrEqual(goal)
    sent = (await photosOnServer(phone.page, server)).length
    if (sent < total) await phone.kill()
    await phone.page.goto(path)
  }
  await expect(phone.page.getByText(/^All photos are sent/)).toBeVisible({ timeout: 60_000 })
  const stored = await photosOnServer(phone.page, server)
  expect(new Set(stored.map(({ id }) => id)).size).toBe(total)
  expect(stored).toHaveLength(total)

  await photosOf(phone.page).getByRole('button', { name: 'Photo 1', exact: true }).click()
  expect(await violations(phone.page)).toEqual([])
  await phone.page.getByRole('button', { name: 'Delete photo' }).click()
  await phone.page.getByRole('button', { name: 'Delete everywhere' }).click()
  await expect.poll(async () => (await photosOnServer(phone.page, server)).length).toBe(total - 1)
})

/** Makes the page keep the chosen files without ever shrinking them. */
function holdPreparation(page: Page) {
  return page.evaluate(() => {
    globalThis.createImageBitmap = () => new Promise(() => {})
  })
}

test('photos that are chosen together all survive a browser that is killed while it prepares the first one', async ({
  phone,
  server,
}) => {
  await openHouse(phone, await server.addSubscriber())
  await phone.setOffline(true)
  await holdPreparation(phone.page)
  const photos = await Promise.all([500, 600, 700].map((width) => phonePhoto(width, 400)))
  await choose(phone.page, photos)
  await expect(phone.page.getByText('Preparing photo 1 of 3')).toBeVisible()
  await phone.kill()

  await phone.page.goto(path)
  await expect(phone.page.getByText(/^3 photos wait on this device/)).toBeVisible()
  await expect(thumbnails(phone.page)).toHaveCount(3)
})

test('after a restart, any page prepares and sends the photos that a killed browser has left', async ({
  phone,
  server,
}) => {
  await openHouse(phone, await server.addSubscriber())
  await holdPreparation(phone.page)
  await choose(phone.page, [await phonePhoto(600, 400)])
  await expect(phone.page.getByText('Preparing photo 1 of 1')).toBeVisible()
  await phone.kill()

  await phone.page.goto('/account')
  await expect.poll(() => photosOnServer(phone.page, server)).toHaveLength(1)
})

test('logging out warns about photos that are not prepared yet, and keeps them', async ({
  phone,
  server,
}) => {
  await openHouse(phone, await server.addSubscriber())
  const { page } = phone
  await holdPreparation(page)
  await choose(page, [await phonePhoto(600, 400)])
  await expect(page.getByText('Preparing photo 1 of 1')).toBeVisible()
  await page.getByRole('button', { name: /account menu/i }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await expect(page.getByRole('dialog')).toContainText('One change to your favorites')
  await page.getByRole('button', { name: 'Stay signed in' }).click()
  await page.reload()
  await expect.poll(() => photosOnServer(page, server)).toHaveLength(1)
})

test('photos are stored after the browser has closed its databases without an event', async ({
  phone,
  server,
}) => {
  await phone.context.addInitScript(trackConnections)
  await openSignedIn(phone.page, await server.addSubscriber(), path)
  await photosOf(phone.page).waitFor()
  await phone.page.evaluate(closeConnections)
  await choose(phone.page, [await phonePhoto(600, 400)])
  await expect(phone.page.getByText(/^All photos are sent/)).toBeVisible()
  await expect(thumbnails(phone.page)).toHaveCount(1)
  await expect(photosOf(phone.page).getByRole('alert')).toHaveCount(0)
})

for (const [noise, sent] of [
  ['static', 'the file itself, and the server turns and cleans it'],
  ['faint', 'a shrunk photo'],
] as const) {
  test(`in a browser that gives back a canvas with ${noise} noise, the device sends ${sent}`, async ({
    phone,
    server,
  }) => {
    await phone.context.addInitScript(protectCanvas, noise)
    await openSignedIn(phone.page, await server.addSubscriber(), path)
    await photosOf(phone.page).waitFor()
    const upload = phone.page.waitForRequest((request) => request.method() === 'PUT')
    const photo = await phonePhoto(3000, 2000)
    await choose(phone.page, [photo])
    const { length } = (await upload).postDataBuffer() ?? Buffer.alloc(0)
    if (length > 0) expect(length === photo.length).toBe(noise === 'static')
    await expect(phone.page.getByText(/^All photos are sent/)).toBeVisible()
    const [stored] = await photosOnServer(phone.page, server)
    const token = await phone.page.evaluate(() => localStorage.getItem('token'))
    const headers = { authorization: `Bearer ${token}` }
    const answer = await fetch(`${server.origin}/v1/notes/photos/${stored?.id}`, { headers })
    const kept = Buffer.from(await answer.arrayBuffer())
    const { width, height, exif } = await sharp(kept).metadata()
    const size = noise === 'static' ? { width: 1707, height: 2560 } : { width: 1365, height: 2048 }
    expect({ width, height, exif }).toEqual({ ...size, exif: undefined })
    // The photo is turned by 90 degrees, so its red left half is at the top.
    expect(await colourAt(kept, 600, 20)).toBe('red')
    expect(await colourAt(kept, 600, 1900)).toBe('blue')
  })
}

test('a JPEG that lacks its last bytes is added as far as it decodes, and a note says so', async ({
  phone,
  server,
}) => {
  await openHouse(phone, await server.addSubscriber())
  await choose(phone.page, [truncate(await phonePhoto(1200, 900))])
  await expect(photosOf(phone.page).getByRole('alert')).toHaveText(
    '0.jpg lacks its last part, so the photo shows only the part that could be read.',
  )
  await expect(thumbnails(phone.page)).toHaveCount(1)
})

test('a photo of 50 megapixels is added', async ({ phone, server }) => {
  test.slow()
  await openHouse(phone, await server.addSubscriber())
  await choose(phone.page, [await twoColours(8160, 6144).jpeg({ quality: 40 }).toBuffer()])
  await expect(phone.page.getByText(/^All photos are sent/)).toBeVisible({ timeout: 60_000 })
  await expect(thumbnails(phone.page)).toHaveCount(1)
})

test('a person can download all their photos as one ZIP file, including photos that are not on the device', async ({
  phone,
  server,
}) => {
  await openHouse(phone, await server.addSubscriber())
  const taken = await photoTakenAt('2026:03:05 23:30:00', '+00:00')
  await choose(phone.page, [await phonePhoto(1200, 900), taken])
  await expect(phone.page.getByText(/^All photos are sent/)).toBeVisible()
  await deleteRows(phone.page)

  await phone.page.goto('/account')
  const button = phone.page.getByRole('button', { name: /^Download 2 Photos \(\d+\skB\)$/ })
  const [download] = await Promise.all([phone.page.waitForEvent('download'), button.click()])
  const today = dayInJapan(new Date())
  expect(download.suggestedFilename()).toBe(`engawa-photos-${today}.zip`)
  const files = unzipSync(new Uint8Array(readFileSync(await download.path())))
  const sizes = await Promise.all(Object.values(files).map((file) => sharp(file).metadata()))
  expect(sizes.map(({ format, width }) => ({ format, width }))).toEqual(
    expect.arrayContaining([
      { format: 'jpeg', width: 900 },
      { format: 'jpeg', width: 640 },
    ]),
  )
  expect(Object.keys(files)).toHaveLength(2)
  // The name of a photo begins with the day in Japan on which it was taken.
  const days = Object.keys(files).map((name) => name.replace(/ [^/]+$/, ''))
  expect(days.toSorted()).toEqual([`house-${house}/2026-03-06`, `house-${house}/${today}`])
  await expect(
    phone.page.getByText(/^Your photos are in the file engawa-photos-\S+\.$/),
  ).toBeVisible()
})

test('after signing out, the device keeps no photo', async ({ phone, server }) => {
  await openHouse(phone, await server.addSubscriber())
  await choose(phone.page, [await phonePhoto(1200, 900)])
  await expect(phone.page.getByText(/^All photos are sent/)).toBeVisible()
  expect(await storedRows(phone.page)).toBeGreaterThan(0)
  await phone.page.evaluate(() => localStorage.removeItem('token'))
  await phone.page.goto('/login')
  await expect.poll(() => storedRows(phone.page)).toBe(0)
})

type RowMethod = 'count' | 'clear'

/** Counts the person's own photos in the IndexedDB of the device. */
function storedRows(page: Page) {
  return page.evaluate<number | undefined, RowMethod>(callOnRows, 'count')
}

/**
 * Deletes the person's own photos from the IndexedDB of the device. After that, the device is like
 * one that has never opened these photos.
 */
function deleteRows(page: Page) {
  return page.evaluate<number | undefined, RowMethod>(callOnRows, 'clear')
}

/** Runs in the page. Resolves with the result of the call, which is undefined for `clear`. */
function callOnRows(call: RowMethod) {
  return new Promise<number | undefined>((resolve, reject) => {
    const opening = indexedDB.open('engawa-own-photos')
    opening.onerror = () => reject(opening.error)
    opening.onsuccess = () => {
      const rows = opening.result.transaction('photos', 'readwrite').objectStore('photos')
      const request = rows[call]()
      request.onerror = () => reject(request.error)
      request.onsuccess = () => resolve(request.result)
    }
  })
}
