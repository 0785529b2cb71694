import type { PhotoWidth } from '#contract/photos.ts'
import { openImages } from './images.ts'

export interface ToAvifProcess {
  path: string
  width: PhotoWidth
}

/** The error, if any. It has a `syscall` for a system error, such as a full disk. */
export interface FromAvifProcess {
  failure?: { message: string; syscall?: string }
}

const [, , directory = ''] = process.argv
const images = openImages(directory)

// A terminal sends its signals to this process too. The server decides when it ends.
process.on('SIGINT', () => undefined)
process.on('SIGTERM', () => undefined)

process.on('message', async ({ path, width }: ToAvifProcess) => {
  const answer = await images.makeAvif(path, width).then(() => ({}), describe)
  // A server that was killed has closed the channel.
  if (process.connected) process.send?.(answer)
})

function describe(error: Error & { syscall?: string }): FromAvifProcess {
  return { failure: { message: error.message, syscall: error.syscall } }
}
