import { once } from 'node:events'
import { setTimeout as pass } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { FromWorker, ToWorker } from './embedded-worker.ts'
import { isPanic } from './wire.ts'

/** The retry interval for reopening a database after a panic. */
const REOPEN_INTERVAL_MS = 1000

/**
 * The size limit of V8's young generation in the worker thread. A small limit makes V8 collect
 * garbage sooner, so the thread takes less memory. V8 allows a little more than the limit.
 */
const YOUNG_GENERATION_MB = 1

/** The only session of the embedded database. */
export interface Session {
  /** Locks the session. Resolves with the function that unlocks it. */
  acquire: () => Promise<() => void>
  /**
   * Runs one request of the wire protocol. Call it only after `acquire` and before unlocking,
   * because requests of two connections must not mix.
   */
  execute: (request: Uint8Array) => Promise<Uint8Array>
}

export interface Embedded extends Session {
  /** Resolves with the reason if the database stops without being closed. */
  lost: Promise<Error>
  close: () => Promise<void>
}

type Thread = Awaited<ReturnType<typeof startThread>>

/**
 * Starts PostgreSQL in a thread of this process. Stores the data as files in `directory`, or in
 * memory if `directory` is null.
 * @throws in queries, while the database is closed after a panic.
 */
export async function startEmbedded(directory: string | null): Promise<Embedded> {
  let lose = (_: Error) => {}
  const lost = new Promise<Error>((resolve) => {
    lose = resolve
  })
  const start = () => startThread(directory, (reason) => lose(reason))
  let thread: Thread | null = await start()
  let isClosing = false

  /**
   * Restarts the database from its files after a panic, for example on a full disk. The memory of a
   * panicked database may be corrupt. Retries until the database opens.
   */
  async function reopen(panicked: Thread) {
    thread = null
    await panicked.end()
    while (!thread && !isClosing) {
      thread = await start().catch(() => null)
      if (!thread) await pass(REOPEN_INTERVAL_MS)
    }
  }

  let reopening = Promise.resolve()

  return {
    acquire: createMutex(),
    async execute(request) {
      if (!thread) throw new Error('The embedded database has panicked, and is not open yet')
      const answer = await thread.send({ request })
      // Restart only a database with a folder. A database in memory would lose all its data.
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

/** Starts the database thread. Calls `onLost` if the thread stops unexpectedly. */
async function startThread(directory: string | null, onLost: (reason: Error) => void) {
  const worker = new Worker(new URL('./embedded-worker.mjs', import.meta.url), {
    workerData: { directory },
    execArgv: [],
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB },
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

function createMutex() {
  let last = Promise.resolve()
  return async function acquire() {
    const before = last
    let release = () => {}
    last = new Promise((resolve) => {
      release = resolve
    })
    await before
    return release
  }
}
