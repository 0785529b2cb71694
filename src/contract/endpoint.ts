import type * as z from 'zod/mini'

/**
 * Who may call an endpoint. The server enforces this rule. The client decides by the same rule
 * whether to send the token. A `guest` has no subscription, and is the partner of a subscriber who
 * shares a shortlist. Subscribers may call the endpoints of guests too. Administrators may call the
 * endpoints of subscribers, even without a subscription. `accessScopeOf` decides how much of the
 * catalogue the caller may see.
 */
export type Access = 'public' | 'user' | 'guest' | 'subscriber' | 'admin'

/**
 * The timeout of slow endpoints. Some of these endpoints call Stripe several times, and Stripe may
 * contact a bank each time. Other endpoints transfer a file, perhaps over a slow mobile network.
 */
export const LONG_TIMEOUT_MS = 60_000

export interface Endpoint<
  A extends Access = Access,
  I extends z.ZodMiniType = z.ZodMiniType,
  O extends z.ZodMiniType = z.ZodMiniType,
> {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Path below `/v1`. Each `:name` segment is taken from the input field of that name. */
  path: `/${string}`
  access: A
  /**
   * How the body is encoded. JSON by default. With `file`, the body is the file itself. With
   * `multipart`, the body is a form with the file as its only field. In both cases, the input
   * fields are sent in the query.
   */
  encoding?: 'form' | 'multipart' | 'file'
  /** The timeout, if longer than the default. */
  timeoutMs?: number
  /** Maximum body size in bytes, if larger than the default. */
  maxBytes?: number
  /**
   * The error message for a refusal that has no message of its own. `API request failed` by
   * default.
   */
  failure?: string
  /** Path, query and body fields as one object. */
  input: I
  output: O
}

export function endpoint<A extends Access, I extends z.ZodMiniType, O extends z.ZodMiniType>(
  definition: Endpoint<A, I, O>,
) {
  return definition
}

/** Arguments for `fetch` to call an endpoint. `path` is relative to the API's origin. */
export interface EndpointRequest {
  method: Endpoint['method']
  path: string
  headers: Record<string, string>
  body?: string
}

/**
 * Builds the HTTP request that calls `endpoint` with `input`. Null and undefined fields are
 * omitted.
 */
export function toRequest<E extends Endpoint>(
  endpoint: E,
  input: z.input<E['input']>,
  token?: string | null,
): EndpointRequest {
  const fields = new Map(
    Object.entries(input as Record<string, unknown>).filter(([, value]) => value != null),
  )
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => {
    const value = fields.get(name)
    fields.delete(name)
    return encodeURIComponent(String(value))
  })
  const headers: Record<string, string> = {}
  if (token && endpoint.access !== 'public') headers.authorization = `Bearer ${token}`

  if (!hasFields(endpoint)) {
    const query = toSearchParams(fields).toString()
    return { method: endpoint.method, path: `/v1${path}${query && `?${query}`}`, headers }
  }
  return {
    method: endpoint.method,
    path: `/v1${path}`,
    headers,
    ...encodeBody(endpoint, fields, headers),
  }
}

/** Whether the input fields are sent in the body. Otherwise, they are sent in the query. */
export function hasFields(endpoint: Endpoint) {
  return endpoint.method !== 'GET' && endpoint.method !== 'DELETE' && !carriesFile(endpoint)
}

export function carriesFile({ encoding }: Pick<Endpoint, 'encoding'>) {
  return encoding === 'file' || encoding === 'multipart'
}

export const FILE_FIELD = 'file'

function encodeBody(
  { encoding }: Endpoint,
  fields: Map<string, unknown>,
  headers: Record<string, string>,
) {
  if (encoding === 'form') {
    headers['content-type'] = 'application/x-www-form-urlencoded'
    return { body: toSearchParams(fields).toString() }
  }
  // An action without fields has no body, and therefore no content type.
  if (fields.size === 0) return {}
  headers['content-type'] = 'application/json'
  return { body: JSON.stringify(Object.fromEntries(fields)) }
}

function toSearchParams(fields: Map<string, unknown>) {
  const params = new URLSearchParams()
  for (const [name, value] of fields) params.set(name, String(value))
  return params
}
