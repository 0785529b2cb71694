import type { QueryClient } from '@tanstack/react-query'
import { now } from '#client/browser/clock.ts'
import { watchAccount } from '#client/data/account.ts'
import { hasListingAccess } from '#contract/access.ts'
import type { Account } from '#contract/account.ts'
import { openChosenSaver } from './chosen-saver.ts'
import { openFavoritesSaver } from './favorites-saver.ts'
import type { PhotoSaver } from './photo-saver.ts'

let savers: ReturnType<typeof openSavers> | undefined
let followed: QueryClient | undefined
let stop = () => {}

/** Keeps the photo savers open while a person with access to listings is signed in. */
export function runPhotoSavers(queryClient: QueryClient) {
  if (followed === queryClient) return
  stop()
  followed = queryClient
  let userId: string | undefined

  function follow(account: Account | null | undefined) {
    const next = account && hasListingAccess(account, now()) ? account.user.id : undefined
    if (next === userId) return
    savers?.favorites.close()
    savers?.chosen.close()
    userId = next
    savers = next === undefined ? undefined : openSavers(queryClient)
  }

  const stopWatching = watchAccount(queryClient, follow)
  stop = () => {
    stopWatching()
    follow(null)
  }
}

function openSavers(queryClient: QueryClient) {
  return { favorites: openFavoritesSaver(queryClient), chosen: openChosenSaver() }
}

/** Saves the photos of favorites. */
export const favoritePhotoSaver = controls(() => savers?.favorites)

/** Saves the photos of the houses that the person has chosen in the catalogue on this device. */
export const chosenPhotoSaver = {
  ...controls(() => savers?.chosen),
  /** While no saver is open, only stores the choice. The next saver saves its photos. */
  choose: (change: () => Promise<void>) => void (savers ? savers.chosen.choose(change) : change()),
}

function controls(saver: () => PhotoSaver | undefined) {
  return {
    switchOn: () => void saver()?.switchOn(),
    pause: () => saver()?.pause(),
    saveNow: () => saver()?.saveNow(),
    remove: () => void saver()?.remove(),
  }
}
