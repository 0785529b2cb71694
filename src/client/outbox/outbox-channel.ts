import * as z from 'zod/mini'
import { openTabChannel } from '#client/browser/tab-channel.ts'
import type { Change } from './unsent-changes.ts'

interface OutboxChannelOptions<C extends Change> {
  /**
   * The name of the BroadcastChannel. Only tabs and service workers that use the same name receive
   * each other's messages.
   */
  name: string
  userId: string
  schema: z.ZodMiniType<C>
  /** Another tab has sent or dropped a change. */
  onSettled: (change: C, wasSent: boolean) => Promise<void>
  /** Another tab or the service worker has written to the stored changes. */
  onStoredChange: () => Promise<void>
}

/**
 * The channel of one person's outbox. The service worker and the person's tabs use the channel to
 * tell each other about changes.
 */
export function openOutboxChannel<C extends Change>(options: OutboxChannelOptions<C>) {
  const { name, userId, schema, onSettled, onStoredChange } = options
  /**
   * A message between tabs and the service worker: stored changes were updated, or one change was
   * sent or dropped (`settled`).
   */
  const Message = z.object({
    /**
     * The user of the outbox. Missing in messages of the service worker, which does not know the
     * user.
     */
    userId: z.optional(z.string()),
    settled: z.optional(schema),
    wasSent: z.optional(z.boolean()),
  })
  const channel = openTabChannel(name)
  channel.onmessage = async ({ data }) => {
    const message = Message.safeParse(data).data
    if (!message || (message.userId ?? userId) !== userId) return
    if (message.settled) return onSettled(message.settled, message.wasSent === true)
    await onStoredChange()
  }
  const post = (message: object) => channel.postMessage({ userId, ...message })
  return {
    tellStoredChange: () => post({}),
    tellSettled: (settled: C, wasSent: boolean) => post({ settled, wasSent }),
    close: () => channel.close(),
  }
}
