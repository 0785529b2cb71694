import { withTabStorage } from '#client/browser/storage.ts'
import { unsentFavorites } from '#client/favorites/unsent-favorites.ts'
import { connection } from '#client/sync/connection.ts'

/** The key in session storage for the failed chunks that this tab has reloaded for. */
const KEY = 'started-anew-for'

/**
 * Reloads the page if a chunk is missing and the server answers, which means that the server has a
 * new build. It reloads once per chunk to avoid a loop, and never while favorites are unsent.
 * Resolves if it does not reload; the page can then only show the error.
 */
export async function reloadForChunk({ message }: Error) {
  const wasOnline = connection.isOnline()
  if (!(await connection.probe())) return connection.recordLoss()
  // The network has just come back. A retry may now load the chunk, so the reload is not needed.
  if (!wasOnline || unsentFavorites.all().length > 0 || !isFirstReload(message)) return
  location.reload()
  // Never resolve, so that nothing runs before the reload.
  await new Promise(() => undefined)
}

/** Returns null without session storage. The page then never reloads, so it cannot loop. */
function isFirstReload(message: string) {
  return withTabStorage((storage) => {
    const seen = storage.getItem(KEY)?.split('\n') ?? []
    storage.setItem(KEY, [...seen, message].join('\n'))
    return !seen.includes(message)
  })
}
