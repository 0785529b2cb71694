import { signIn } from '#tests/e2e/fixtures.ts'
import { fullChromiumOptions } from '#tests/support/chromium.ts'
import { type FieldServer, startFieldServer } from '#tests/support/field-server.ts'
import { untilFirstScreenIsKept } from '#tests/support/first-screen.ts'
import { generateListings, insertListings } from '#tests/support/generated-listings.ts'
import { openPhone, type Phone } from '#tests/support/phone.ts'
import { importPhotographedHouses, KEPT_HOUSES } from '#tests/support/photographed-houses.ts'
import { temporaryDirectory } from '#tests/support/product.ts'
import { type Line, median, medianOf } from './measurement.ts'
import { SLOWDOWN, slowDown } from './slow-phone.ts'

const ROUNDS = 5
const MANY = 500

/** Times that a page records about its own start, in milliseconds since navigation. */
interface Start {
  /** The first paint of a house. */
  painted?: number
  /** The time at which the app replaces the saved first screen. Taps work from this time on. */
  taken?: number
  /**
   * The time until a cached SVG file is painted, measured in a separate offline start. This time is
   * a lower bound, because no page can be painted sooner.
   */
  floor?: number
}

/** Measures an offline start of the app, in a browser that was just started. */
export async function measureOffline(): Promise<Line[]> {
  const directory = temporaryDirectory()
  await importPhotographedHouses(directory)
  const server = await startFieldServer(directory)
  try {
    const generated = [...generateListings(MANY)]
    await server.withDatabase((db) => insertListings(db, generated))
    const few = await measureStarts(server, KEPT_HOUSES)
    const many = await measureStarts(
      server,
      generated.map(({ id }) => id),
    )
    return [
      {
        what: `Offline cold start to ${KEPT_HOUSES.length} favorites, ${SLOWDOWN}× slower CPU`,
        ...medianOf(few.map(({ painted }) => painted)),
        unit: 'ms',
        atMost: 1000,
        floor: median(few.map(({ floor }) => floor)),
      },
      {
        what: `Offline cold start until ${KEPT_HOUSES.length} favorites react, ${SLOWDOWN}× slower CPU`,
        ...medianOf(few.map(({ taken }) => taken)),
        unit: 'ms',
      },
      {
        what: `Offline cold start to ${MANY} favorites, ${SLOWDOWN}× slower CPU`,
        ...medianOf(many.map(({ painted }) => painted)),
        unit: 'ms',
      },
      {
        what: `Offline cold start until ${MANY} favorites react, ${SLOWDOWN}× slower CPU`,
        ...medianOf(many.map(({ taken }) => taken)),
        unit: 'ms',
      },
    ]
  } finally {
    await server.close()
  }
}

async function measureStarts(server: FieldServer, favorites: string[]) {
  const phone = await openPhone(server.origin, fullChromiumOptions)
  try {
    await phone.page.goto('/login?from=/favorites')
    await signIn(phone.page, await server.addSubscriber({ favorites }))
    await phone.page.getByRole('article').first().waitFor()
    await phone.untilWorkerServes()
    await untilFirstScreenIsKept(phone.page)
    await server.stop()
    await phone.setOffline(true)
    const starts: Required<Start>[] = []
    for (let round = 0; round < ROUNDS; round++) starts.push(await measureStart(phone))
    await server.start()
    return starts
  } finally {
    await phone.close()
  }
}

async function measureStart(phone: Phone) {
  const drawing = await open(phone, '/favicon.svg', NOTE_DRAWING, 'painted')
  const favorites = await open(phone, '/favorites', noteStart('main article'), 'taken')
  return { ...favorites, floor: drawing.painted }
}

/**
 * Opens a page in a newly started browser. Resolves with the milliseconds until it has painted an
 * element that `selector` matches.
 */
export async function measurePaint(phone: Phone, path: string, selector: string) {
  const { painted } = await open(phone, path, noteStart(selector), 'painted')
  return painted
}

/** Opens a page in a newly started browser and waits until it has recorded the time `last`. */
async function open(phone: Phone, path: string, note: string, last: keyof Start) {
  await phone.restart()
  const { page } = phone
  await slowDown(page)
  await page.addInitScript(note)
  await page.goto(path, { waitUntil: 'commit' })
  return page.evaluate<Required<Start>>(until(last))
}

/**
 * Runs in the page before any of the page's own code. The script is a string, because a compiled
 * function would call helpers that the page does not have.
 */
const noteStart = (selector: string) => `
  const start = (window.start = {})
  // Records the time after the frame that shows the change.
  const note = (what) => requestAnimationFrame(() => setTimeout(() => (start[what] = performance.now())))
  new MutationObserver((_, observer) => {
    if (!document.querySelector('${selector}')) return
    if (!start.isSeen) note('painted')
    start.isSeen = true
    if (document.querySelector('[data-saved-screen]')) return
    observer.disconnect()
    note('taken')
  }).observe(document, { childList: true, subtree: true })
`

const NOTE_DRAWING = `
  const start = (window.start = {})
  requestAnimationFrame(() => setTimeout(() => (start.painted = performance.now())))
`

const until = (last: keyof Start) => `
  new Promise((resolve) => {
    const look = () => (start.${last} ? resolve(start) : setTimeout(look, 50))
    look()
  })
`
