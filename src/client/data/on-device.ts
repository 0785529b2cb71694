import {
  notifyManager,
  onlineManager,
  type Query,
  type QueryFunctionContext,
  type QueryKey,
} from '@tanstack/react-query'
import { isUnanswered, NetworkError } from '#client/api/failures.ts'
import { catalogueMark } from '#client/catalogue/catalogue-mark.ts'
import { knownRevision } from '#client/catalogue/known-revision.ts'
import type { Input, Output, Question } from '#client/catalogue/questions.ts'
import type { Persister } from '#client/query-store/persisted-query.ts'
import { ratesQuery } from './rates.ts'
import { isOnlyCard } from './to-listing.ts'

/**
 * Options of a query that the catalogue on this device can answer. If the device has the newest
 * revision, its answer is the only one. Otherwise its answer is shown until the server has answered.
 * `persister` persists the answers of the server, which are then shown if they are newer.
 */
export function onDevice<Q extends Question>(
  question: Q,
  input: Input<Q>,
  persister?: Persister<Output<Q>>,
) {
  const next: Persister<Output<Q>> = persister ?? ((queryFn, context) => queryFn(context))
  const askDeviceFirst: Persister<Output<Q>> = async (queryFn, context, query) => {
    const answer = await ask(question, input, context)
    if (!answer) return next(queryFn, context, query)
    const { data, revision, checkedAt } = answer
    const isPart = isOnlyCard(data) || isPartialCount(data)
    // The server also knows the history of a house, which the catalogue lacks.
    const isComplete = question !== 'getListing' && !isPart
    if (isComplete && knownRevision.isNewest(revision)) return data
    // The query already shows an answer. Only the server can have a newer one.
    if (query.state.data !== undefined) return next(queryFn, context, query)
    const knownAt = Math.max(checkedAt, knownRevision.heardAt(revision))
    const isPersistedSince = persister && (await persistedAt(query.queryKey)) > knownAt
    // A house that was opened before may be persisted with all its fields.
    if (isPart || isPersistedSince) {
      const fetch = onlineManager.isOnline() ? queryFn : () => Promise.reject(new NetworkError())
      try {
        return await next(fetch, context, query)
      } catch (error) {
        if (isUnanswered(error)) return data
        throw error
      }
    }
    notifyManager.schedule(() => {
      query.setState({ dataUpdatedAt: knownAt })
      void refetch(query)
    })
    return data
  }
  return { persister: askDeviceFirst }
}

async function ask<Q extends Question>(
  question: Q,
  input: Input<Q>,
  { client }: Pick<QueryFunctionContext, 'client'>,
) {
  if (!catalogueMark.isReady()) return undefined
  // If this code fails to load, the server answers.
  const catalogue = await import('#client/catalogue/ask-catalogue.ts').catch(() => undefined)
  return catalogue?.askCatalogue(question, input, client.getQueryData(ratesQuery.queryKey))
}

/** Refetches from the server, unless the device turns out to have the newest revision. */
async function refetch(query: Query) {
  // Without this wait, each start of the app would ask the server for results that the device has.
  await knownRevision.untilHeard()
  // Ignore errors here, because the components that show the query handle them.
  if (onlineManager.isOnline() && query.isActive()) query.fetch().catch(() => undefined)
}

/** Whether the device left out saved searches that only the server may be able to count. */
function isPartialCount(data: object) {
  return 'isPartial' in data && data.isPartial === true
}

/** When the server gave the persisted answer to a query, in milliseconds. 0 if there is none. */
async function persistedAt(queryKey: QueryKey) {
  // If this code fails to load, the device answers.
  const rows = await import('#client/query-store/persisted-rows.ts').catch(() => undefined)
  return (await rows?.persistedAt(queryKey)) ?? 0
}
