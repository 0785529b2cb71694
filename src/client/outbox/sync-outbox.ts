import { onlineManager, type QueryClient } from '@tanstack/react-query'
import { isChunkError } from '#client/browser/chunk-errors.ts'
import { openTabChannel } from '#client/browser/tab-channel.ts'
import { accountQuery, watchAccount } from '#client/data/account.ts'
import type { Account } from '#contract/account.ts'
import type { Outbox } from './outbox.ts'
import type { Change, UnsentChanges } from './unsent-changes.ts'

interface SyncOptions<C extends Change> {
  /** The name of the outbox, which is also the name of its BroadcastChannel. */
  name: string
  unsent: UnsentChanges<C>
  /**
   * Opens the outbox of a person. `hasMissedMessage` returns true if another tab sent a message
   * before the outbox was open. The loaded data may then be outdated.
   */
  open: (
    queryClient: QueryClient,
    userId: string,
    hasMissedMessage: () => boolean,
  ) => Promise<Outbox>
}

/** An outbox that is open while a person is signed in. */
export function createSyncedOutbox<C extends Change>({ name, unsent, open }: SyncOptions<C>) {
  let opened: Promise<Outbox | undefined> | undefined

  return {
    /**
     * Keeps the outbox open for the signed-in person. Call this before loading the data that the
     * changes modify. Otherwise this tab misses changes that another tab sends during the load.
     * Returns a function that closes the outbox.
     */
    sync(queryClient: QueryClient) {
      const otherTabs = openTabChannel(name)
      let hasMissedMessage = false
      let userId: string | undefined

      otherTabs.onmessage = () => {
        hasMissedMessage = true
      }

      function follow(account: Account | null | undefined) {
        if (account?.user.id !== userId) {
          void opened?.then((outbox) => outbox?.close())
          opened = undefined
          // Remove the changes of the previous account. Without a previous account, keep the
          // changes, because they belong to the account that has just loaded.
          if (userId !== undefined) unsent.set([])
          userId = account?.user.id
        }
        if (userId === undefined) return
        opened ??= openFor(userId)
      }

      /**
       * Opens the outbox of a person. After a failure, the app tries again when the connection or
       * the account changes. Until then, the person sees the changes, but this tab does not send
       * them.
       */
      function openFor(userId: string) {
        const opening = open(queryClient, userId, () => hasMissedMessage).catch((error) => {
          if (!isChunkError(error)) console.error('The outbox could not be opened:', error)
          // Keep the outbox of a person who has signed in meanwhile.
          if (opened === opening) opened = undefined
          return undefined
        })
        return opening
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
    },

    /**
     * Makes the outbox send the changes that were added to `unsent`. An outbox that is not open yet
     * sends the changes when it opens.
     */
    sendAdded() {
      void opened?.then((outbox) => outbox?.sendAdded())
    },

    /**
     * Tries to send the unsent changes. Resolves with the number of changes that are still unsent.
     * Waits for the changes of earlier pages. Without this, logging out as soon as a page appears
     * would delete these changes without a warning.
     */
    async sendUnsent() {
      const outbox = await opened
      await outbox?.whenRead
      if (unsent.all().length > 0) await outbox?.flush()
      return unsent.all().length
    },

    async discard() {
      await (await opened)?.discard()
    },
  }
}
