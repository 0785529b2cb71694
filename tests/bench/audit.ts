import { loadLighthouse } from './load-lighthouse.ts'
import type { MeasuredBrowser } from './measured-browser.ts'
import { type Measurement, medianOf } from './measurement.ts'
import { logProgress } from './progress.ts'
import type { Result, RunnerResult } from './tools/lighthouse.js'

/** The figures of a visit. Each figure has a name for the table and a unit. */
const FIGURES = {
  performance: ['performance', 'points'],
  largestPaint: ['largest paint (LCP)', 'ms'],
  firstPaint: ['first paint (FCP)', 'ms'],
  blocking: ['blocking (TBT)', 'ms'],
  interactive: ['interactive (TTI)', 'ms'],
  shift: ['layout shift (CLS)', ''],
  processor: ['main thread, processor time', 'ms'],
  script: ['JavaScript', 'kB'],
  accessibility: ['accessibility', 'points'],
  bestPractices: ['best practices', 'points'],
  searchability: ['SEO', 'points'],
} satisfies Record<string, [string, Measurement['unit']]>
export type Figure = keyof typeof FIGURES
export interface Audit extends Record<Figure, number> {
  /** The failed audits that do not depend on timing, by Lighthouse's ids. */
  failedAudits: string[]
}

export interface Visited {
  name: string
  url: string
  browser: MeasuredBrowser
}

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const

/**
 * The kinds of storage that Lighthouse clears before a first visit. The list omits local storage,
 * because local storage holds the session.
 */
const CLEARED_STORAGE = [
  'cache_storage',
  'file_systems',
  'indexeddb',
  'service_workers',
  'shader_cache',
] as const

/** A table line with the median of several visits. */
export function lineOf(figure: Figure, of: string, audits: Audit[]): Measurement {
  const [what, unit] = FIGURES[figure]
  return { what: `${of}: ${what}`, ...medianOf(audits.map((audit) => audit[figure])), unit }
}

/**
 * Visits the pages in turn, several times, so that other load on the machine affects all pages
 * alike.
 */
export async function auditInTurn(pages: Visited[], rounds: number, { isRepeat = false } = {}) {
  const audits = new Map(pages.map(({ name }): [string, Audit[]] => [name, []]))
  for (let round = 0; round < rounds; round++) {
    logProgress(`${isRepeat ? 'Repeat' : 'First'} visits, round ${round + 1} of ${rounds}…`)
    for (const page of pages) audits.get(page.name)?.push(await audit(page, { isRepeat }))
  }
  return audits
}

/**
 * One Lighthouse visit, as a phone on a slow network. A repeat visit keeps what earlier visits
 * stored in the browser. A first visit starts with an empty browser.
 */
async function audit(
  { url, browser: { port } }: Visited,
  { isRepeat }: { isRepeat: boolean },
): Promise<Audit> {
  const lighthouse = await loadLighthouse()
  const visit = () =>
    lighthouse(url, {
      port,
      logLevel: 'error',
      onlyCategories: [...CATEGORIES],
      disableStorageReset: isRepeat,
      clearStorageTypes: [...CLEARED_STORAGE],
    })
  let run = await visit()
  // Sometimes the trace that Lighthouse records has no start of the navigation. A second visit
  // usually succeeds.
  if (run?.lhr.runtimeError?.code === 'NO_NAVSTART') run = await visit()
  if (!run) throw new Error(`Lighthouse returned no result for ${url}`)
  const { lhr } = run
  if (lhr.runtimeError) throw new Error(`${url}: ${lhr.runtimeError.message}`)
  if (new URL(lhr.finalDisplayedUrl).pathname !== new URL(url).pathname) {
    throw new Error(`${url} redirected to ${lhr.finalDisplayedUrl}`)
  }
  return {
    performance: scoreOf(lhr, 'performance'),
    largestPaint: numberOf(lhr, 'largest-contentful-paint'),
    firstPaint: numberOf(lhr, 'first-contentful-paint'),
    blocking: numberOf(lhr, 'total-blocking-time'),
    interactive: numberOf(lhr, 'interactive'),
    shift: numberOf(lhr, 'cumulative-layout-shift'),
    processor: processorTime(run),
    script: scriptBytes(lhr) / 1000,
    accessibility: scoreOf(lhr, 'accessibility'),
    bestPractices: scoreOf(lhr, 'best-practices'),
    searchability: scoreOf(lhr, 'seo'),
    failedAudits: failedAuditsOf(lhr),
  }
}

/** A score out of 100. */
function scoreOf({ categories }: Result, id: (typeof CATEGORIES)[number]) {
  const { score } = categories[id] ?? {}
  if (typeof score !== 'number') throw new Error(`Lighthouse gave no score for ${id}`)
  return Math.round(100 * score)
}

function numberOf(lhr: Result, id: string) {
  const value = lhr.audits[id]?.numericValue
  if (value === undefined) throw new Error(`Lighthouse could not measure ${id}`)
  return value
}

/**
 * The CPU time of the renderer's main thread on this machine, without throttling. Other threads use
 * too little CPU time to matter.
 */
function processorTime({ artifacts }: RunnerResult) {
  const events = artifacts.Trace.traceEvents
  const paint = events.findLast(({ name }) => name === 'firstContentfulPaint')
  const microseconds = events
    .filter(({ name, pid, tid }) => name === 'RunTask' && pid === paint?.pid && tid === paint.tid)
    .reduce((sum, { tdur = 0 }) => sum + tdur, 0)
  return microseconds / 1000
}

/** The size of all scripts as transferred, in bytes. */
function scriptBytes(lhr: Result) {
  const { details } = lhr.audits['network-requests'] ?? {}
  if (details?.type !== 'table') throw new Error('Lighthouse did not list the requests')
  return details.items
    .filter(({ resourceType }) => resourceType === 'Script')
    .reduce((sum, { transferSize }) => sum + Number(transferSize), 0)
}

function failedAuditsOf({ categories, audits }: Result) {
  return CATEGORIES.filter((category) => category !== 'performance')
    .flatMap((category) => categories[category]?.auditRefs ?? [])
    .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
    .map(({ id }) => id)
}
