import type { Page } from '@playwright/test'
import { signIn } from '#tests/e2e/fixtures.ts'
import { openPhone } from '#tests/support/phone.ts'
import { accountOf, type Product, withProduct } from '#tests/support/product.ts'
import { type Line, percentile } from './measurement.ts'
import { SLOWDOWN, slowDown } from './slow-phone.ts'

const TAPS = 25
/** On how many cards a page. */
const SIZES = [20, 100]
/** From a tap to the frame that shows what it did, milliseconds. */
const RESPONSE_BUDGET = 100
/** What keeps the main thread from the next tap, milliseconds. */
const TASK_BUDGET = 50

/** Something that people do again and again. */
interface Interaction {
  what: string
  /** Brings the page to where it can be done. */
  before?: (page: Page) => Promise<void>
  tap: (page: Page, round: number) => Promise<unknown>
  /** What changes on the page when it responds, as an expression. */
  response: (round: number) => string
  /** What ends with a change of a field is counted from there: choosing takes as long as one likes. */
  isChoice?: boolean
  /** Brings the page back to where it can be done again. */
  after?: (page: Page) => Promise<void>
  hasBudget: boolean
}

/** What a tap came to; milliseconds. */
interface Measured {
  /** Until the frame that showed the response. */
  response: number
  /** The longest task of the main thread until the page was still again; 0 when all were shorter than 50. */
  longestTask: number
}

const FIRST_CARD = `document.querySelector('main article')?.id`
const RESULTS = `[document.querySelector('main [aria-busy]')?.ariaBusy, ${FIRST_CARD}].join()`
const PHOTO = `document.querySelector('dialog [role=status]')?.textContent`
const HEADING = `document.querySelector('h1')?.textContent`
const SORTS = ['price-asc', 'newest']
const PREFECTURES = ['hokkaido', '']

const INTERACTIONS: Interaction[] = [
  {
    what: 'Favorite',
    tap: (page, round) =>
      page
        .locator('article [aria-pressed]')
        .nth(round % 10)
        .tap(),
    response: (round) =>
      `document.querySelectorAll('article [aria-pressed]')[${round % 10}].ariaPressed`,
    hasBudget: true,
  },
  {
    what: 'Sort',
    tap: (page, round) => choose(page, 'Sort By', SORTS, round),
    response: () => RESULTS,
    isChoice: true,
    hasBudget: false,
  },
  {
    what: 'Page',
    tap: (page, round) => page.getByRole('link', { name: round % 2 ? 'Prev' : 'Next' }).tap(),
    response: () => RESULTS,
    hasBudget: true,
  },
  {
    what: 'Filter',
    before: (page) => page.getByRole('button', { name: 'Filters' }).tap(),
    tap: (page, round) => choose(page, 'Prefecture', PREFECTURES, round),
    response: () => RESULTS,
    isChoice: true,
    after: (page) => page.getByRole('button', { name: 'Close' }).tap(),
    hasBudget: true,
  },
  {
    what: 'Gallery',
    tap: (page, round) =>
      page
        .locator('article h2 button')
        .nth(round % 10)
        .tap(),
    response: () => `document.querySelector('dialog[open] img') !== null`,
    after: closeGallery,
    hasBudget: true,
  },
  {
    what: 'Next photo',
    before: openGallery,
    tap: (page, round) =>
      page.getByRole('button', { name: round % 2 ? 'Previous photo' : 'Next photo' }).tap(),
    response: () => PHOTO,
    hasBudget: true,
  },
  {
    what: 'Tab',
    tap: (page, round) =>
      page.getByRole('link', { name: round % 2 ? 'All Listings' : 'Favorites' }).tap(),
    response: () => HEADING,
    hasBudget: false,
  },
]

/** From a tap to what it shows, on a phone whose processor is slow, and whether the next tap has to wait. */
export function measureInteractions(): Promise<Line[]> {
  return withProduct(measure)
}

