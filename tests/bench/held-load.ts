import { Agent } from 'node:http'
import type { EndpointRequest } from '#contract/endpoint.ts'
import { findPrograms, startCluster } from '#tests/support/postgres.ts'
import { type Product, removeDirectory, temporaryDirectory } from '#tests/support/product.ts'
import { fetchAnswer, withBareServer } from './asking.ts'
import type { Answer } from './bare-server.ts'
import { CONNECTIONS, load, loadAt } from './load.ts'
import { type Line, medianOf, percentile } from './measurement.ts'
import { fill, LISTINGS, mixFor, type Place, signingIn, startAt } from './mixed-load.ts'
import { growthOf, watchMemory } from './process-memory.ts'

/**
 * The durations in milliseconds: the warm-up, finding the server's maximum rate, and finding the
 * bare server's maximum rate.
 */
const WARM_UP = 10_000
const MOST = 20_000
const BARE = 5000
/** The rate of the long load, as a share of the server's maximum rate. */
const SHARE = 0.5
/**
 * One sign-in for every 45 other requests. A sign-in is costly, because comparing the password
 * takes 14 ms of CPU time.
 */
const SIGN_IN_EVERY = 45
/**
 * The share of the memory samples to drop from the start of the run. At the start, the server's
 * memory still rises to its usual level. This rise is not a leak.
 */
const SETTLING = 0.2
/**
 * The allowed memory growth in MB per minute. At the rate of a typical run, this is less than 100
 * bytes per request.
 */
const GROWTH = 2
/**
 * The minimum duration of a run with a budget for memory growth. Shorter runs cannot distinguish
 * growth from chance.
 */
const ENOUGH_MINUTES = 5

/**
 * Sends a mix of page views, searches, favorites and sign-ins for `minutes`, at half the maximum
 * rate.
 */
export async function measureHeldLoad(minutes: number): Promise<Line[]> {
  const programs = findPrograms()
  const cluster = programs ? await startCluster(programs, { durable: true }) : null
  const directory = temporaryDirectory()
  const place: Place = { directory, ...(cluster && { url: cluster.url }) }
  try {
    await fill(place)
    const product = await startAt(place)
    try {
      const what = `Mixed load, ${LISTINGS / 1000} k, ${cluster ? 'PostgreSQL' : 'embedded'}`
      return await measure(what, product, minutes)
    } finally {
      await product.stop()
    }
  } finally {
    await cluster?.stop()
    removeDirectory(directory)
  }
}

async function measure(what: string, product: Product, minutes: number): Promise<Line[]> {
  const requests = withSignIns(await mixFor(product), signingIn(product))
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const asker = (port: number) => (index: number) => {
    const request = requests[index % requests.length]
    return request ? ask(request, port, agent) : Promise.resolve()
  }
  const port = Number(new URL(product.origin).port)
  try {
    const answers = new Map<string, Answer>()
    for (const request of requests) answers.set(request.path, await ask(request, port, agent))
    const bare = await withBareServer(answers, (barePort) => rateOf(asker(barePort), BARE))
    await load(asker(port), WARM_UP)
    const most = await rateOf(asker(port), MOST)

    const memory = watchMemory(product.pid)
    const held = await loadAt(asker(port), most * SHARE, minutes * 60_000)
    const samples = memory.stop()
    for (const error of held.errors.slice(0, 3)) console.error(error)

    const lasting = `${what}, ${minutes} min at ${SHARE * 100} % of that`
    const settled = samples.slice(Math.floor(samples.length * SETTLING))
    return [
      { what: `${what}, most`, value: most, unit: 'requests/s', floor: bare },
      {
        what: `${lasting}: answered`,
        value: held.times.length / (minutes * 60),
        unit: 'requests/s',
        atLeast: most * SHARE * 0.99,
        floor: bare,
      },
      { what: `${lasting}: errors`, value: held.errors.length, unit: '', atMost: 0 },
      ...[0.5, 0.95, 0.99].map((share) => ({
        what: `${lasting}: p${share * 100}, median of its minutes`,
        ...medianOf(minutesOf(held.times, minutes).map((minute) => percentile(minute, share))),
        unit: 'ms' as const,
      })),
      {
        what: `${lasting}: p95 of its worst minute`,
        value: Math.max(
          ...minutesOf(held.times, minutes).map((minute) => percentile(minute, 0.95)),
        ),
        unit: 'ms',
      },
      {
        what: `${lasting}: memory of the server, growth a minute`,
        value: growthOf(settled),
        unit: 'MB',
        ...(minutes >= ENOUGH_MINUTES && { atMost: GROWTH }),
      },
      {
        what: `${lasting}: memory of the server, at most`,
        value: Math.max(...samples.map(({ megabytes }) => megabytes)),
        unit: 'MB',
      },
    ]
  } finally {
    agent.destroy()
  }
}

/**
 * Splits the response times into one list for each minute. The times are in the order of the
 * responses and the rate is constant, so lists of equal length each cover about a minute.
 */
function minutesOf(times: number[], minutes: number) {
  const each = Math.ceil(times.length / minutes)
  return Array.from({ length: minutes }, (_, minute) =>
    times.slice(minute * each, (minute + 1) * each),
  )
}

function withSignIns(requests: EndpointRequest[], signIn: EndpointRequest) {
  return requests.flatMap((request, index) =>
    index % SIGN_IN_EVERY === 0 ? [signIn, request] : [request],
  )
}

function ask({ path, method, headers, body }: EndpointRequest, port: number, agent: Agent) {
  return fetchAnswer({
    ...{ port, path, method, agent },
    headers: { ...headers, 'accept-encoding': 'br' },
    ...(typeof body === 'string' && { body }),
  })
}

async function rateOf(ask: (index: number) => Promise<unknown>, duration: number) {
  return (await load(ask, duration)).length / (duration / 1000)
}
