import { FILE_FIELD } from '#contract/endpoint.ts'
import type { Transport } from './transport.ts'

export function sendingForm(file: Blob): Transport {
  const body = new FormData()
  body.set(FILE_FIELD, file)
  return ({ path, ...request }, signal) => fetch(path, { ...request, body, signal })
}

/** An upload fails after this many milliseconds without progress or response. */
const UPLOAD_SILENCE_MS = 60_000

/**
 * Sends `file` as the body and reports the upload progress. Uses `XMLHttpRequest`, because `fetch`
 * reports no progress. A slow upload continues, and a stalled upload is aborted.
 */
export function sendingFile(file: Blob, onProgress?: (bytes: number) => void): Transport {
  return ({ path, method, headers }, signal) =>
    new Promise((resolve, reject) => {
      signal.throwIfAborted()
      const request = new XMLHttpRequest()
      request.open(method, path)
      for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
      const giveUp = () => request.abort()
      let timer = setTimeout(giveUp, UPLOAD_SILENCE_MS)
      request.upload.onprogress = ({ loaded }) => {
        clearTimeout(timer)
        timer = setTimeout(giveUp, UPLOAD_SILENCE_MS)
        onProgress?.(loaded)
      }
      request.onloadend = () => clearTimeout(timer)
      request.onload = () => resolve(toResponse(request))
      request.onerror = () => reject(new TypeError('Failed to fetch'))
      request.onabort = () => reject(signal.reason ?? new TypeError('Nothing came'))
      signal.addEventListener('abort', () => request.abort(), { once: true })
      request.send(file)
    })
}

function toResponse(request: XMLHttpRequest) {
  const lines = request
    .getAllResponseHeaders()
    .trim()
    .split(/[\r\n]+/)
  const headers = lines.map((line): [string, string] => {
    const [name = '', ...value] = line.split(': ')
    return [name, value.join(': ')]
  })
  const { status, statusText, responseText } = request
  return new Response(responseText || null, { status, statusText, headers })
}
