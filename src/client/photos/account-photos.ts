import type { QueryClient } from '@tanstack/react-query'
import { now } from '#client/browser/clock.ts'
import { watchAccount } from '#client/data/account.ts'
import { hasListingAccess } from '#contract/access.ts'
import type { Account } from '#contract/account.ts'
import { openChosenSaver } from './chosen-saver.ts'
import { openFavoritesSaver } from './favorites-saver.ts'
import type { PhotoSaver } from './photo-saver.ts'

let saver: PhotoSaver | undefined
let chosenSaver: ReturnType<typeof openChosenSaver> | undefined
let followed: QueryClient | undefined
let stop = () => {}

/** Keeps the photo savers open while a person with access to listings is signed in. */
export function runPhotoSaver(queryClient: QueryClient) {
  if (followed === queryClient) return
  stop()
  followed = queryClient
  let userId: string | undefined

  function follow(account: Account | null | undefined) {
    const next = account && hasListingAccess(account, now()) ? account.user.id : undefined
    if (next === userId) return
    saver?.close()
    chosenSaver?.close()
    userId = next
    saver = next === undefined ? undefined : openFavoritesSaver(queryClient)
    chosenSaver = next === undefined ? undefined : openChosenSaver()
  }

  const stopWatching = watchAccount(queryClient, follow)
  stop = () => {
    stopWatching()
    follow(null)
  }
}

/** Saves the photos of favorites. */
export const photoSaver = {
  switchOn: () => void saver?.switchOn(),
  pause: () => saver?.pause(),
  saveNow: () => saver?.saveNow(),
  remove: () => void saver?.remove(),
}

/** Saves the photos of the houses that the person has chosen in the catalogue on this device. */
export const chosenPhotoSaver = {
  choose: (change: () => Promise<void>) => void chosenSaver?.choose(change),
  switchOn: () => void chosenSaver?.switchOn(),
  pause: () => chosenSaver?.pause(),
  saveNow: () => chosenSaver?.saveNow(),
  remove: () => void chosenSaver?.remove(),
}
