import { signIn } from '#tests/e2e/fixtures.ts'
import { type FieldServer, startFieldServer } from '#tests/support/field-server.ts'
import { generateListings, insertListings } from '#tests/support/generated-listings.ts'
import { openPhone, type Phone } from '#tests/support/phone.ts'
import { KEPT_HOUSES } from '#tests/support/photographed-houses.ts'
import { type Line, median, medianOf } from './measurement.ts'
import { SLOWDOWN, slowDown } from './slow-phone.ts'

const ROUNDS = 5
const MANY = 500

/** What a page notes of its own start; milliseconds since it began. */
interface Start {
  /** When what is kept was first asked for. */
  asked?: number
  /** When the first house was on the screen. */
  painted?: number
  /** When a drawing would have been that the worker has kept as well. */
  floor?: number
}

/** From opening the app without a network or a server, in a browser that was just started. */
export async function measureOffline(): Promise<Line[]> {
  const server = await startFieldServer()
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
        what: `Offline cold start to ${MANY} favorites, ${SLOWDOWN}× slower CPU`,
        ...medianOf(many.map(({ painted }) => painted)),
        unit: 'ms',
      },
      {
        what: `From reading ${MANY} kept favorites to the first on the screen, ${SLOWDOWN}× slower CPU`,
        ...medianOf(many.map(({ asked, painted }) => painted - asked)),
        unit: 'ms',
      },
    ]
  } finally {
    await server.close()
  }
}

async function measureStarts(server: FieldServer, favorites: string[]) {
  const phone = await openPhone(server.origin)
  try {
    await phone.page.goto('/login?from=/favorites')
    await signIn(phone.page, await server.addSubscriber({ favorites }))
    await phone.page.getByRole('article').first().waitFor()
    await phone.untilWorkerServes()
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
  const drawing = await open(phone, '/favicon.svg', NOTE_DRAWING)
  const favorites = await open(phone, '/favorites', NOTE_START)
  return { ...favorites, floor: drawing.painted }
}

/** Opens a page in a browser that was just started. */
async function open(phone: Phone, path: string, note: string) {
  await phone.restart()
  const { page } = phone
  await slowDown(page)
  await page.addInitScript(note)
  await page.goto(path, { waitUntil: 'commit' })
  return page.evaluate<Required<Start>>(UNTIL_PAINTED)
}

/** Runs in the page before anything of ours. A text, since functions are compiled for this process. */
const NOTE_START = `
  const start = (window.start = {})
  const { get } = IDBObjectStore.prototype
  IDBObjectStore.prototype.get = function (key) {
    start.asked ??= performance.now()
    return get.call(this, key)
  }
  new MutationObserver((_, observer) => {
    if (!document.querySelector('main article')) return
    observer.disconnect()
    // After the frame that shows it.
    requestAnimationFrame(() => setTimeout(() => (start.painted = performance.now())))
  }).observe(document, { childList: true, subtree: true })
`

const NOTE_DRAWING = `
  const start = (window.start = {})
  requestAnimationFrame(() => setTimeout(() => (start.painted = performance.now())))
`

const UNTIL_PAINTED = `
  new Promise((resolve) => {
    const look = () => (start.painted ? resolve(start) : setTimeout(look, 50))
    look()
  })
`
