import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sendingFile } from '#client/api/send-file.ts'

/** An XMLHttpRequest on a network that never responds. */
class SilentRequest {
  upload: { onprogress?: (event: { loaded: number }) => void } = {}
  onabort = () => {}
  onloadend = () => {}
  open() {}
  setRequestHeader() {}
  send() {
    requests.push(this)
  }
  abort() {
    this.onabort()
    this.onloadend()
  }
}

let requests: SilentRequest[]

beforeEach(() => {
  requests = []
  vi.useFakeTimers()
  vi.stubGlobal('XMLHttpRequest', SilentRequest)
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const REQUEST = { method: 'POST', path: '/v1/imports', headers: {} } as const

test('the upload of a file continues while bytes are sent, and times out a minute after the last byte', async () => {
  const onProgress = vi.fn()
  const onEnd = vi.fn()
  const transport = sendingFile(new Blob(['houses']), onProgress)
  transport(REQUEST, new AbortController().signal).catch(onEnd)
  for (let bytes = 1; bytes <= 6; bytes += 1) {
    await vi.advanceTimersByTimeAsync(50_000)
    requests[0]?.upload.onprogress?.({ loaded: bytes })
  }
  expect(onEnd).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(onEnd).toHaveBeenCalledWith(expect.any(TypeError))
})
