import type { CDPSession, Page } from '@playwright/test'
import { bumpRevision, isOneOf } from '#server/listings/catalogue.ts'
import { signIn } from '#tests/e2e/fixtures.ts'
import { fullChromiumOptions } from '#tests/support/chromium.ts'
import {
  generateListings,
  insertListings,
  insertPlaces,
} from '#tests/support/generated-listings.ts'
import { openPhone } from '#tests/support/phone.ts'
import { removeDirectory, temporaryDirectory } from '#tests/support/product.ts'
import { startProxiedServer } from '#tests/support/proxied-server.ts'
import { type Line, medianOf, percentile, type Report } from './measurement.ts'
import { logProgress } from './progress.ts'
import { SLOWDOWN, slowDown } from './slow-phone.ts'

const LISTINGS = 10_000
const ROUNDS = 5
/** How many times the map is dragged and zoomed between the two readings of its memory. */
const MOVES = 200
const STEPS_PER_DRAG = 5
const FIRST_PAINT_BUDGET_MS = 1000
const FRAME_BUDGET_MS = 33
const SUGGESTIONS_BUDGET_MS = 100

const MAP = '[aria-label="Map of the results"]'

/**
 * Measures the map of many houses on a slow phone: its first paint, its frames while it is dragged,
 * its memory, and the suggestions of places.
 */
export async function measureMap(report: Report) {
  const directory = temporaryDirectory()
  const server = await startProxiedServer(directory)
  try {
    logProgress(`Adding ${LISTINGS} houses…`)
    await server.withDatabase(async (db) => {
      await insertPlaces(db)
      await insertListings(db, generateListings(LISTINGS))
      await bumpRevision(db, isOneOf([]))
    })
    const phone = await openPhone(server.origin, fullChromiumOptions)
    try {
      const { page } = phone
      await page.goto('/login?from=/listings')
      await signIn(page, await server.addSubscriber({ favorites: [] }))
      await page.getByRole('article').first().waitFor()
      await phone.untilWorkerServes()
      // The first visit puts the counts into the server's cache.
      await openMap(page)
      await slowDown(page)
      const paints: number[] = []
      for (let round = 0; round < ROUNDS; round++) paints.push(await openMap(page))
      report({
        what: `First map paint, ${SLOWDOWN}× slower CPU, warm`,
        ...medianOf(paints),
        unit: 'ms',
        atMost: FIRST_PAINT_BUDGET_MS,
      })
      report(...(await measureMoves(page)))
      report(await measureSuggestions(page))
    } finally {
      await phone.close()
    }
  } finally {
    await server.close()
    removeDirectory(directory)
  }
}

/** Taps "Map" on the list of houses. Returns the milliseconds until the map shows its circles. */
async function openMap(page: Page) {
  await page.goto('about:blank')
  await page.goto('/listings')
  await page.getByRole('article').nth(2).waitFor()
  const button = page.getByRole('button', { name: 'Map', exact: true })
  await button.evaluate((element) => {
    element.addEventListener('click', () => performance.mark('tap'), { once: true, capture: true })
  })
  await button.tap()
  const painted = await page.waitForFunction((map) => {
    const element = document.querySelector(map)
    const isShown = element?.querySelector('canvas') && /on the map\./.test(element.textContent)
    return isShown && performance.now() - (performance.getEntriesByName('tap')[0]?.startTime ?? 0)
  }, MAP)
  return Number(await painted.jsonValue())
}

/**
 * Names of places, with a space before the last letter. Each name is typed only once, so that no
 * response comes from a cache.
 */
const TYPED = ['Matsuyam a', 'Uwajim a', 'Kof u', 'Onomich i', 'Hakodat e', 'Kanazaw a', 'Seiy o']

/** Types the last letter of a name. Measures the time until its place is among the suggestions. */
async function measureSuggestions(page: Page): Promise<Line> {
  await page.goto('/listings')
  await page.getByRole('button', { name: /^Filters/ }).tap()
  // When the plain field gets the focus, a field with suggestions replaces it.
  await page.getByLabel('Place, station or region').focus()
  const field = page.getByRole('combobox', { name: 'Place, station or region' })
  const times: number[] = []
  for (const typed of TYPED) {
    const [start = '', letter = ''] = typed.split(' ')
    await field.fill(start)
    await page.locator('[role=option]').first().waitFor()
    await field.evaluate((element) => {
      element.addEventListener('input', () => performance.mark('key'), { once: true })
      performance.clearMarks('key')
    })
    await field.press(letter)
    const painted = await page.waitForFunction((name) => {
      const isShown = [...document.querySelectorAll('[role=option]')].some((option) =>
        option.textContent?.startsWith(name),
      )
      const key = performance.getEntriesByName('key')[0]?.startTime
      return isShown && key !== undefined && performance.now() - key
    }, start + letter)
    times.push(Number(await painted.jsonValue()))
  }
  return {
    what: `Suggestions painted after a key, ${SLOWDOWN}× slower CPU`,
    ...medianOf(times),
    unit: 'ms',
    atMost: SUGGESTIONS_BUDGET_MS,
  }
}

/** Drags the map to and fro and zooms it. */
async function measureMoves(page: Page): Promise<Line[]> {
  const devtools = await page.context().newCDPSession(page)
  const box = await page.locator(MAP).locator('canvas').first().boundingBox()
  if (!box) throw new Error('The map is not drawn')
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 }

  const before = await heapMegabytes(devtools)
  await page.evaluate(RECORD_FRAMES)
  for (let move = 0; move < MOVES; move++) {
    const way = move % 2 === 0 ? 1 : -1
    await page.mouse.move(middle.x, middle.y)
    await page.mouse.down()
    await page.mouse.move(middle.x + way * 80, middle.y + way * 60, { steps: STEPS_PER_DRAG })
    await page.mouse.up()
    if (move % 10 === 9) await page.mouse.wheel(0, move % 20 === 9 ? -120 : 120)
  }
  const frames = await page.evaluate<number[]>('window.frames_')
  const after = await heapMegabytes(devtools)
  return [
    {
      what: `Dragging the map, ${SLOWDOWN}× slower CPU: time between frames, p95`,
      value: percentile(frames, 0.95),
      unit: 'ms',
      atMost: FRAME_BUDGET_MS,
    },
    {
      what: `Memory of the page after ${MOVES} drags and zooms, compared with before`,
      value: after - before,
      unit: 'MB',
    },
  ]
}

const RECORD_FRAMES = `
  window.frames_ = []
  let last = performance.now()
  requestAnimationFrame(function next(now) {
    window.frames_.push(now - last)
    last = now
    requestAnimationFrame(next)
  })
`

async function heapMegabytes(devtools: CDPSession) {
  await devtools.send('HeapProfiler.collectGarbage')
  const { usedSize } = await devtools.send('Runtime.getHeapUsage')
  return usedSize / 1_000_000
}
