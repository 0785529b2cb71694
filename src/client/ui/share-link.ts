import { useSyncExternalStore } from 'react'
import { showToast } from './toast.ts'

/** Copies a link and shows a toast. `description` is the text of the toast. */
export async function copyLink(link: string, description: string) {
  try {
    await navigator.clipboard.writeText(link)
    showToast({ type: 'success', title: 'Link copied!', description, duration: 3_000 })
  } catch {
    showToast({
      type: 'error',
      title: 'Failed to copy link',
      description: 'Please try again or copy the URL manually.',
      duration: 3_000,
    })
  }
}

/** Opens the device's share sheet. Copies the link if sharing fails. */
export function shareLink({ title, link }: { title: string; link: string }, copied: string) {
  return shareOrCopy({ title, url: link }, () => copyLink(link, copied))
}

/** Opens the device's share sheet. Calls `copy` if sharing fails, but not if the person cancels. */
export async function shareOrCopy(data: ShareData, copy: () => Promise<void>) {
  try {
    await navigator.share(data)
  } catch (error) {
    const isCancelled = error instanceof DOMException && error.name === 'AbortError'
    if (!isCancelled) await copy()
  }
}

const never = () => () => {}

/** Whether the browser supports Web Share. Always false on the server. */
export function useCanShare() {
  return useSyncExternalStore(never, canShare, () => false)
}

function canShare() {
  if (!('share' in navigator)) return false
  return !('canShare' in navigator) || navigator.canShare({ url: location.href })
}
