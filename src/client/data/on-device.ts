import {
  notifyManager,
  onlineManager,
  type Query,
  type QueryFunction,
  type QueryFunctionContext,
  type QueryKey,
} from '@tanstack/react-query'
import { isUnanswered, NetworkError } from '#client/api/failures.ts'
import { catalogueMark } from '#client/catalogue/catalogue-mark.ts'
import { knownRevision } from '#client/catalogue/known-revision.ts'
import type { Input, Output, Question } from '#client/catalogue/questions.ts'
import { ratesQuery } from './rates.ts'
import { isOnlyCard } from './to-listing.ts'

interface Persisted<Data> {
  persister: <K extends QueryKey>(
    queryFn: QueryFunction<Data, K>,
    context: QueryFunctionContext<K>,
    query: Query,
  ) => Data | Promise<Data>
  meta?: { isPersisted: boolean; hidesDataAge: boolean }
}

/**
 * Options of a query that the catalogue on this device can answer. If the device has the newest
 * revision, its answer is the only one. Otherwise its answer is shown until the server has answered,
 * unless a newer answer of the server is persisted. Where the device has no answer, `next` answers.
 */
export function onDevice<Q extends Question>(
  question: Q,
  input: Input<Q>,
  next: Persisted<Output<Q>> = { persister: (queryFn, context) => queryFn(context) },
) {
  async function persister<K extends QueryKey>(
    queryFn: QueryFunction<Output<Q>, K>,
    context: QueryFunctionContext<K>,
    query: Query,
  ): Promise<Output<Q>> {
    const answer = await ask(question, input, context)
    if (!answer) return next.persister(queryFn, context, query)
    const { data, revision, checkedAt } = answer
    // The server also knows the history of a house, which the catalogue lacks.
    if (question !== 'getListing' && knownRevision.isNewest(revision)) return data
    // The query already shows an answer. Only the server can have a newer one.
    if (query.state.data !== undefined) return next.persister(queryFn, context, query)
    const knownAt = Math.max(checkedAt, knownRevision.heardAt(revision))
    const isPersistedSince = next.meta && (await persistedAt(query.queryKey)) > knownAt
    // A house that was opened before may be persisted with all its fields.
    if (isOnlyCard(data) || isPersistedSince) {
      const fetch = onlineManager.isOnline() ? queryFn : () => Promise.reject(new NetworkError())
      try {
        return await next.persister(fetch, context, query)
      } catch (error) {
        if (isUnanswered(error)) return data
        throw error
      }
    }
    notifyManager.schedule(() => {
      query.setState({ dataUpdatedAt: knownAt })
      // Ignore errors here, because the components that show the query handle them.
      if (onlineManager.isOnline()) query.fetch().catch(() => undefined)
    })
    return data
  }
  return { ...next, persister }
}

/** When the server gave the persisted answer to a query, in milliseconds. 0 if there is none. */
async function persistedAt(queryKey: QueryKey) {
  // If this code fails to load, the device answers.
  const rows = await import('#client/query-store/persisted-rows.ts').catch(() => undefined)
  return (await rows?.persistedAt(queryKey)) ?? 0
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
