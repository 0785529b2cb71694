import * as z from 'zod/mini'
import { openTabChannel } from '#client/browser/tab-channel.ts'

const Progress = z.object({
  /** The photo that was just saved, and its size in bytes. */
  added: z.optional(z.tuple([z.string(), z.number()])),
  downloading: z.array(z.string()),
  failed: z.array(z.string()),
  /** What stops every download: no network, or a full device. */
  blockedBy: z.optional(z.enum(['network', 'full'])),
})
export type Progress = z.output<typeof Progress>

interface Listener {
  onProgress: (progress: Progress) => void
  /** The saved or wanted photos have changed, so each tab reads the cache again. */
  onChange: () => void
}

/** The channel of the savers of a photo cache in all tabs. */
export function openProgressChannel(cache: string, { onProgress, onChange }: Listener) {
  const channel = openTabChannel(cache)
  channel.onmessage = ({ data }) => {
    const progress = Progress.safeParse(data)
    if (progress.success) onProgress(progress.data)
    else onChange()
  }
  return {
    postProgress: (progress: Progress) => channel.postMessage(progress),
    postChange: () => channel.postMessage(undefined),
    close: () => channel.close(),
  }
}

/** Makes the savers of a photo cache read the cache again in every tab, also in this one. */
export function postCacheChange(cache: string) {
  const channel = openTabChannel(cache)
  channel.postMessage(undefined)
  channel.close()
}
