import { expect, type Page } from '@playwright/test'
import { signIn } from '#tests/e2e/fixtures.ts'
import { readBrowserStorage } from '#tests/support/browser-storage.ts'
import { fullChromiumOptions } from '#tests/support/chromium.ts'
import { generateListings, insertListings } from '#tests/support/generated-listings.ts'
import { openPhone, type Phone } from '#tests/support/phone.ts'
import { importPhotographedHouses, SAVED_HOUSES } from '#tests/support/photographed-houses.ts'
import { temporaryDirectory } from '#tests/support/product.ts'
import { type ProxiedServer, startProxiedServer } from '#tests/support/proxied-server.ts'
import { type Line, median, medianOf } from './measurement.ts'
import { SLOWDOWN, slowDown } from './slow-phone.ts'

const ROUNDS = 5
const MANY = 500
/** Rendering and storing hundreds of houses takes time. */
const STORED_TIMEOUT_MS = 60_000

/** Measures an offline start of the app, in a browser that was just started. */
export async function measureOffline(): Promise<Line[]> {
  const directory = temporaryDirectory()
  await importPhotographedHouses(directory)
  const server = await startProxiedServer(directory)
  try {
    const generated = [...generateListings(MANY)]
    await server.withDatabase((db) => insertListings(db, generated))
    const few = await measureStarts(server, SAVED_HOUSES)
    const many = await measureStarts(
      server,
      generated.map(({ id }) => id),
    )
    return [
      {
        what: `Offline cold start to ${SAVED_HOUSES.length} favorites, ${SLOWDOWN}× slower CPU`,
        ...medianOf(few.map(({ favorites }) => favorites)),
        unit: 'ms',
        atMost: 1000,
        floor: median(few.map(({ drawing }) => drawing)),
      },
      {
        what: `Offline cold start to ${MANY} favorites, ${SLOWDOWN}× slower CPU`,
        ...medianOf(many.map(({ favorites }) => favorites)),
        unit: 'ms',
        atMost: 1000,
      },
    ]
  } finally {
    await server.close()
  }
}

async function measureStarts(server: ProxiedServer, favorites: string[]) {
  const phone = await openPhone(server.origin, fullChromiumOptions)
  try {
    await phone.page.goto('/login?from=/favorites')
    await signIn(phone.page, await server.addSubscriber({ favorites }))
    await phone.page.getByRole('article').first().waitFor()
    await phone.untilWorkerServes()
    await untilStored(phone.page, favorites.at(-1) ?? '')
    await server.stop()
    await phone.setOffline(true)
    const starts: Start[] = []
    for (let round = 0; round < ROUNDS; round++) starts.push(await measureStart(phone))
    await server.start()
    return starts
  } finally {
    await phone.close()
  }
}

/** Resolves when the device has stored this text. */
async function untilStored(page: Page, text: string) {
  const stored = async () => page.evaluate(readBrowserStorage)
  await expect.poll(stored, { timeout: STORED_TIMEOUT_MS }).toContain(text)
}

/** Milliseconds from the navigation until the page is painted. */
interface Start {
  favorites: number
  /**
   * The time for a cached SVG file. No page of the app can be painted faster, so this time is the
   * lower bound for `favorites`.
   */
  drawing: number
}

async function measureStart(phone: Phone): Promise<Start> {
  const drawing = await open(phone, '/favicon.svg', RECORD_PAINT)
  return { drawing, favorites: await measurePaint(phone, '/favorites', 'main article') }
}

/**
 * Opens a page in a newly started browser. Resolves with the milliseconds until it has painted an
 * element that `selector` matches.
 */
export function measurePaint(phone: Phone, path: string, selector: string) {
  return open(phone, path, recordPaint(selector))
}

/**
 * Opens a page in a newly started browser. Waits until the script `note` has recorded the time of
 * the paint, and returns this time.
 */
async function open(phone: Phone, path: string, note: string) {
  await phone.restart()
  const { page } = phone
  await slowDown(page)
  await page.addInitScript(note)
  await page.goto(path, { waitUntil: 'commit' })
  return page.evaluate<number>(UNTIL_PAINTED)
}

/**
 * Runs in the page before any of the page's own code. When a frame has shown the element,
 * records the milliseconds since the navigation. The script is a string, because a compiled
 * function would call helpers that the page does not have.
 */
const recordPaint = (selector: string) => `
  new MutationObserver((_, observer) => {
    if (!document.querySelector('${selector}')) return
    observer.disconnect()
    requestAnimationFrame(() => setTimeout(() => (window.painted = performance.now())))
  }).observe(document, { childList: true, subtree: true })
`

const RECORD_PAINT = `
  requestAnimationFrame(() => setTimeout(() => (window.painted = performance.now())))
`

const UNTIL_PAINTED = `
  new Promise((resolve) => {
    const poll = () => (window.painted ? resolve(window.painted) : setTimeout(poll, 50))
    poll()
  })
`
