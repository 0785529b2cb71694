import type { Context } from 'hono'

/** Something that goes wrong between Stripe and whoever asks it, for tests. */
export interface Fault {
  method?: string
  /** Matches the path of the request. */
  path: RegExp
  /**
   * An error of Stripe's own, a limit on requests, a connection that breaks, an answer that never
   * comes, an answer from something in between that is not Stripe, or one that is held until then:
   * for whoever waits, or for nobody, where the connection has broken.
   */
  kind: '500' | '429' | 'reset' | 'hang' | 'odd' | { until: Promise<unknown>; isBroken?: boolean }
  /**
   * Whether what was asked for has been done by then. A request `on the way` has not reached Stripe
   * yet, which may answer others under its idempotency key meanwhile.
   */
  when: 'on the way' | 'before' | 'after'
  /** How many requests it hits. */
  times: number
}

/** The next fault for a request at this point, if there is one. */
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

/** What is seen from outside; nothing where the request merely had to wait. */
export async function suffer(c: Context, kind: Fault['kind']): Promise<Response | undefined> {
  if (typeof kind === 'object') {
    if (kind.isBroken) c.env.incoming?.socket.destroy()
    await kind.until
    return undefined
  }
  switch (kind) {
    case '500':
      return c.json({ error: { type: 'api_error', message: 'An unknown error occurred' } }, 500)
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
