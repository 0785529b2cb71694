import * as z from 'zod/mini'
import { openTabChannel } from '#client/browser/tab-channel.ts'
import { OUTBOX } from '#client/sync/worker-messages.ts'
import { FavoriteChangeSchema } from './favorites-outbox-rows.ts'
import type { FavoriteChange } from './unsent-favorites.ts'

/** Messages between tabs and the worker: stored changes were updated, or a change is settled. */
const Message = z.object({
  /** The user of the outbox. Missing in messages of the worker, which does not know the user. */
  userId: z.optional(z.string()),
  settled: z.optional(FavoriteChangeSchema),
  wasSent: z.optional(z.boolean()),
})

interface FavoritesChannelOptions {
  userId: string
  /** Another tab has sent or dropped a change. */
  onSettled: (change: FavoriteChange, wasSent: boolean) => Promise<void>
  /** Another tab or the worker has changed the stored changes. */
  onStoredChange: () => Promise<void>
}

/** The channel between the outboxes of one person in several tabs, and the worker. */
export function openFavoritesChannel(options: FavoritesChannelOptions) {
  const { userId, onSettled, onStoredChange } = options
  const channel = openTabChannel(OUTBOX)
  channel.onmessage = async ({ data }) => {
    const message = Message.safeParse(data).data
    if (!message || (message.userId ?? userId) !== userId) return
    if (message.settled) return onSettled(message.settled, message.wasSent === true)
    await onStoredChange()
  }
  const post = (message: Omit<z.input<typeof Message>, 'userId'>) =>
    channel.postMessage({ userId, ...message })
  return {
    tellStoredChange: () => post({}),
    tellSettled: (settled: FavoriteChange, wasSent: boolean) => post({ settled, wasSent }),
    close: () => channel.close(),
  }
}
