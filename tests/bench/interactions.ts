import type { Locator, Page } from '@playwright/test'
import { OperatorError } from '#server/errors/operator-error.ts'
import { signIn } from '#tests/e2e/fixtures.ts'
import { fullChromiumOptions } from '#tests/support/chromium.ts'
import { openPhone } from '#tests/support/phone.ts'
import { accountOf, type Product, withProduct } from '#tests/support/product.ts'
import type { Line, Report } from './measurement.ts'
import { logProgress } from './progress.ts'
import { SLOWDOWN, slowDown } from './slow-phone.ts'
import { MEASURE_TAP, type Measured } from './tap-measure.ts'

/** With more taps, the section would take longer than three minutes. */
const TAPS = 5
/** The timeout for the response to a tap, in milliseconds. A longer wait fails the measurement. */
const RESPONSE_TIMEOUT_MS = 10_000
/** The maximum time from a tap to the frame that shows its result, in milliseconds. */
const RESPONSE_BUDGET_MS = 100
/** The maximum duration of a task that delays the next tap, in milliseconds. */
const TASK_BUDGET_MS = 50

/** An action that people repeat often. */
interface Interaction {
  what: string
  /** Prepares the page for the action. */
  before?: (page: Page) => Promise<void>
  /** The element to tap. For an interaction with a `choice`, this is the select field. */
  target: (page: Page, round: number) => Locator
  choice?: (round: number) => string
  /** A JavaScript expression. Its value changes when the page responds. */
  response: (round: number) => string
  /** Undoes the action, so that it can be repeated. */
  after?: (page: Page) => Promise<void>
  hasBudget: boolean
}

const FIRST_CARD = `document.querySelector('main article')?.id`
const RESULTS = `[document.querySelector('main [aria-busy]')?.ariaBusy, ${FIRST_CARD}].join()`
const PHOTO = `[...document.querySelectorAll('dialog [role=status]')].map((status) => status.textContent).join()`
const HEADING = `document.querySelector('h1')?.textContent`
const SORTS = ['price-asc', 'newest']
const PREFECTURES = ['hokkaido', '']

const INTERACTIONS: Interaction[] = [
  {
    what: 'Favorite',
    target: (page, round) => page.locator('article [aria-pressed]').nth(round % 10),
    response: (round) =>
      `document.querySelectorAll('article [aria-pressed]')[${round % 10}].ariaPressed`,
    hasBudget: true,
  },
  {
    what: 'Sort',
    target: (page) => page.getByLabel('Sort By'),
    choice: (round) => choiceOf(SORTS, round),
    response: () => RESULTS,
    hasBudget: false,
  },
  {
    what: 'Page',
    target: (page, round) => page.getByRole('link', { name: choiceOf(['Next', 'Prev'], round) }),
    response: () => RESULTS,
    hasBudget: true,
  },
  {
    what: 'Filter',
    before: openFilters,
    target: (page) => page.getByLabel('Prefecture', { exact: true }),
    choice: (round) => choiceOf(PREFECTURES, round),
    response: () => RESULTS,
    hasBudget: true,
  },
  {
    what: 'Gallery',
    target: (page, round) => page.locator('article h2 button').nth(round % 10),
    response: () => `document.querySelector('dialog[open] img') !== null`,
    after: closeGallery,
    hasBudget: true,
  },
  {
    what: 'Next photo',
    before: openGallery,
    target: (page, round) =>
      page.getByRole('button', { name: choiceOf(['Next photo', 'Previous photo'], round) }),
    response: () => PHOTO,
    hasBudget: true,
  },
  {
    what: 'Tab',
    target: (page, round) =>
      page.getByRole('link', { name: choiceOf(['Favorites', 'All Listings'], round) }),
    response: () => HEADING,
    hasBudget: false,
  },
]

/**
 * Measures the time from a tap to its visible result on a slow phone, and how long the next tap
 * would have to wait. `size` is the number of cards on the page.
 */
export function measureInteractions(report: Report, size: 20 | 100) {
  return withProduct((product) => measure(product, report, size))
}

