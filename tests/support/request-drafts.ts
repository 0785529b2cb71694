import { type Endpoint, FILE_FIELD, hasFields } from '#contract/endpoint.ts'
import { Json } from './hostile-values.ts'
import type { Fields } from './valid-fields.ts'

/** A request before it is encoded: its fields, and what is unusual about its form. */
export interface Draft {
  /** Describes what is hostile about the request. */
  description: string
  fields: Fields
  /** This query string is sent in addition to the fields. */
  query?: string
  headers?: Record<string, string>
  body?: string | Uint8Array<ArrayBuffer>
  /** If the endpoint expects a multipart form, this file is sent together with the fields. */
  file?: File
  method?: string
}

/** An encoded request. */
export interface SentRequest {
  /** Describes what is hostile about the request. */
  description: string
  method: string
  path: string
  headers: Record<string, string>
  body?: string | FormData | Uint8Array<ArrayBuffer>
  /** All values of the request, as texts. */
  texts: string[]
}

/** Encodes the draft as a request to `endpoint`. `token` is the session token of the caller. */
export function toRequest(endpoint: Endpoint, token: string | null, draft: Draft): SentRequest {
  const fields = [...draft.fields]
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => {
    const at = fields.findIndex(([field]) => field === name)
    const [[, value] = []] = at < 0 ? [] : fields.splice(at, 1)
    return encode(toText(value))
  })
  const inBody = hasFields(endpoint) || endpoint.encoding === 'multipart'
  const query = [inBody ? '' : toQuery(fields), draft.query ?? ''].filter(Boolean).join('&')
  const method = draft.method ?? endpoint.method
  const content = inBody ? encodeBody(endpoint, fields, draft.file) : fileOf(endpoint)
  const carries = method !== 'GET' && method !== 'HEAD'
  const body = carries ? (draft.body ?? content.body) : undefined
  return {
    description: `${method} ${endpoint.path} ${draft.description}`,
    method,
    path: `/v1${path}${query && `?${query}`}`,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(content.type && { 'content-type': content.type }),
      ...draft.headers,
    },
    ...(body !== undefined && { body }),
    texts: [
      ...draft.fields.flatMap(([name, value]) => [name, toText(value)]),
      ...[...new URLSearchParams(draft.query)].flat(),
      ...(typeof body === 'string' ? [body] : []),
      ...Object.values(draft.headers ?? {}),
    ],
  }
}

const FILE = '[{"_id":"house-1","Property Location":"兵庫県丹波市1","Sale Price Yen":1000000}]'

function fileOf({ encoding }: Endpoint): { body?: string; type?: string } {
  return encoding === 'file' ? { body: FILE, type: 'application/octet-stream' } : {}
}

function encodeBody(
  { encoding }: Endpoint,
  fields: Fields,
  file: File | undefined,
): { body: string | FormData; type?: string } {
  if (encoding === 'multipart') {
    const form = new FormData()
    if (file) form.append(FILE_FIELD, file)
    for (const [name, value] of fields) form.append(name, toText(value))
    return { body: form }
  }
  if (encoding === 'form') {
    return { body: toQuery(fields), type: 'application/x-www-form-urlencoded' }
  }
  const members = fields.map(([name, value]) => `${JSON.stringify(name)}:${encodeJson(value)}`)
  return { body: `{${members.join(',')}}`, type: 'application/json' }
}

function encodeJson(value: unknown) {
  return value instanceof Json ? value.text : JSON.stringify(value)
}

/** Encodes lists as repeated keys, and objects in the bracket syntax that some servers parse. */
function toQuery(fields: Fields) {
  return fields
    .flatMap(([name, value]) => {
      if (Array.isArray(value)) return value.map((one) => `${encode(name)}=${encode(toText(one))}`)
      if (typeof value === 'object' && value !== null && !(value instanceof Json)) {
        return [`${encode(name)}[a]=${encode(JSON.stringify(value))}`]
      }
      return [`${encode(name)}=${encode(toText(value))}`]
    })
    .join('&')
}

function toText(value: unknown) {
  if (value instanceof Json) return value.text
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** Percent-encodes a text, but keeps its existing escapes, so that `%00` arrives as a NUL byte. */
export function encode(text: string) {
  const wellFormed = text.replace(/\p{Cs}/gu, '\ufffd')
  return /%[0-9a-f]{2}/i.test(text)
    ? wellFormed.replace(/[^!$%'-;=@-~]/g, encodeURIComponent)
    : encodeURIComponent(wellFormed)
}
