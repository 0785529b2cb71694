import { onlineManager, type QueryClient } from '@tanstack/react-query'
import { isMissingCode } from '#client/boot/chunk-errors.ts'
import { openTabChannel } from '#client/browser/tab-channel.ts'
import { accountQuery, watchAccount } from '#client/data/account.ts'
import { OUTBOX } from '#client/sync/worker-messages.ts'
import type { Account } from '#contract/account.ts'
import type { Outbox } from './outbox.ts'
import { unsent } from './unsent.ts'

let opened: Promise<Outbox | undefined> | undefined

/**
 * Keeps the outbox of whoever is signed in open. To be called before favorites are read, so that no
 * change which another tab sends goes unnoticed. Returns how to stop.
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

  /** It is fetched once somebody is signed in; the first screen does not wait for it. */
  async function open(userId: string) {
    const { catchUp, openFavoritesOutbox } = await import('./favorites-outbox.ts')
    const outbox = openFavoritesOutbox(queryClient, userId)
    if (hasMissed) void catchUp(queryClient)
    return outbox
  }

  /** What is changed meanwhile is shown, and waits for the network or for news of the account. */
  function tryLater(error: unknown) {
    if (!isMissingCode(error)) console.error('The outbox could not be opened:', error)
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

/** Tries to send what is not sent yet, and resolves with the number of changes that remain. */
export async function sendUnsent() {
  if (unsent.all().length > 0) await (await opened)?.flush()
  return unsent.all().length
}

export async function discardUnsent() {
  await (await opened)?.discard()
}
