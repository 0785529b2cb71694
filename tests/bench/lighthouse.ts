import { browserUrl, listen, stopListening } from '#server/http/listen.ts'
import { signIn } from '#tests/e2e/fixtures.ts'
import { accountOf, type Product, withProduct } from '#tests/support/product.ts'
import { type Audit, auditInTurn, type Figure, lineOf, type Visited } from './audit.ts'
import { type MeasuredBrowser, withMeasuredBrowser } from './measured-browser.ts'
import type { Measurement, Report } from './measurement.ts'

const ROUNDS = 5
/** The only page with budgets, which apply to cold visits. */
const BUDGET_PAGE = '/free-preview'
const FLOOR = 'static HTML'

const PAINTS: Figure[] = ['largestPaint', 'firstPaint']
const TIMED: Figure[] = ['performance', ...PAINTS, 'blocking', 'processor', 'shift']
const UNTIMED: Figure[] = ['accessibility', 'bestPractices', 'searchability']
const BUDGETS: Partial<Record<Figure, Pick<Measurement, 'atMost' | 'atLeast'>>> = {
  performance: { atLeast: 98 },
  largestPaint: { atMost: 1200 },
  shift: { atMost: 0.01 },
  accessibility: { atLeast: 100 },
  bestPractices: { atLeast: 100 },
  searchability: { atLeast: 100 },
}

interface MeasuredServers {
  product: Product
  /**
   * The address of a minimal page. No real page can load faster, so its figures are the lower
   * bound.
   */
  floor: string
  visitor: MeasuredBrowser
  subscriber: MeasuredBrowser
}

/** Runs Lighthouse on the first pages that people see, with the sample houses. */
export function measurePages(report: Report) {
  return withMeasuredBrowser((visitor) =>
    withMeasuredBrowser((subscriber) =>
      withProduct((product) =>
        withFloor((floor) => measure({ product, floor, visitor, subscriber }, report)),
      ),
    ),
  )
}

async function measure({ product, floor, visitor, subscriber }: MeasuredServers, report: Report) {
  await signInBrowser(subscriber, product)
  const pages = [
    { name: '/free-preview', browser: visitor },
    { name: '/login', browser: visitor },
    { name: '/listings', browser: subscriber },
  ].map((page) => ({ ...page, url: product.origin + page.name }))
  const all = [...pages, { name: FLOOR, url: `${floor}/`, browser: visitor }]

  const cold = await auditInTurn(all, ROUNDS)
  for (const { name } of pages) logFailedAudits(name, cold.get(name))
  report(...linesOf('cold', cold))
  for (const page of pages) await untilWorkerServes(page)
  // This unmeasured visit fills the worker's cache, so that the measured visits find everything
  // there.
  await auditInTurn(pages, 1, { isRepeat: true })
  const repeat = await auditInTurn(all, ROUNDS, { isRepeat: true })
  report(...linesOf('repeat', repeat))
}

/** Serves the smallest possible page: a heading, in one response of a few bytes. */
async function withFloor<T>(use: (origin: string) => Promise<T>) {
  const page = '<!doctype html><meta name=viewport content=width=device-width><h1>Houses</h1>'
  const server = await listen(
    (_, response) => {
      response.setHeader('content-type', 'text/html; charset=utf-8').end(page)
    },
    { host: '127.0.0.1', port: 0 },
  )
  try {
    return await use(browserUrl(server))
  } finally {
    await stopListening(server)
  }
}

async function signInBrowser(browser: MeasuredBrowser, product: Product) {
  await browser.prepare(async (page) => {
    await page.goto(`${product.origin}/login?from=/listings`)
    await signIn(page, accountOf(product, 'subscriber'))
    await page.getByRole('article').first().waitFor()
  })
}

async function untilWorkerServes({ url, browser }: Visited) {
  await browser.prepare(async (page) => {
    await page.goto(url)
    await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  })
}

function linesOf(visit: 'cold' | 'repeat', audits: Map<string, Audit[]>) {
  const floors = audits.get(FLOOR) ?? []
  return [...audits].flatMap(([name, those]) =>
    (name === FLOOR ? PAINTS : figuresOf(visit)).map((figure): Measurement => {
      const floor = lineOf(figure, FLOOR, floors).value
      return {
        ...lineOf(figure, `${name}, ${visit}`, those),
        ...(name === BUDGET_PAGE && visit === 'cold' && BUDGETS[figure]),
        ...(PAINTS.includes(figure) && name !== FLOOR && { floor }),
      }
    }),
  )
}

function logFailedAudits(name: string, [audit]: Audit[] = []) {
  if (audit?.failedAudits.length)
    console.error(`${name} falls short in ${audit.failedAudits.join(', ')}`)
}

/** Scores that do not depend on timing are the same on every visit, so list them once. */
function figuresOf(visit: 'cold' | 'repeat') {
  return visit === 'cold' ? [...TIMED, ...UNTIMED] : TIMED
}
