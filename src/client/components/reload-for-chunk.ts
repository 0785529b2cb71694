import { withTabStorage } from '#client/browser/storage.ts'
import { unsentFavorites } from '#client/favorites/unsent-favorites.ts'
import { connection } from '#client/sync/connection.ts'

/** The key in session storage for the failed chunks that this tab has reloaded for. */
const KEY = 'started-anew-for'

/**
 * Reloads the page when a chunk is missing although the server answers, because the server then has
 * a new build. To avoid a loop, a chunk causes one reload at most. While some favorites are unsent,
 * the page does not reload. Resolves if the page stays and must report the error.
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

/** Returns null without session storage. The page then never reloads, so it cannot loop. */
function isFirstReload(message: string) {
  return withTabStorage((storage) => {
    const seen = storage.getItem(KEY)?.split('\n') ?? []
    storage.setItem(KEY, [...seen, message].join('\n'))
    return !seen.includes(message)
  })
}
