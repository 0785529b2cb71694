import type { Context } from 'hono'

/** A fault between Stripe and its client, for tests. */
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

/** Takes the next fault that matches the request and `when`, if there is one. */
export function takeFault(faults: readonly Fault[], c: Context, when: Fault['when']) {
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
export async function produceFault(c: Context, kind: Fault['kind']): Promise<Response | undefined> {
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
