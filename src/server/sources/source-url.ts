import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { basename } from 'node:path'
import { millisecondsInMinute as MINUTE_MS } from 'date-fns/constants'
import { hasUnprintable } from '#contract/query-values.ts'
import { isDiskFull } from '#server/errors/connection-errors.ts'
import { reasonOf } from '#server/errors/reason-of.ts'
import { Refusal } from '#server/errors/refusal.ts'
import type { Uploads } from '#server/files/uploads.ts'
import {
  type DownloadRules,
  ForbiddenDownload,
  openDownload,
} from '#server/network/open-download.ts'
import { digesting, type Found, refuseTooLarge } from './found-file.ts'
import type { Schedule } from './rows.ts'
import { SourceFailure } from './source-failure.ts'

/** The total time for the requests and the file. */
const TIMEOUT_MS = 10 * MINUTE_MS

export interface DownloadServices {
  rules: DownloadRules
  /** Ten minutes by default. */
  timeoutMs?: number
  /** The values of environment variables whose names begin with `SOURCE_`. */
  secrets: ReadonlyMap<string, string>
  downloads: Uploads
}

type Remote = Pick<Schedule, 'address' | 'secretVariable' | 'version'>

/**
 * Downloads the file of a URL, unless the server says that it has not changed.
 * @throws {SourceFailure} if the file cannot be downloaded.
 */
export async function findAtUrl(
  services: DownloadServices,
  remote: Remote,
  { now, signal }: { now: Date; signal: AbortSignal },
): Promise<Found> {
  const authorization = readSecret(services.secrets, remote.secretVariable)
  const { timeoutMs = TIMEOUT_MS } = services
  const timeout = AbortSignal.timeout(timeoutMs)
  const either = AbortSignal.any([timeout, signal])
  try {
    const { response, url } = await openDownload({
      url: remote.address,
      headers: {
        ...validators(remote.version),
        'accept-encoding': 'identity',
        'user-agent': 'Engawa',
      },
      authorization,
      rules: services.rules,
      signal: either,
    })
    try {
      if (response.statusCode === 304) return { kind: 'unchanged', version: null }
      refuseUnusable(response)
      return await keepFile(services, { response, url, remote, now })
    } finally {
      response.destroy()
    }
  } catch (error) {
    signal.throwIfAborted()
    throw timeout.aborted ? tooSlow(timeoutMs) : toFailure(error)
  }
}

function readSecret(secrets: ReadonlyMap<string, string>, name: string | null) {
  if (name === null) return undefined
  const value = secrets.get(name)
  if (value !== undefined) return value
  throw new SourceFailure('variable', `The environment variable ${name} is not set on the server.`)
}

function validators(version: Remote['version']): Record<string, string> {
  return {
    ...(version?.etag && { 'if-none-match': version.etag }),
    ...(version?.lastModified && { 'if-modified-since': version.lastModified }),
  }
}

function refuseUnusable({ statusCode, headers }: IncomingMessage) {
  if (statusCode !== 200) {
    throw new SourceFailure(
      'status',
      `The server of the source answered with status ${statusCode}.`,
    )
  }
  const [type = ''] = (headers['content-type'] ?? '').toLowerCase().split(';')
  if (['text/html', 'application/xhtml+xml'].includes(type.trim())) {
    throw new SourceFailure(
      'html',
      'The address answered with a web page instead of a file of listings. It may ask for a login, or the file has moved.',
    )
  }
  refuseTooLarge(Number(headers['content-length'] ?? 0))
}

interface Answered {
  response: IncomingMessage
  url: URL
  remote: Remote
  now: Date
}

async function keepFile(
  { downloads }: DownloadServices,
  { response, url, remote, now }: Answered,
): Promise<Found> {
  const id = randomUUID()
  const { chunks, digest } = digesting(response)
  await downloads.keep(id, chunks, now)
  const { etag, 'last-modified': lastModified } = response.headers
  const version = { digest: digest(), etag, lastModified }
  const remove = () => downloads.remove(id)
  if (version.digest === remote.version?.digest) {
    await remove()
    return { kind: 'unchanged', version }
  }
  const read = (stop: AbortSignal) => downloads.read(id, stop)
  return { kind: 'file', file: { name: nameOf(url), version, read, remove } }
}

/** The last part of the path, or the host. */
function nameOf({ pathname, host }: URL) {
  try {
    const name = basename(decodeURIComponent(pathname)).slice(0, 255)
    return name === '' || hasUnprintable(name) ? host : name
  } catch {
    return host
  }
}

function tooSlow(timeoutMs: number) {
  const minutes = timeoutMs / MINUTE_MS
  return new SourceFailure('timeout', `The download took longer than ${minutes} minutes.`)
}

function toFailure(error: unknown) {
  if (error instanceof ForbiddenDownload) return new SourceFailure('forbidden', error.message)
  const isExplained = error instanceof SourceFailure || error instanceof Refusal
  if (isExplained || isDiskFull(error)) return error
  return new SourceFailure('unreachable', `The source cannot be reached: ${reasonOf(error)}.`)
}
