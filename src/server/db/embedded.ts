import { once } from 'node:events'
import { setTimeout as pass } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { FromWorker, ToWorker } from './embedded-worker.ts'
import { isPanic } from './wire.ts'

/** How often it is tried to open a database again that has panicked; milliseconds. */
const REOPEN_EVERY = 1000

/** Megabytes for young objects, cleared out the more often and the sooner; V8 gives some more. */
const YOUNG_OBJECTS = 1

/** The one session that the embedded database has. */
export interface Session {
  /** Waits until all earlier turns have ended, and gives the function that ends this one. */
  takeTurn: () => Promise<() => void>
  /** Runs one request of the wire protocol; for whoever has the turn. */
  execute: (request: Uint8Array) => Promise<Uint8Array>
}

export interface Embedded extends Session {
  /** Resolves with the reason when the database stops without having been closed. */
  lost: Promise<Error>
  close: () => Promise<void>
}

type Thread = Awaited<ReturnType<typeof startThread>>

/** Starts PostgreSQL in a thread of this process, on files in `directory` or in memory. */
export async function startEmbedded(directory: string | null): Promise<Embedded> {
  let lose = (_: Error) => {}
  const lost = new Promise<Error>((resolve) => {
    lose = resolve
  })
  const start = () => startThread(directory, (reason) => lose(reason))
  let thread: Thread | null = await start()
  let isClosing = false

  /**
   * What memory holds after a panic, as of a full disk, is not to be built upon: the database begins
   * anew from its files, as a server would, as soon as it can.
   */
  async function reopen(panicked: Thread) {
    thread = null
    await panicked.end()
    while (!thread && !isClosing) {
      thread = await start().catch(() => null)
      if (!thread) await pass(REOPEN_EVERY)
    }
  }

  let reopening = Promise.resolve()

  return {
    takeTurn: turns(),
    async execute(request) {
      if (!thread) throw new Error('The embedded database has panicked, and is not open yet')
      const answer = await thread.send({ request })
      // What is only in memory has nothing to begin from.
      if (directory && isPanic(answer)) reopening = reopen(thread)
      return answer
    },
    lost,
    async close() {
      isClosing = true
      await reopening
      await thread?.send({ close: true })
      await thread?.end()
    },
  }
}

/** Starts the thread; `onLost` is called when it stops without having been told to. */
async function startThread(directory: string | null, onLost: (reason: Error) => void) {
  const worker = new Worker(new URL('./embedded-worker.mjs', import.meta.url), {
    workerData: { directory },
    execArgv: [],
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_OBJECTS },
  })
  const waiting: { resolve: (answer: Uint8Array) => void; reject: (error: Error) => void }[] = []
  let stopped: Error | null = null
  let isStarted = false
  let isEnding = false

  const lost = new Promise<Error>((resolve) => {
    const stop = (reason: Error) => {
      stopped ??= reason
      for (const { reject } of waiting.splice(0)) reject(stopped)
      if (isStarted && !isEnding) onLost(stopped)
      resolve(stopped)
    }
    worker.on('error', (error) => stop(asError(error)))
    worker.on('exit', () => stop(new Error('The embedded database has stopped')))
  })

  await Promise.race([once(worker, 'message'), lost.then((reason) => Promise.reject(reason))])
  isStarted = true
  worker.on('message', (message: FromWorker) => {
    const next = waiting.shift()
    if ('error' in message) next?.reject(new Error(message.error))
    else next?.resolve(message.answer)
  })

  return {
    send(message: ToWorker) {
      if ('close' in message) isEnding = true
      if (stopped) return Promise.reject(stopped)
      return new Promise<Uint8Array>((resolve, reject) => {
        waiting.push({ resolve, reject })
        worker.postMessage(message)
      })
    },
    async end() {
      isEnding = true
      await worker.terminate()
    },
  }
}

function asError(reason: unknown) {
  return reason instanceof Error ? reason : new Error(String(reason))
}

function turns() {
  let last = Promise.resolve()
  return async function takeTurn() {
    const before = last
    let endTurn = () => {}
    last = new Promise((resolve) => {
      endTurn = resolve
    })
    await before
    return endTurn
  }
}
