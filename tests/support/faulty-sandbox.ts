import type { Context, MiddlewareHandler } from 'hono'
import { matchedRoutes } from 'hono/route'
import { openSandbox } from '#stripe-sandbox/sandbox.ts'
import type { Event } from '#stripe-sandbox/stripe-objects.ts'

type SandboxOptions = NonNullable<Parameters<typeof openSandbox>[0]>

/** A request to the sandbox, and the body of its response. */
export interface Exchange {
  method: string
  /** The path with `:id` as a placeholder. */
  route: string
  body: object
}

/** A fault between Stripe and its client. */
export interface Fault {
  method?: string
  /** Matches the paths of the requests that get this fault. */
  path: RegExp
  /**
   * `500`, `429` and `refused` are error responses of Stripe. `reset` breaks the connection. `hang` never
   * responds. `odd` responds like a broken proxy. `until` delays the response until a promise
   * settles. With `isBroken`, the connection breaks before this delay, so the client gets no
   * response.
   */
  kind:
    | '500'
    | '429'
    | 'refused'
    | 'reset'
    | 'hang'
    | 'odd'
    | { until: Promise<unknown>; isBroken?: boolean }
  /**
   * The fault happens `on the way` (before Stripe receives the request), `before` Stripe carries
   * out the request, or `after` that. While one request is on the way, Stripe may handle another
   * request with the same idempotency key.
   */
  when: 'on the way' | 'before' | 'after'
  /** The number of requests that still get this fault. */
  times: number
}

/** Faults in the delivery of events. */
interface WebhookFaults {
  pause: boolean
  /** How many extra times each event is delivered. */
  duplicate: number
  shuffle: boolean
  /** Returns true for an event that the sandbox must not deliver. */
  drop: ((event: Event) => boolean) | null
}

/** Opens a sandbox in which a test can add faults to requests and to the delivery of events. */
export async function openFaultySandbox({
  onExchange,
  ...options
}: SandboxOptions & { onExchange?: (exchange: Exchange) => void }) {
  const faults: Fault[] = []
  const webhookFaults: WebhookFaults = { pause: false, duplicate: 0, shuffle: false, drop: null }
  const sandbox = await openSandbox({
    around: aroundRequests(faults, onExchange),
    takeQueued: (queue) => takeWith(webhookFaults, queue),
    ...options,
  })
  return { ...sandbox, faults, webhookFaults }
}

/** Adds the first matching fault of the list to each request, and reports what it answered. */
function aroundRequests(
  faults: readonly Fault[],
  onExchange?: (exchange: Exchange) => void,
): MiddlewareHandler {
  /** The idempotency keys of requests that Stripe is carrying out. */
  const inUse = new Set<string>()

  return async (c, next) => {
    const delay = takeFault(faults, c, 'on the way')
    const lost = delay && (await produceFault(c, delay))
    if (lost) return lost

    const key = c.req.header('idempotency-key')
    if (key !== undefined && inUse.has(key)) return keyInUse(c)
    const fault = takeFault(faults, c, 'before')
    if (fault) {
      const isHeld = typeof fault === 'object' && key !== undefined
      if (isHeld) inUse.add(key)
      const failed = await produceFault(c, fault).finally(() => isHeld && inUse.delete(key))
      if (failed) return failed
    }
    await next()
    onExchange?.({
      method: c.req.method,
      route: matchedRoutes(c).find(({ method }) => method !== 'ALL')?.path ?? '',
      body: await c.res.clone().json(),
    })
    const late = takeFault(faults, c, 'after')
    const failed = late && (await produceFault(c, late))
    if (failed) c.res = failed
  }
}

function takeFault(faults: readonly Fault[], c: Context, when: Fault['when']) {
  const fault = faults.find(
    ({ method, path, when: point, times }) =>
      times > 0 &&
      point === when &&
      path.test(c.req.path) &&
      (method === undefined || method === c.req.method),
  )
  if (fault) fault.times--
  return fault?.kind
}

/** Produces the faulty response. Undefined if the fault only delays the request. */
async function produceFault(c: Context, kind: Fault['kind']): Promise<Response | undefined> {
  if (typeof kind === 'object') {
    if (kind.isBroken) c.env.incoming?.socket.destroy()
    await kind.until
    return undefined
  }
  switch (kind) {
    case '500':
      return c.json({ error: { type: 'api_error', message: 'An unknown error occurred' } }, 500)
    case 'refused':
      return c.json(
        { error: { type: 'invalid_request_error', message: 'This request is not available' } },
        400,
      )
    case '429':
      return c.json(
        {
          error: {
            type: 'invalid_request_error',
            code: 'rate_limit',
            message: 'Request rate limit exceeded.',
          },
        },
        429,
      )
    case 'odd':
      return c.json({ message: 'bad gateway' }, 502)
    case 'reset':
      c.env.incoming?.socket.destroy()
      return new Promise(() => {})
    case 'hang':
      return new Promise(() => {})
  }
}

function keyInUse(c: Context) {
  return c.json(
    {
      error: {
        type: 'idempotency_error',
        code: 'idempotency_key_in_use',
        message:
          'There is currently another in-progress request using this Idempotent Key. Please try again later.',
      },
    },
    409,
  )
}

function takeWith({ pause, duplicate, shuffle, drop }: WebhookFaults, queue: Event[]) {
  if (pause) return []
  const events = queue
    .splice(0)
    .filter((event) => !drop?.(event))
    .flatMap((event) => Array.from({ length: 1 + duplicate }, () => event))
  return shuffle ? shuffled(events) : events
}

function shuffled<T>(items: readonly T[]) {
  return items
    .map((item) => ({ item, place: Math.random() }))
    .sort((one, other) => one.place - other.place)
    .map(({ item }) => item)
}
