import { PassThrough } from 'node:stream'
import { parentPort, workerData } from 'node:worker_threads'
import type { Place } from '#search/places/place.ts'
import { Refusal } from '#server/errors/refusal.ts'
import type { Batches } from '#server/file-formats/batches.ts'
import { READERS } from './read-file.ts'

/** What this thread gets when it starts. */
export interface ThreadData {
  kind: keyof typeof READERS
  places: Place[]
}
/** First the bytes of the file in pieces, then a request for each batch. */
export type ToThread = { chunk: Uint8Array } | { end: true } | { next: true }
/** First the reading without its batches, then a batch for each request. */
export type FromThread =
  | { reading: object }
  | { batch: unknown[] | null }
  | { refusal: Pick<Refusal, 'status' | 'detail'> }

const { kind, places } = workerData as ThreadData
const file = new PassThrough()
let batches: AsyncGenerator<unknown[]> | undefined

parentPort?.on('message', (message: ToThread) => {
  if ('chunk' in message) file.write(message.chunk)
  else if ('end' in message) file.end()
  else void sendBatch()
})
await refusing(async () => {
  const reading = await READERS[kind](file, places)
  const { batches: read, ...rest } = reading
  batches = oneByOne(read)
  send({ reading: rest })
})

function sendBatch() {
  return refusing(async () => send({ batch: (await batches?.next())?.value ?? null }))
}

async function* oneByOne(read: Batches<unknown>): AsyncGenerator<unknown[], null> {
  yield* read
  return null
}

async function refusing(work: () => Promise<void>) {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    send({ refusal: { status: error.status, detail: error.detail } })
  }
}

function send(message: FromThread) {
  parentPort?.postMessage(message)
}
