import type pg from 'pg'

type Measure = (command: string, seconds: number) => void
type Query = (...args: unknown[]) => unknown

const COMMANDS = new Set(['select', 'insert', 'update', 'delete', 'begin', 'commit', 'rollback'])

/**
 * Measures the time of every query through a pool. The measured time excludes the wait for a
 * connection.
 */
export function timeQueries(pool: Pick<pg.Pool, 'on'>, measure: Measure) {
  const timed = new WeakSet<pg.PoolClient>()
  pool.on('acquire', (client) => {
    if (timed.has(client)) return
    timed.add(client)
    // `pg` has many signatures for `query`. The simple type `Query` is enough here, because
    // `timing` only distinguishes calls with a callback from calls that return a promise.
    const query = client.query.bind(client) as Query
    Object.assign(client, { query: timing(query, measure) })
  })
}

function timing(query: Query, measure: Measure): Query {
  return (...args) => {
    const startedAt = performance.now()
    const end = () => measure(commandOf(args[0]), (performance.now() - startedAt) / 1000)
    const callback = args.at(-1)
    if (typeof callback === 'function') {
      return query(...args.slice(0, -1), (...answer: unknown[]) => {
        end()
        callback(...answer)
      })
    }
    const answer = query(...args)
    if (answer instanceof Promise) answer.then(end, end)
    return answer
  }
}

function commandOf(query: unknown) {
  const text = typeof query === 'object' && query && 'text' in query ? query.text : query
  const word = /^\W*(\w+)/.exec(String(text))?.[1]?.toLowerCase() ?? ''
  return COMMANDS.has(word) ? word : 'other'
}
