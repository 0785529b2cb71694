import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { Refusal } from '#server/errors/refusal.ts'
import type { ContactsReading, PlacesReading, Read } from './read-file.ts'
import type { FromThread, ThreadData, ToThread } from './reading-thread.ts'

/** Limits of V8's heap in the thread. A file that needs more memory is refused. */
const OLD_GENERATION_MB = 220
const YOUNG_GENERATION_MB = 16
/** A file that is still being read and stored after this time is refused. */
const MAX_MINUTES = 5

const BUSY = 'Another file is being imported. Wait until it is done, then upload this file again.'
const TOO_LARGE = 'Reading the file takes too much memory. Upload a smaller file.'
const TOO_SLOW = `Reading the file takes more than ${MAX_MINUTES} minutes. Upload a smaller file.`

export type ReadInThread = ReturnType<typeof openReadingThread>

/**
 * Reads uploaded files in a thread, so that no file delays other requests. The thread reads one
 * file and ends, which frees its memory. Refuses a file while another one is read, because each
 * file can take as much memory as the whole server.
 * @throws in the returned function, {Refusal} 409 while another file is read.
 */
export function openReadingThread() {
  let isBusy = false

  function inThread<Reading extends object>(kind: ThreadData['kind']): Read<Reading> {
    return async ({ input, places }, use) => {
      if (isBusy) throw new Refusal(409, BUSY)
      isBusy = true
      const thread = startThread({ kind, places })
      try {
        const reading = await thread.read(input)
        // The cast is safe, because the thread calls the reader of this kind.
        return await use({ ...reading, batches: thread.batches() } as unknown as Reading)
      } finally {
        await thread.end()
        isBusy = false
      }
    }
  }

  return {
    places: inThread<PlacesReading>('places'),
    contacts: inThread<ContactsReading>('contacts'),
  }
}

function startThread(workerData: ThreadData) {
  const worker = new Worker(new URL('./reading-thread.mjs', import.meta.url), {
    workerData,
    execArgv: [],
    resourceLimits: {
      maxOldGenerationSizeMb: OLD_GENERATION_MB,
      maxYoungGenerationSizeMb: YOUNG_GENERATION_MB,
    },
  })
  const deadline = setTimeout(() => void worker.terminate(), MAX_MINUTES * 60_000)
  const stopped = new Promise<never>((_, reject) => {
    worker.on('error', (error: NodeJS.ErrnoException) => {
      const isFull = error.code === 'ERR_WORKER_OUT_OF_MEMORY'
      reject(isFull ? new Refusal(422, TOO_LARGE) : error)
    })
    worker.on('exit', () => reject(new Refusal(422, TOO_SLOW)))
  })
  // `stopped` may reject while nobody waits for it, such as when the thread ends.
  stopped.catch(() => {})

  const send = (message: ToThread, transfer: ArrayBuffer[] = []) =>
    worker.postMessage(message, transfer)

  async function receive() {
    const [message] = await Promise.race([once(worker, 'message'), stopped])
    const answer = message as FromThread
    if (!('refusal' in answer)) return answer
    throw new Refusal(answer.refusal.status, answer.refusal.detail)
  }

  return {
    /** Sends the file to the thread, and returns the reading without its batches. */
    async read(input: AsyncIterable<Uint8Array>) {
      let isAnswered = false
      const answer = receive().finally(() => {
        isAnswered = true
      })
      async function feed() {
        for await (const chunk of input) {
          // The thread has refused the file, so do not read the rest.
          if (isAnswered) return
          // Copy the bytes, because sending a part of a buffer would send the whole buffer.
          const copy = Uint8Array.from(chunk)
          send({ chunk: copy }, [copy.buffer])
        }
        send({ end: true })
      }
      await Promise.race([answer, feed()])
      const read = await answer
      return 'reading' in read ? read.reading : {}
    },

    async *batches() {
      for (;;) {
        send({ next: true })
        const answer = await receive()
        if (!('batch' in answer) || answer.batch === null) return
        yield answer.batch
      }
    },

    async end() {
      clearTimeout(deadline)
      await worker.terminate()
    },
  }
}