async function measure(product: Product, report: Report, size: number) {
  const phone = await openPhone(product.origin, fullChromiumOptions)
  try {
    const { page } = phone
    await signIn(page, accountOf(product, 'subscriber'))
    await phone.untilWorkerServes()
    await page.addInitScript(MEASURE_TAP)
    await slowDown(page)
    for (const interaction of INTERACTIONS) {
      logProgress(`${interaction.what}, ${size} cards…`)
      // Go to a blank page between interactions. Otherwise, the app would reopen the dialog that the
      // last interaction left open.
      await page.goto('about:blank')
      await page.goto(`/listings?pageSize=${size}`)
      await page.locator(`article:nth-child(${size})`).waitFor()
      report(...summarize(interaction, size, await measureTaps(page, interaction)))
    }
  } finally {
    await phone.close()
  }
}

function summarize({ what, hasBudget }: Interaction, size: number, all: Measured[]): Line[] {
  // Leave out the first two taps, because they also load code and prefetch the neighbouring pages.
  const [first, , ...taps] = all
  const responses = taps.map(({ response }) => response)
  const tasks = taps.map(({ longestTask }) => longestTask)
  const name = `${what}, ${size} cards, ${SLOWDOWN}× slower CPU`
  return [
    {
      what: `${name}: the slowest of ${TAPS} responds within`,
      value: Math.max(...responses),
      unit: 'ms',
      repeats: responses,
      ...(hasBudget && { atMost: RESPONSE_BUDGET_MS }),
    },
    {
      what: `${name}: longest task`,
      value: Math.max(...tasks),
      unit: 'ms',
      repeats: tasks,
      atMost: TASK_BUDGET_MS,
    },
    {
      what: `${name}: the first responds within`,
      value: first?.response ?? Number.NaN,
      unit: 'ms',
    },
  ]
}

async function measureTaps(page: Page, interaction: Interaction) {
  const taps: Measured[] = []
  for (let round = 0; round < TAPS + 2; round++) {
    await interaction.before?.(page)
    taps.push(await measureTap(page, interaction, round))
    await interaction.after?.(page)
  }
  return taps
}

async function measureTap(page: Page, interaction: Interaction, round: number) {
  const { what, response, choice } = interaction
  const target = interaction.target(page, round)
  const act = await (choice ? prepareChoice(page, target, choice(round)) : prepareTap(page, target))
  // For a choice, start measuring at the `change` event. The time that a person takes to choose
  // comes before this event and does not count.
  const event = choice ? 'change' : 'click'
  // Install the listener before the tap, because the tap can be faster than another call into the
  // page.
  await page.evaluate(
    `void (window.measured = measureTap('${event}', () => ${response(round)}, ${RESPONSE_TIMEOUT_MS}))`,
  )
  await act()
  const measured = await page.evaluate<Measured | null>('measured')
  if (measured) return measured
  throw new OperatorError(
    `${what}: the page showed no response to tap ${round + 1} within ${RESPONSE_TIMEOUT_MS / 1000} s.`,
  )
}

/**
 * Finds the field before the measurement starts, so that the search for the field is not measured.
 */
async function prepareChoice(page: Page, target: Locator, value: string) {
  await page.evaluate('untilStill()')
  const field = await target.elementHandle()
  if (!field) throw new Error('The field is not on the page')
  return () => field.selectOption(value)
}

/**
 * Finds the position of the element before the measurement starts, so that the search for the
 * position is not measured.
 */
async function prepareTap(page: Page, target: Locator) {
  await target.tap({ trial: true })
  await page.evaluate('untilStill()')
  const box = await target.boundingBox()
  if (!box) throw new Error('The element to tap is not on the page')
  return () => page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2)
}

function choiceOf(choices: string[], round: number) {
  return choices[round % choices.length] ?? ''
}

async function openFilters(page: Page) {
  if (await page.locator('dialog[open]').isVisible()) return
  await page.getByRole('button', { name: 'Filters' }).tap()
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
