import type { QueryClient } from '@tanstack/react-query'
import { now } from '#client/browser/clock.ts'
import { watchAccount } from '#client/data/account.ts'
import { hasListingAccess } from '#contract/access.ts'
import type { Account } from '#contract/account.ts'
import { openPhotoSaver, type PhotoSaver } from './photo-saver.ts'

let saver: PhotoSaver | undefined
let followed: QueryClient | undefined
let stop = () => {}

/** Keeps a photo saver open while a person with access to listings is signed in. */
export function runPhotoSaver(queryClient: QueryClient) {
  if (followed === queryClient) return
  stop()
  followed = queryClient
  let userId: string | undefined

  function follow(account: Account | null | undefined) {
    const next = account && hasListingAccess(account, now()) ? account.user.id : undefined
    if (next === userId) return
    saver?.close()
    userId = next
    saver = next === undefined ? undefined : openPhotoSaver(queryClient)
  }

  const stopWatching = watchAccount(queryClient, follow)
  stop = () => {
    stopWatching()
    follow(null)
  }
}

export const photoSaver = {
  switchOn: () => void saver?.switchOn(),
  pause: () => saver?.pause(),
  saveNow: () => saver?.saveNow(),
  remove: () => void saver?.remove(),
}
