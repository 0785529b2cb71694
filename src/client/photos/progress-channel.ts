import * as z from 'zod/mini'
import { openTabChannel } from '#client/browser/tab-channel.ts'
import { FAVORITE_PHOTOS } from './photo-caches.ts'

const Progress = z.object({
  /** The photo that was saved just now, and its bytes. */
  added: z.optional(z.tuple([z.string(), z.number()])),
  underWay: z.array(z.string()),
  failed: z.array(z.string()),
  obstacle: z.optional(z.enum(['network', 'full'])),
})
export type Progress = z.output<typeof Progress>

const Message = z.object({ progress: z.optional(Progress) })

interface Listener {
  onProgress: (progress: Progress) => void
  /** What is saved, or is to be, has changed: everybody looks for themselves. */
  onChange: () => void
}

/** Where the tab that saves tells the others how far it is. */
export function openProgressChannel({ onProgress, onChange }: Listener) {
  const channel = openTabChannel(FAVORITE_PHOTOS)
  channel.onmessage = ({ data }) => {
    const { progress } = Message.safeParse(data).data ?? {}
    if (progress) onProgress(progress)
    else onChange()
  }
  const post = (message: z.output<typeof Message>) => channel.postMessage(message)
  return {
    tell: (progress: Progress) => post({ progress }),
    tellChange: () => post({}),
    close: () => channel.close(),
  }
}
