import { Agent } from 'node:http'
import type { EndpointRequest } from '#contract/endpoint.ts'
import { findPrograms, startCluster } from '#tests/support/postgres.ts'
import { type Product, removeDirectory, temporaryDirectory } from '#tests/support/product.ts'
import type { Answer } from './bare-server.ts'
import { fetchResponse, withBareServer } from './http-client.ts'
import { CONNECTIONS, runClosedLoop, runOpenLoop } from './load.ts'
import { type Line, medianOf, percentile } from './measurement.ts'
import {
  buildRequestMix,
  fillStorage,
  LISTINGS,
  type Storage,
  signInRequest,
  startWith,
} from './mixed-load.ts'
import { growthOf, watchMemory } from './process-memory.ts'
import { logProgress } from './progress.ts'

/**
 * The durations in milliseconds: the warm-up, finding the server's maximum rate, and finding the
 * bare server's maximum rate.
 */
const WARM_UP_MS = 10_000
const MAX_RATE_MS = 20_000
const BARE_SERVER_MS = 5000
/** The rate of the long load, as a share of the server's maximum rate. */
const RATE_SHARE = 0.5
/**
 * One sign-in for every 45 other requests. A sign-in is costly, because comparing the password
 * takes 14 ms of CPU time.
 */
const REQUESTS_PER_SIGN_IN = 45
/**
 * The share of the memory samples to ignore at the start of a run. At the start, the server's
 * memory still rises to its usual level. This rise is not a leak.
 */
const DROPPED_SHARE = 0.2
/**
 * The allowed memory growth in MB per minute. At the rate of a typical run, this is less than 100
 * bytes per request.
 */
const MAX_GROWTH_MB = 2
/**
 * The minimum duration of a run with a budget for memory growth. Shorter runs cannot distinguish
 * growth from chance.
 */
const MIN_MINUTES_FOR_BUDGET = 5

/**
 * Sends a mix of page views, searches, favorites and sign-ins for `minutes`, at half the maximum
 * rate.
 */
export async function measureSustainedLoad(minutes: number): Promise<Line[]> {
  const programs = findPrograms()
  const cluster = programs ? await startCluster(programs, { durable: true }) : null
  const directory = temporaryDirectory()
  const storage: Storage = { directory, ...(cluster && { url: cluster.url }) }
  try {
    logProgress('Filling a catalogue…')
    await fillStorage(storage)
    const product = await startWith(storage)
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
  const requests = withSignIns(await buildRequestMix(product), signInRequest(product))
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const sendTo = (port: number) => (index: number) => {
    const request = requests[index % requests.length]
    return request ? send(request, port, agent) : Promise.resolve()
  }
  const port = Number(new URL(product.origin).port)
  try {
    const answers = new Map<string, Answer>()
    for (const request of requests) answers.set(request.path, await send(request, port, agent))
    const bare = await withBareServer(answers, (barePort) =>
      rateOf(sendTo(barePort), BARE_SERVER_MS),
    )
    await runClosedLoop(sendTo(port), WARM_UP_MS)
    const maxRate = await rateOf(sendTo(port), MAX_RATE_MS)
    logProgress(
      `${what}, at most: ${Math.round(maxRate)} requests/s. The load lasts ${minutes} min…`,
    )

    const memory = watchMemory(product.pid)
    const result = await runOpenLoop(sendTo(port), maxRate * RATE_SHARE, minutes * 60_000)
    const samples = memory.stop()
    for (const error of result.errors.slice(0, 3)) console.error(error)

    const label = `${what}, ${minutes} min at ${RATE_SHARE * 100} % of that`
    const settled = samples.slice(Math.floor(samples.length * DROPPED_SHARE))
    return [
      { what: `${what}, most`, value: maxRate, unit: 'requests/s', floor: bare },
      {
        what: `${label}: answered`,
        value: result.times.length / (minutes * 60),
        unit: 'requests/s',
        atLeast: maxRate * RATE_SHARE * 0.99,
        floor: bare,
      },
      { what: `${label}: errors`, value: result.errors.length, unit: '', atMost: 0 },
      ...[0.5, 0.95, 0.99].map((share) => ({
        what: `${label}: p${share * 100}, median of its minutes`,
        ...medianOf(minutesOf(result.times, minutes).map((minute) => percentile(minute, share))),
        unit: 'ms' as const,
      })),
      {
        what: `${label}: p95 of its worst minute`,
        value: Math.max(
          ...minutesOf(result.times, minutes).map((minute) => percentile(minute, 0.95)),
        ),
        unit: 'ms',
      },
      {
        what: `${label}: memory of the server, growth a minute`,
        value: growthOf(settled),
        unit: 'MB',
        ...(minutes >= MIN_MINUTES_FOR_BUDGET && { atMost: MAX_GROWTH_MB }),
      },
      {
        what: `${label}: memory of the server, at most`,
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
    index % REQUESTS_PER_SIGN_IN === 0 ? [signIn, request] : [request],
  )
}

function send({ path, method, headers, body }: EndpointRequest, port: number, agent: Agent) {
  return fetchResponse({
    ...{ port, path, method, agent },
    headers: { ...headers, 'accept-encoding': 'br' },
    ...(typeof body === 'string' && { body }),
  })
}

async function rateOf(send: (index: number) => Promise<unknown>, duration: number) {
  return (await runClosedLoop(send, duration)).length / (duration / 1000)
}
