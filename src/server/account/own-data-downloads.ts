import pLimit from 'p-limit'
import { Refusal } from '#server/errors/refusal.ts'

/** How many people can download their data from this process at the same time. */
const MAX_DOWNLOADS = 4
const RETRY_AFTER_S = 30

/**
 * Returns a function that lets an account download its data once at a time, and only a few accounts
 * together. The place is free again when the text has ended, has failed, or is no longer read. Only
 * one piece of text is produced at a time, because each piece costs some megabytes and a query for
 * which other people wait. A slow reader delays nobody, because reading a piece is not limited.
 * @throws in the returned function, {Refusal} 429 while too many downloads run.
 */
export function openOwnDataDownloads() {
  const running = new Set<string>()
  const limit = pLimit(1)

  return function download(userId: string, text: AsyncGenerator<string>): AsyncIterable<string> {
    if (running.has(userId)) {
      throw new Refusal(429, 'Your data is already being downloaded. Wait until it is done.')
    }
    if (running.size >= MAX_DOWNLOADS) {
      throw new Refusal(
        503,
        'Several people are downloading their data. Please try again in a minute.',
        { retryAfter: RETRY_AFTER_S },
      )
    }
    running.add(userId)
    const release = () => running.delete(userId)
    // This is no generator, because the `finally` of a generator does not run if its text is never
    // read.
    const iterator: AsyncIterator<string> = {
      async next() {
        try {
          const result = await limit(() => text.next())
          if (result.done) release()
          return result
        } catch (error) {
          release()
          throw error
        }
      },
      async return() {
        release()
        await text.return(undefined)
        return { done: true, value: undefined }
      },
    }
    return { [Symbol.asyncIterator]: () => iterator }
  }
}
