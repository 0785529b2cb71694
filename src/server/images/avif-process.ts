import type { PhotoWidth } from '#contract/photos.ts'
import { openImages } from './images.ts'

export interface ToAvifProcess {
  path: string
  width: PhotoWidth
}

/**
 * The result of one rendition. `failure` is the error, if the rendition failed. A system error,
 * such as a full disk, has a `syscall`.
 */
export interface FromAvifProcess {
  failure?: { message: string; syscall?: string }
}

const [, , directory = ''] = process.argv
const images = openImages(directory)

// Ignore signals, because a terminal sends Ctrl+C to this process too. The server ends this process
// when it stops.
process.on('SIGINT', () => undefined)
process.on('SIGTERM', () => undefined)

process.on('message', async ({ path, width }: ToAvifProcess) => {
  const answer = await images.makeAvif(path, width).then(() => ({}), describe)
  // If the server was killed, the channel is closed and sending would throw.
  if (process.connected) process.send?.(answer)
})

function describe(error: Error & { syscall?: string }): FromAvifProcess {
  return { failure: { message: error.message, syscall: error.syscall } }
}
