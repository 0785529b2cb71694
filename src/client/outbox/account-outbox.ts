import { onlineManager, type QueryClient } from '@tanstack/react-query'
import { isChunkError } from '#client/browser/chunk-errors.ts'
import { openTabChannel } from '#client/browser/tab-channel.ts'
import { accountQuery, watchAccount } from '#client/data/account.ts'
import { OUTBOX } from '#client/sync/worker-messages.ts'
import type { Account } from '#contract/account.ts'
import type { Outbox } from './outbox.ts'
import { unsent } from './unsent.ts'

let opened: Promise<Outbox | undefined> | undefined

/**
 * Keeps an outbox open for the signed-in person. Call it before favorites are read. Otherwise this
 * tab misses changes that another tab sends meanwhile. Returns a function that stops this.
 */
export function keepOutbox(queryClient: QueryClient) {
  const others = openTabChannel(OUTBOX)
  let hasMissed = false
  let userId: string | undefined

  others.onmessage = () => {
    hasMissed = true
  }

  function follow(account: Account | null | undefined) {
    if (account?.user.id !== userId) {
      void opened?.then((outbox) => outbox?.close())
      opened = undefined
      unsent.set([])
      userId = account?.user.id
    }
    if (userId !== undefined) opened ??= open(userId).catch(tryLater)
  }

  /** Loads the outbox's code lazily, so that it does not delay the first screen. */
  async function open(userId: string) {
    const { catchUp, openFavoritesOutbox } = await import('./favorites-outbox.ts')
    const outbox = openFavoritesOutbox(queryClient, userId)
    if (hasMissed) void catchUp(queryClient)
    return outbox
  }

  /** A change of the connection or the account retries. Until then, changes are shown, not sent. */
  function tryLater(error: unknown) {
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
    others.close()
    follow(null)
  }
}

/** Tries to send the unsent changes. Resolves with the number that remain. */
export async function sendUnsent() {
  if (unsent.all().length > 0) await (await opened)?.flush()
  return unsent.all().length
}

export async function discardUnsent() {
  await (await opened)?.discard()
}
