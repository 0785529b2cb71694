import { randomUUID } from 'node:crypto'
import { addDays } from 'date-fns/addDays'
import { changeNotes } from '#server/notes/change-notes.ts'
import { signIn } from '#tests/e2e/fixtures.ts'
import { fullChromiumOptions } from '#tests/support/chromium.ts'
import { generateListings, insertListings } from '#tests/support/generated-listings.ts'
import { openPhone, type Phone } from '#tests/support/phone.ts'
import { importPhotographedHouses, SAVED_HOUSES } from '#tests/support/photographed-houses.ts'
import { twoColours } from '#tests/support/pictures.ts'
import { temporaryDirectory } from '#tests/support/product.ts'
import { type ProxiedServer, startProxiedServer } from '#tests/support/proxied-server.ts'
import type { Line } from './measurement.ts'
import { measurePaint, startLine } from './offline.ts'
import { logProgress } from './progress.ts'

const ROUNDS = 7
const NOTES = 1_000
const PHOTOS = 500
/** Some time after a page has loaded, Chromium stores the compiled code, which later starts use. */
const STORED_MS = 3_000
/** The number of notes that one request sends. */
const BATCH = 50

const [HOUSE = ''] = SAVED_HOUSES

/**
 * Pages that a person with notes opens offline. Each page is readable once an element matches
 * `selector`.
 */
const PAGES = [
  { what: 'favorites', path: '/favorites', selector: 'main article' },
  { what: 'a house', path: `/listings/${HOUSE}`, selector: 'main h1' },
  {
    what: 'the note below the title of a house',
    path: `/listings/${HOUSE}`,
    selector: `main a[href$="#notes-${HOUSE}"]`,
  },
  { what: 'the fields of the notes', path: `/listings/${HOUSE}`, selector: 'main textarea' },
  { what: 'the viewing plan', path: '/viewing-plan', selector: 'main h3 a' },
]

/**
 * Measures how long the app takes to start offline: first with one note, then with many notes and
 * many photos that the person has added.
 */
export async function measureNotes(): Promise<Line[]> {
  const directory = temporaryDirectory()
  await importPhotographedHouses(directory)
  const server = await startProxiedServer(directory)
  const phones: Phone[] = []
  try {
    const generated = [...generateListings(NOTES)]
    await server.withDatabase((db) => insertListings(db, generated))
    const houses = generated.map(({ id }) => id)
    const amounts: Amount[] = [
      { noted: [], photos: 0 },
      { noted: houses, photos: PHOTOS },
    ]
    for (const amount of amounts) {
      logProgress(`Saving ${amount.noted.length} notes and ${amount.photos} photos on a phone…`)
      const phone = await openPhone(server.origin, fullChromiumOptions)
      phones.push(phone)
      await fillPhone(phone, server, amount)
    }
    await server.stop()
    const [few, many] = await measureStarts(phones)
    return PAGES.flatMap(({ what }, index) => [
      startLine(what, few?.[index] ?? []),
      startLine(`${what} with ${NOTES} notes and ${PHOTOS} own photos`, many?.[index] ?? []),
    ])
  } finally {
    await Promise.all(phones.map((phone) => phone.close()))
    await server.close()
  }
}

interface Amount {
  /** The ids of the houses that have a note. */
  noted: readonly string[]
  /** The number of the person's own photos on the device. */
  photos: number
}

/** Saves a subscriber's houses, notes and photos on a new phone. Leaves the phone offline. */
async function fillPhone(phone: Phone, server: ProxiedServer, { noted, photos }: Amount) {
  const account = await server.addSubscriber({ favorites: SAVED_HOUSES })
  await addNotes(server, account.id, [HOUSE, ...noted])
  await phone.page.goto('/login?from=/favorites')
  await signIn(phone.page, account)
  await phone.page.getByRole('article').first().waitFor()
  await phone.untilWorkerServes()
  for (const { path, selector } of PAGES) {
    await phone.page.goto(path)
    await phone.page.locator(selector).first().waitFor()
    await phone.page.waitForTimeout(STORED_MS)
  }
  await phone.page.goto(`/listings/${HOUSE}`)
  await phone.page.getByLabel('Notes', { exact: true }).waitFor()
  await phone.setOffline(true)
  await addPhotos(phone, photos)
  await phone.restart()
}

/**
 * Measures how long each phone takes to paint each of `PAGES`. The phones take turns, because the
 * speed of a machine changes within minutes. Resolves with the times by phone and by page.
 */
async function measureStarts(phones: readonly Phone[]) {
  const times = phones.map(() => PAGES.map((): number[] => []))
  for (let round = 0; round < ROUNDS; round++) {
    logProgress(`Round ${round + 1} of ${ROUNDS}…`)
    for (const [page, { path, selector }] of PAGES.entries()) {
      for (const [index, phone] of phones.entries()) {
        times[index]?.[page]?.push(await measurePaint(phone, path, selector))
        // The throttled page would slow down the other phone until the browser closes.
        await phone.restart()
      }
    }
  }
  return times
}

/** Adds a note to each house, and plans a viewing of the first house for today in Japan. */
async function addNotes(server: ProxiedServer, userId: string, houses: readonly string[]) {
  const now = new Date()
  const at = addDays(now, -1).toISOString()
  const change = (record: string, field: string, value: unknown) => ({
    ...{ record, field, value, id: randomUUID(), seen: [], at },
  })
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Tokyo' }).format(now)
  const changes = [
    change(`visit:${houses[0]}`, 'day', today),
    change(`visit:${houses[0]}`, 'order', 1),
    ...houses.map((id) => change(`house:${id}`, 'note', 'Sound roof, wild garden.')),
  ]
  await server.withDatabase(async (db) => {
    for (let start = 0; start < changes.length; start += BATCH) {
      await changeNotes(db, { userId, changes: changes.slice(start, start + BATCH), now })
    }
  })
}

/**
 * Adds the person's own photos to the opened house. The photos are not uploaded, because the device
 * is offline.
 */
async function addPhotos({ page }: Phone, count: number) {
  if (count === 0) return
  const buffer = await twoColours(600, 400).jpeg().toBuffer()
  const files = Array.from({ length: count }, (_, index) => ({
    ...{ name: `${index}.jpg`, mimeType: 'image/jpeg', buffer },
  }))
  await page.getByLabel('Choose photos').last().setInputFiles(files)
  await page.getByText(`${count} photos wait on this device`).waitFor({ timeout: 300_000 })
}
