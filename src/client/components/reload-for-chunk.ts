import { retryChunks } from '#client/browser/chunk-errors.ts'
import { withTabStorage } from '#client/browser/storage.ts'
import { unsentFavorites } from '#client/favorites/unsent-favorites.ts'
import { connection } from '#client/sync/connection.ts'

/** The session storage key for the list of missing chunks that have caused a reload in this tab. */
const KEY = 'started-anew-for'

/**
 * Reloads the page when a chunk is missing but the server answers, because the server then has a
 * new build. Each chunk causes at most one reload, so that the page does not reload in a loop. The
 * page does not reload while some favorites are unsent. Resolves if the page does not reload. The
 * page must then report the error.
 */
export async function reloadForChunk({ message }: Error) {
  const wasOnline = connection.isOnline()
  if (!(await connection.probe())) return connection.recordLoss()
  // The network has just returned, so a retry may load the missing chunk without a reload.
  if (!wasOnline || unsentFavorites.all().length > 0 || !isFirstReload(message)) return
  location.reload()
  // Never resolve, so that the page reports no error while it reloads.
  await new Promise(() => undefined)
}

/**
 * Reloads the page if the server answers, because Chromium remembers a failed import until the next
 * reload. If the server does not answer, calls `retry` instead.
 */
export async function reloadOrRetry(retry: () => void) {
  if (await connection.probe()) location.reload()
  else void retryChunks(retry)
}

/**
 * Records that this chunk causes a reload. Returns false if the chunk has already caused a reload
 * in this tab. Returns null if session storage is blocked. The page must then not reload, because
 * it could reload in a loop.
 */
function isFirstReload(message: string) {
  return withTabStorage((storage) => {
    const seen = storage.getItem(KEY)?.split('\n') ?? []
    storage.setItem(KEY, [...seen, message].join('\n'))
    return !seen.includes(message)
  })
}
