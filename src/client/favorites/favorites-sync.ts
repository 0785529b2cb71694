import { onlineManager, type QueryClient } from '@tanstack/react-query'
import { isChunkError } from '#client/browser/chunk-errors.ts'
import { openTabChannel } from '#client/browser/tab-channel.ts'
import { accountQuery, watchAccount } from '#client/data/account.ts'
import { OUTBOX } from '#client/sync/worker-messages.ts'
import type { Account } from '#contract/account.ts'
import type { FavoritesOutbox } from './favorites-outbox.ts'
import { unsentFavorites } from './unsent-favorites.ts'

let opened: Promise<FavoritesOutbox | undefined> | undefined

/**
 * Keeps an outbox open for the signed-in person. Call it before favorites are read. Otherwise this
 * tab misses changes that another tab sends meanwhile. Returns a function that closes the outbox.
 */
export function syncFavorites(queryClient: QueryClient) {
  const otherTabs = openTabChannel(OUTBOX)
  let hasMissedMessage = false
  let userId: string | undefined

  otherTabs.onmessage = () => {
    hasMissedMessage = true
  }

  function follow(account: Account | null | undefined) {
    if (account?.user.id !== userId) {
      void opened?.then((outbox) => outbox?.close())
      opened = undefined
      unsentFavorites.set([])
      userId = account?.user.id
    }
    if (userId !== undefined) opened ??= open(userId).catch(reopenLater)
  }

  /** Loads the outbox's code lazily, so that it does not delay the first screen. */
  async function open(userId: string) {
    const { openAccountOutbox, refetchFavorites } = await import('./account-favorites-outbox.ts')
    const outbox = openAccountOutbox(queryClient, userId)
    if (hasMissedMessage) void refetchFavorites(queryClient)
    return outbox
  }

  /**
   * Handles a failure to open the outbox. The next change of the connection or the account tries
   * again. Until then, the person sees changed favorites, but this tab does not send them.
   */
  function reopenLater(error: unknown) {
    if (!isChunkError(error)) console.error('The outbox could not be opened:', error)
    opened = undefined
    return undefined
  }

  const stops = [
    watchAccount(queryClient, follow),
    onlineManager.subscribe(() => follow(queryClient.getQueryData(accountQuery.queryKey))),
  ]
  return () => {
    for (const stop of stops) stop()
    otherTabs.close()
    follow(null)
  }
}

/**
 * Hands the changes that were just added to the outbox. An outbox that is not open yet takes them
 * when it opens.
 */
export function sendAddedFavorites() {
  void opened?.then((outbox) => outbox?.sendAdded())
}

/** Tries to send the unsent changes. Resolves with the number that remain. */
export async function sendUnsentFavorites() {
  if (unsentFavorites.all().length > 0) await (await opened)?.flush()
  return unsentFavorites.all().length
}

export async function discardUnsentFavorites() {
  await (await opened)?.discard()
}
