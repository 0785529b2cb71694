import { REQUEST_TIMEOUT } from '#client/sync/request-timeout.ts'

/** A transfer that is silent for so long may be on a dead connection; milliseconds. */
const SUSPICIOUS_AFTER = 2_000

interface Transfer {
  heardAt: number
  giveUp: () => void
}

const underWay = new Set<Transfer>()

/**
 * Fetches a photo for as long as something of it comes, however slowly. After a silence it is given
 * up: over HTTP/1.1, six photos that hang would hold every connection to the server.
 */
export function startTransfer(input: Request | string, signal: AbortSignal) {
  const controller = new AbortController()
  const giveUp = () => controller.abort(new DOMException('Nothing came', 'TimeoutError'))
  const transfer: Transfer = { heardAt: Date.now(), giveUp }
  let timer = setTimeout(giveUp, REQUEST_TIMEOUT)
  underWay.add(transfer)

  function hear() {
    transfer.heardAt = Date.now()
    clearTimeout(timer)
    timer = setTimeout(giveUp, REQUEST_TIMEOUT)
  }

  function end() {
    clearTimeout(timer)
    underWay.delete(transfer)
  }

  const response = fetch(input, { signal: AbortSignal.any([signal, controller.signal]) })
  response.then(hear, end)

  return {
    response,

    /** Stops watching a response whose body is not read by `read`. */
    end,

    /** The whole body of the response, or of a clone of it. */
    async read(response: Response) {
      const watched = response.body?.pipeThrough(
        new TransformStream({
          transform(part, output) {
            hear()
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

/** Gives up the photos of which nothing has come for a moment, where the connection is known to be lost. */
export function giveUpSilentTransfers() {
  for (const { heardAt, giveUp } of underWay) {
    if (Date.now() - heardAt >= SUSPICIOUS_AFTER) giveUp()
  }
}
