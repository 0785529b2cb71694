import { endpoints } from '#contract/index.ts'
import { withTimeout } from '#server/concurrency/concurrency.ts'
import { shorten } from '#server/normalise/text.ts'
import { type Claimant, localPart, unclaimed } from './claimed-changes.ts'
import { rememberDatabase } from './database-changes.ts'
import { type CallerName, type HostileWorld, MARKS } from './hostile-world.ts'
import type { SentRequest } from './request-drafts.ts'

/**
 * The timeout of one response, in milliseconds. Even a busy machine needs far less, so a slower
 * response counts as hanging.
 */
const RESPONSE_TIMEOUT_MS = 20_000

/** Text in a response that reveals how the server works. */
const INTERNALS =
  /\bat .+:\d+:\d+|node_modules|\.[cm]?[jt]sx?\b|\/(tmp|home|src)\/|\b(select|insert|update|delete) .* (from|into|set)\b|violates|syntax error|duplicate key|invalid input|relation "|ECONN|ENOENT|zod|drizzle|postgres|pglite|_hash\b|stripe_customer|\b(hidden|withdrawn|edited)_/i

/**
 * Whether the endpoint's handler set the status. Otherwise, an earlier check refused the request.
 */
const isDecided = (status: number) => status < 400 || [402, 404, 409, 429].includes(status)

/**
 * Returns `send`, and a count of its requests. `send` sends one hostile request, and finds every
 * problem with the response and its effects. `send` then restores the database, so that each
 * request meets the same data.
 */
export async function openRun(world: HostileWorld) {
  let database = await rememberDatabase(world.server.services.db)
  const tally = {
    requests: 0,
    /** The number of requests from callers who may use the endpoint. */
    signedIn: 0,
    /** The number of allowed requests that also passed input validation. */
    valid: 0,
    accepted: 0,
    /** The longest response time, in milliseconds. */
    slowest: 0,
  }

  /** Resolves with a sentence for every problem. */
  async function send(claimant: Claimant, request: SentRequest) {
    const { how, path, texts, ...init } = request
    const startedAt = performance.now()
    const response = await withTimeout(
      RESPONSE_TIMEOUT_MS,
      world.server.fetch(path, init as RequestInit),
      null,
    )
    if (!response) return [`${how}: no answer`]
    const text = await response.text()
    tally.slowest = Math.max(tally.slowest, performance.now() - startedAt)
    count(claimant, response.status)

    await world.settle()
    const wrong = [
      ...(response.ok && !claimant.isLetIn ? ['to somebody who is not let in'] : []),
      ...world.takeBugs().map((bug) => `reported ${bug}`),
      ...wrongIn(text, response.status, request, claimant),
      ...(await wrongChanges(claimant, { isAccepted: response.ok })),
    ]
    return wrong.map((what) => `${claimant.caller} ${how}: ${response.status} ${what}`)
  }

  async function wrongChanges(claimant: Claimant, answer: { isAccepted: boolean }) {
    const changes = await database.changes()
    if (changes.length === 0) return []
    for (const { table, after } of changes) {
      if (table === 'stripe_events' && after)
        after.user_id = await world.personOf(after.stripe_customer_id)
    }
    const isStripeInvolved = changes.some(({ table }) => table === 'stripe_events')
    if (isStripeInvolved) await world.endPayments()
    await database.setBack()
    if (claimant.endpoint.endsWith('Import')) await world.layBack()
    if (isStripeInvolved && (await world.payAgain())) {
      database = await rememberDatabase(world.server.services.db)
    }
    return unclaimed(changes, claimant, answer).map(
      ({ table, before, after }) =>
        `and ${table} ${shorten(JSON.stringify(before), 300)} → ${shorten(JSON.stringify(after), 300)}, which tests/support/claimed-changes.ts does not allow`,
    )
  }

  function count({ endpoint, caller }: Claimant, status: number) {
    const access = endpoints.get(endpoint)?.access ?? 'public'
    tally.requests += 1
    if (access !== 'public' && (caller === null || status === 401 || status === 403)) return
    tally.signedIn += 1
    if (isDecided(status)) tally.valid += 1
    if (status < 400) tally.accepted += 1
  }

  return { send, tally }
}

/** Describes who sends a request, and which ids and addresses the request may contain. */
export function claimantOf(endpoint: string, caller: CallerName, request: SentRequest): Claimant {
  const { method, texts } = request
  return {
    endpoint,
    method,
    caller: caller === 'visitor' ? null : caller,
    isLetIn: true,
    mayName: caller === 'admin',
    named: texts,
    addressed: texts.map(localPart),
  }
}

/** Finds what a response reveals but must not reveal. */
function wrongIn(text: string, status: number, request: SentRequest, { caller }: Claimant) {
  const { texts, method } = request
  const said = texts.join('\n')
  const leaks = MARKS.filter(
    ({ mark, hiddenFrom }) =>
      hiddenFrom.includes((caller ?? 'visitor') as CallerName) &&
      text.includes(mark) &&
      !said.includes(mark),
  ).map(({ mark }) => `with ${mark}`)
  if (status < 400) return leaks
  const sentence = sentenceOf(text)
  if (sentence === null && method !== 'HEAD')
    leaks.push(`without a sentence: ${text.slice(0, 200)}`)
  // A response may repeat what the request contained.
  const longestFirst = texts.filter(Boolean).sort((a, b) => b.length - a.length)
  const own = longestFirst.reduce((rest, said) => rest.replaceAll(said, ''), sentence ?? '')
  if (status >= 500 || INTERNALS.test(own)) leaks.push(`saying ${sentence}`)
  return leaks
}

function sentenceOf(text: string) {
  // Webhook responses to Stripe have only a status.
  if (text === '') return ''
  try {
    const { detail } = JSON.parse(text)
    return typeof detail === 'string' && detail.length < 200 ? detail : null
  } catch {
    return null
  }
}
