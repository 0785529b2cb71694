import * as z from 'zod/mini'
import { openTabChannel } from '#client/browser/tab-channel.ts'
import { FAVORITE_PHOTOS } from './photo-caches.ts'

const Progress = z.object({
  /** The photo that was just saved, and its size in bytes. */
  added: z.optional(z.tuple([z.string(), z.number()])),
  downloading: z.array(z.string()),
  failed: z.array(z.string()),
  /** What stops every download: no network, or a full device. */
  blockedBy: z.optional(z.enum(['network', 'full'])),
})
export type Progress = z.output<typeof Progress>

const Message = z.object({ progress: z.optional(Progress) })

interface Listener {
  onProgress: (progress: Progress) => void
  /** The saved or wanted photos have changed, so each tab reads the cache again. */
  onChange: () => void
}

export function openProgressChannel({ onProgress, onChange }: Listener) {
  const channel = openTabChannel(FAVORITE_PHOTOS)
  channel.onmessage = ({ data }) => {
    const { progress } = Message.safeParse(data).data ?? {}
    if (progress) onProgress(progress)
    else onChange()
  }
  const post = (message: z.output<typeof Message>) => channel.postMessage(message)
  return {
    postProgress: (progress: Progress) => post({ progress }),
    postChange: () => post({}),
    close: () => channel.close(),
  }
}
