import { expect, type Page } from '@playwright/test'
import { signIn } from '#tests/e2e/fixtures.ts'
import { readBrowserStorage } from '#tests/support/browser-storage.ts'
import { fullChromiumOptions } from '#tests/support/chromium.ts'
import { generateListings, insertListings } from '#tests/support/generated-listings.ts'
import { openPhone, type Phone } from '#tests/support/phone.ts'
import { importPhotographedHouses, SAVED_HOUSES } from '#tests/support/photographed-houses.ts'
import { temporaryDirectory } from '#tests/support/product.ts'
import { type ProxiedServer, startProxiedServer } from '#tests/support/proxied-server.ts'
import { type Line, median, medianOf, type Report } from './measurement.ts'
import { logProgress } from './progress.ts'
import { SLOWDOWN, slowDown } from './slow-phone.ts'

const ROUNDS = 5
const MANY = 500
/** Rendering and storing hundreds of houses takes time. */
const STORED_TIMEOUT_MS = 60_000

/** Measures an offline start of the app, in a browser that was just started. */
export async function measureOffline(report: Report) {
  const directory = temporaryDirectory()
  await importPhotographedHouses(directory)
  const server = await startProxiedServer(directory)
  try {
    const generated = [...generateListings(MANY)]
    await server.withDatabase((db) => insertListings(db, generated))
    const few = await measureStarts(server, SAVED_HOUSES)
    report({
      ...startLine(
        `${SAVED_HOUSES.length} favorites`,
        few.map(({ page }) => page),
      ),
      floor: median(few.map(({ drawing }) => drawing)),
    })
    const many = await measureStarts(
      server,
      generated.map(({ id }) => id),
    )
    report(
      startLine(
        `${MANY} favorites`,
        many.map(({ page }) => page),
      ),
    )
  } finally {
    await server.close()
  }
}

async function measureStarts(server: ProxiedServer, favorites: string[]) {
  logProgress(`Saving ${favorites.length} favorites on the phone…`)
  const phone = await openPhone(server.origin, fullChromiumOptions)
  try {
    await phone.page.goto('/login?from=/favorites')
    await signIn(phone.page, await server.addSubscriber({ favorites }))
    await phone.page.getByRole('article').first().waitFor()
    await phone.untilWorkerServes()
    await untilStored(phone.page, favorites.at(-1) ?? '')
    await server.stop()
    await phone.setOffline(true)
    const starts: Awaited<ReturnType<typeof measureStart>>[] = []
    for (let round = 0; round < ROUNDS; round++) starts.push(await measureStart(phone))
    await server.start()
    return starts
  } finally {
    await phone.close()
  }
}

/** Resolves when the device has stored this text. */
export async function untilStored(page: Page, text: string) {
  const stored = async () => page.evaluate(readBrowserStorage)
  await expect.poll(stored, { timeout: STORED_TIMEOUT_MS }).toContain(text)
}

/** The line of the table for the starts of a page, each in milliseconds until the page is painted. */
export function startLine(what: string, starts: readonly number[]): Line {
  return {
    what: `Offline cold start to ${what}, ${SLOWDOWN}× slower CPU`,
    ...medianOf([...starts]),
    unit: 'ms',
    atMost: 1000,
  }
}

/**
 * `drawing` is the time for a cached SVG file. No page of the app can be painted faster, so this
 * time is the lower bound for `page`.
 */
async function measureStart(phone: Phone) {
  const drawing = await open(phone, '/favicon.svg', RECORD_PAINT)
  return { drawing, page: await measurePaint(phone, '/favorites', 'main article') }
}

/**
 * Opens a page in a newly started browser. Resolves with the milliseconds from the navigation until
 * it has painted an element that `selector` matches.
 */
export function measurePaint(phone: Phone, path: string, selector: string) {
  return open(phone, path, recordPaint(selector))
}

/**
 * Opens a page in a newly started browser. Waits until the script `record` has set
 * `window.painted`, and returns its value.
 */
async function open(phone: Phone, path: string, record: string) {
  await phone.restart()
  const { page } = phone
  await slowDown(page)
  await page.addInitScript(record)
  await page.goto(path, { waitUntil: 'commit' })
  return page.evaluate<number>(UNTIL_PAINTED)
}

/**
 * Runs in the page before any of the page's own code. Records the milliseconds from the navigation
 * until a frame has shown the element. The script is a string, because a compiled function would
 * call helpers that the page does not have.
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
