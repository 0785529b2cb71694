import { vi } from 'vitest'

/**
 * Holds the response to each request whose body contains `text` until `release` is called.
 * `isHolding` resolves when the server has handled the first such request. Call this after
 * `connect`.
 */
export function holdResponse(text: string) {
  const connected = fetch
  let release = () => {}
  let hold = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const isHolding = new Promise<void>((resolve) => {
    hold = resolve
  })
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    const response = await connected(path, init)
    if (typeof init.body !== 'string' || !init.body.includes(text)) return response
    hold()
    await released
    return response
  })
  return { release, isHolding }
}
