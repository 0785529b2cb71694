import { endpoints } from '#contract/index.ts'
import { shorten } from '#normalise/text.ts'
import { withTimeout } from '#server/concurrency/concurrency.ts'
import { findDisallowedChanges, localPart, type RequestScope } from './allowed-changes.ts'
import { snapshotDatabase } from './database-snapshot.ts'
import type { SentRequest } from './request-drafts.ts'
import { type CallerName, SECRET_TEXTS, type TargetServer } from './target-server.ts'

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
const isHandled = (status: number) => status < 400 || [402, 404, 409, 429].includes(status)

/**
 * Returns `send`, and a count of its requests. `send` sends one hostile request, and finds every
 * problem with the response and with the changes that the request made. `send` then restores the
 * database, so that each request meets the same data.
 */
export async function openRun(target: TargetServer) {
  let database = await snapshotDatabase(target.server.services.db)
  const counts = {
    requests: 0,
    /** The number of requests from callers who may use the endpoint. */
    authorized: 0,
    /** The number of allowed requests that also passed input validation. */
    valid: 0,
    accepted: 0,
    /** The longest response time, in milliseconds. */
    slowest: 0,
  }

  /** Resolves with a sentence for every problem. */
  async function send(scope: RequestScope, request: SentRequest) {
    const { description, path, texts, ...init } = request
    const startedAt = performance.now()
    const response = await withTimeout(
      RESPONSE_TIMEOUT_MS,
      target.server.fetch(path, init as RequestInit),
      null,
    )
    if (!response) return [`${description}: no answer`]
    const text = await response.text()
    counts.slowest = Math.max(counts.slowest, performance.now() - startedAt)
    count(scope, response.status)

    await target.settle()
    const problems = [
      ...(response.ok && !scope.isAuthorized ? ['to an unauthorized caller'] : []),
      ...target.takeErrors().map((error) => `reported ${error}`),
      ...findLeaks(text, response.status, request, scope),
      ...(await describeDisallowedChanges(scope, { isAccepted: response.ok })),
    ]
    return problems.map((what) => `${scope.caller} ${description}: ${response.status} ${what}`)
  }

  async function describeDisallowedChanges(scope: RequestScope, answer: { isAccepted: boolean }) {
    const changes = await database.changes()
    if (changes.length === 0) return []
    for (const { table, after } of changes) {
      if (table === 'stripe_events' && after)
        after.user_id = await target.personOf(after.stripe_customer_id)
    }
    const isStripeInvolved = changes.some(({ table }) => table === 'stripe_events')
    if (isStripeInvolved) await target.cancelSubscriptions()
    await database.restore()
    if (scope.endpoint.endsWith('Import')) await target.restoreUpload()
    if (isStripeInvolved && (await target.restoreSubscription())) {
      database = await snapshotDatabase(target.server.services.db)
    }
    return findDisallowedChanges(changes, scope, answer).map(
      ({ table, before, after }) =>
        `and ${table} ${shorten(JSON.stringify(before), 300)} → ${shorten(JSON.stringify(after), 300)}, which tests/support/allowed-changes.ts does not allow`,
    )
  }

  function count({ endpoint, caller }: RequestScope, status: number) {
    const access = endpoints.get(endpoint)?.access ?? 'public'
    counts.requests += 1
    if (access !== 'public' && (caller === null || status === 401 || status === 403)) return
    counts.authorized += 1
    if (isHandled(status)) counts.valid += 1
    if (status < 400) counts.accepted += 1
  }

  return { send, counts }
}

/** Describes who sends a request, and which ids and addresses the request may contain. */
export function scopeOf(endpoint: string, caller: CallerName, request: SentRequest): RequestScope {
  const { method, texts } = request
  return {
    endpoint,
    method,
    caller: caller === 'visitor' ? null : caller,
    isAuthorized: true,
    canChangeTargets: caller === 'admin',
    targets: texts,
    emailOwners: texts.map(localPart),
  }
}

/** Finds what a response reveals but must not reveal. */
function findLeaks(
  text: string,
  status: number,
  request: SentRequest,
  { caller, endpoint }: RequestScope,
) {
  const { texts, method } = request
  const sent = texts.join('\n')
  const leaks = SECRET_TEXTS.filter(
    ({ secret, hiddenFrom, shownBy }) =>
      endpoint !== shownBy &&
      hiddenFrom.includes((caller ?? 'visitor') as CallerName) &&
      text.includes(secret) &&
      !sent.includes(secret),
  ).map(({ secret }) => `with ${secret}`)
  if (status < 400) return leaks
  const sentence = sentenceOf(text)
  if (sentence === null && method !== 'HEAD')
    leaks.push(`without a sentence: ${text.slice(0, 200)}`)
  // A response may repeat what the request contained.
  const longestFirst = texts.filter(Boolean).sort((a, b) => b.length - a.length)
  const own = longestFirst.reduce((rest, sentText) => rest.replaceAll(sentText, ''), sentence ?? '')
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