async function measure(product: Product) {
  const phone = await openPhone(product.origin)
  try {
    const { page } = phone
    await signIn(page, accountOf(product, 'subscriber'))
    await phone.untilWorkerServes()
    await page.addInitScript(MEASURE_TAP)
    await slowDown(page)
    const lines: Line[] = []
    for (const size of SIZES) {
      for (const interaction of INTERACTIONS) {
        await page.goto(`/listings?pageSize=${size}`)
        await page.locator(`article:nth-child(${size})`).waitFor()
        lines.push(...summarize(interaction, size, await measureTaps(page, interaction)))
      }
    }
    return lines
  } finally {
    await phone.close()
  }
}

function summarize({ what, hasBudget }: Interaction, size: number, taps: Measured[]): Line[] {
  const responses = taps.map(({ response }) => response)
  const tasks = taps.map(({ longestTask }) => longestTask)
  const name = `${what}, ${size} cards, ${SLOWDOWN}× slower CPU`
  return [
    {
      what: `${name}: 98% respond within`,
      value: percentile(responses, 0.98),
      unit: 'ms',
      repeats: responses,
      ...(hasBudget && { atMost: RESPONSE_BUDGET }),
    },
    {
      what: `${name}: longest task`,
      value: Math.max(...tasks),
      unit: 'ms',
      repeats: tasks,
      atMost: TASK_BUDGET,
    },
  ]
}

/** The first two are not counted: they load the code, and the pages that are then at hand. */
async function measureTaps(page: Page, interaction: Interaction) {
  const taps: Measured[] = []
  for (let round = 0; round < TAPS + 2; round++) {
    await interaction.before?.(page)
    await page.evaluate('untilStill()')
    const event = interaction.isChoice ? 'change' : 'click'
    const [measured] = await Promise.all([
      page.evaluate<Measured>(`measureTap('${event}', () => ${interaction.response(round)})`),
      interaction.tap(page, round),
    ])
    taps.push(measured)
    await interaction.after?.(page)
  }
  return taps.slice(2)
}

function choose(page: Page, label: string, choices: string[], round: number) {
  return page.getByLabel(label).selectOption(choices[round % choices.length] ?? '')
}

async function openGallery(page: Page) {
  if (await page.locator('dialog[open]').isVisible()) return
  await page.locator('article h2 button').first().tap()
  await page.locator('dialog[open] img').first().waitFor()
}

async function closeGallery(page: Page) {
  await page.keyboard.press('Escape')
  await page.locator('dialog[open]').waitFor({ state: 'detached' })
}

/** Runs in the page. A text, since functions are compiled for this process. */
const MEASURE_TAP = `
  const STILL = 300
  const EVERYTHING = { subtree: true, childList: true, attributes: true, characterData: true }
  const tasks = []
  new PerformanceObserver((list) => tasks.push(...list.getEntries())).observe({ type: 'longtask' })

  /** Resolves when nothing has changed for a while. */
  window.untilStill = () => new Promise((resolve) => {
    const done = () => (observer.disconnect(), resolve())
    let timer = setTimeout(done, STILL)
    const observer = new MutationObserver(() => {
      clearTimeout(timer)
      timer = setTimeout(done, STILL)
    })
    observer.observe(document, EVERYTHING)
  })

  /** From the next event of this type to the frame that shows what it did. */
  window.measureTap = async (type, read) => {
    const before = read()
    let still
    const timeStamp = await new Promise((resolve) => {
      addEventListener(type, ({ timeStamp }) => {
        still = untilStill()
        const observer = new MutationObserver(() => {
          if (read() === before) return
          observer.disconnect()
          resolve(timeStamp)
        })
        observer.observe(document, EVERYTHING)
      }, { capture: true, once: true })
    })
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
    const response = performance.now() - timeStamp
    await still
    await untilStill()
    const durations = tasks.filter(({ startTime, duration }) => startTime + duration > timeStamp).map(({ duration }) => duration)
    return { response, longestTask: Math.max(0, ...durations) }
  }
`
