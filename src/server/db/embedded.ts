import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { FromWorker, ToWorker } from './embedded-worker.ts'

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

/** Starts PostgreSQL in a thread of this process, on files in `directory` or in memory. */
export async function startEmbedded(directory: string | null): Promise<Embedded> {
  const worker = new Worker(new URL('./embedded-worker.mjs', import.meta.url), {
    workerData: { directory },
    execArgv: [],
  })
  const waiting: { resolve: (answer: Uint8Array) => void; reject: (error: Error) => void }[] = []
  let stopped: Error | null = null
  let closing = false

  const lost = new Promise<Error>((resolve) => {
    const stop = (reason: Error) => {
      stopped ??= reason
      for (const { reject } of waiting.splice(0)) reject(stopped)
      if (!closing) resolve(stopped)
    }
    worker.on('error', (error) => stop(asError(error)))
    worker.on('exit', () => stop(new Error('The embedded database has stopped')))
  })

  function send(message: ToWorker) {
    if (stopped) return Promise.reject(stopped)
    return new Promise<Uint8Array>((resolve, reject) => {
      waiting.push({ resolve, reject })
      worker.postMessage(message)
    })
  }

  await Promise.race([once(worker, 'message'), lost.then((reason) => Promise.reject(reason))])
  worker.on('message', (message: FromWorker) => {
    const next = waiting.shift()
    if ('error' in message) next?.reject(new Error(message.error))
    else next?.resolve(message.answer)
  })

  return {
    takeTurn: turns(),
    execute: (request) => send({ request }),
    lost,
    async close() {
      closing = true
      await send({ close: true })
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
