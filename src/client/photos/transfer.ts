import { REQUEST_TIMEOUT_MS } from '#client/sync/request-timeout.ts'

/**
 * When the connection is lost, each transfer that has received no data for this long is aborted.
 */
const SUSPICIOUS_AFTER_MS = 2_000

interface Transfer {
  lastDataAt: number
  giveUp: () => void
}

const transfers = new Set<Transfer>()

/**
 * Fetches a photo. A slow transfer continues. A transfer that receives no data is aborted, because
 * six hanging photos would block every HTTP/1.1 connection to the server.
 */
export function startTransfer(input: Request | string, signal: AbortSignal) {
  const controller = new AbortController()
  const giveUp = () => controller.abort(new DOMException('Nothing came', 'TimeoutError'))
  const transfer: Transfer = { lastDataAt: Date.now(), giveUp }
  let timer = setTimeout(giveUp, REQUEST_TIMEOUT_MS)
  transfers.add(transfer)

  function restartTimeout() {
    transfer.lastDataAt = Date.now()
    clearTimeout(timer)
    timer = setTimeout(giveUp, REQUEST_TIMEOUT_MS)
  }

  function end() {
    clearTimeout(timer)
    transfers.delete(transfer)
  }

  const response = fetch(input, { signal: AbortSignal.any([signal, controller.signal]) })
  response.then(restartTimeout, end)

  return {
    response,

    /** Cancels the timeout for a response whose body is not read with `read`. */
    end,

    async read(response: Response) {
      const watched = response.body?.pipeThrough(
        new TransformStream({
          transform(part, output) {
            restartTimeout()
            output.enqueue(part)
          },
        }),
      )
      try {
        return await new Response(watched, response).blob()
      } finally {
        end()
      }
    },
  }
}

/**
 * Aborts transfers that receive no data. Call this function when the connection is known to be
 * lost.
 */
export function abortStalledTransfers() {
  for (const { lastDataAt, giveUp } of transfers) {
    if (Date.now() - lastDataAt >= SUSPICIOUS_AFTER_MS) giveUp()
  }
}
