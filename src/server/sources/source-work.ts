import { millisecondsInSecond as SECOND_MS } from 'date-fns/constants'
import { Refusal } from '#server/errors/refusal.ts'
import { explainStop } from '#server/imports/explain-stop.ts'
import { beatHeart, type Claimed, claimDue, releaseClaim } from './claim.ts'
import { finishRun, lookAgainSoon, type RunResult } from './finish-run.ts'
import { findFile, importFile, type RunServices } from './run-source.ts'
import { SourceFailure } from './source-failure.ts'

/** How often a process looks for due sources. */
const POLL_MS = 30 * SECOND_MS

export interface SourceWorkServices extends RunServices {
  siteUrl: () => string
  mailQueue: { wake: () => void }
  logError: (error: unknown, job: string) => void
}

/**
 * Creates the worker that imports due sources, one at a time over all processes. A source that is
 * due while another import runs waits for it. A source that has missed several runs runs once.
 */
export function openSourceWork(services: SourceWorkServices) {
  const { logError } = services
  const stopping = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let isWoken = false

  async function runDue() {
    while (!stopping.signal.aborted) {
      const run = await claimDue(services)
      if (!run) return
      await runClaimed(services, run, stopping.signal)
      services.mailQueue.wake()
    }
  }

  async function runAll() {
    do {
      isWoken = false
      await runDue().catch((error) => logError(error, 'sources'))
    } while (isWoken)
    running = undefined
  }

  /** Runs the sources that are due. */
  function wake() {
    isWoken = true
    running ??= runAll()
  }

  async function settled() {
    await running
  }

  return {
    folder: services.folder,
    rules: services.rules,
    start() {
      wake()
      timer = setInterval(wake, POLL_MS)
    },
    wake,
    /** Waits until no source is due any more. */
    settled,
    /** Aborts the current run. Its source stays due, and runs again after the next start. */
    async stop() {
      clearInterval(timer)
      stopping.abort()
      await settled()
    },
  }
}

async function runClaimed(services: SourceWorkServices, run: Claimed, stopping: AbortSignal) {
  const stop = new AbortController()
  const signal = AbortSignal.any([stopping, stop.signal])
  const endHeartbeat = beatHeart(services, run, stop)
  try {
    const found = await findFile(services, run, signal)
    if (found.kind === 'growing') return await lookAgainSoon(services, run, found.file)
    if (found.kind === 'unchanged') {
      return await finishRun(services, run, { outcome: 'unchanged', version: found.version })
    }
    const { file } = found
    try {
      const importId = await importFile(services, run, { file, signal })
      await finishRun(services, run, { outcome: 'imported', importId, version: file.version })
    } finally {
      await file.remove()
    }
  } catch (error) {
    if (signal.aborted || isBusy(error)) return await releaseClaim(services, run)
    await finishRun(services, run, toResult(services, error))
  } finally {
    await endHeartbeat()
  }
}

/** Another import has started, or the file has changed, since this run began. */
function isBusy(error: unknown) {
  return error instanceof Refusal && error.status === 409
}

function toResult({ logError }: SourceWorkServices, error: unknown): RunResult {
  if (error instanceof SourceFailure) return { outcome: 'failed', failure: error }
  const reason = explainStop(error, '')
  if (!reason) logError(error, 'sources')
  const failure = new SourceFailure(
    reason ? 'import' : 'bug',
    reason ?? 'Something went wrong. The source is not the cause, and the error was reported.',
  )
  return { outcome: 'failed', failure }
}
