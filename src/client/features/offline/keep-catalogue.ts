import type { QueryClient } from '@tanstack/react-query'
import { isMetered } from '#client/browser/metered.ts'
import { attempt } from '#client/browser/storage.ts'
import { catalogueMark } from '#client/catalogue/catalogue-mark.ts'
import { want } from '#client/catalogue/wanted.ts'
import { listingAccess, watchAccount } from '#client/data/account.ts'
import { formatHouses } from '#client/format/format.ts'
import { formatSize } from '#client/format/sizes.ts'
import { isInstalled } from '#client/ui/installed.ts'
import { showToast } from '#client/ui/toast.ts'

/**
 * Keeps the catalogue on this device up to date: resumes an interrupted transfer, fetches what has
 * changed, and deletes the catalogue when the person's access ends. Unless the network is metered,
 * downloads the catalogue again if the browser has deleted it, and in an installed app also unasked.
 * Returns the unsubscribe function.
 */
export function keepCatalogue(queryClient: QueryClient) {
  let startedFor: string | undefined
  return watchAccount(queryClient, (account) => {
    if (!account) return
    const access = listingAccess(queryClient)
    if (access === 'none') void removeCatalogue()
    if (access !== 'granted') startedFor = undefined
    if (access !== 'granted' || startedFor === account.user.id) return
    startedFor = account.user.id
    // A device whose storage is broken keeps no catalogue.
    void start().catch(() => undefined)
  })
}

async function start() {
  // If this code fails to load, the next start of the app loads it again.
  const code = await import('#client/catalogue/device-catalogue.ts').catch(() => undefined)
  if (!code) return
  const { deviceCatalogue } = code
  // The mark is in another storage than the catalogue, so it may outlast the catalogue.
  const wasWanted = catalogueMark.isWanted()
  const isWanted = await deviceCatalogue.start()
  const isLost = wasWanted && isWanted === undefined
  if (isLost && isMetered()) catalogueMark.set('wanted')
  if (isWanted !== undefined || isMetered() || !(isLost || isInstalled())) return
  await deviceCatalogue.refresh()
  const state = deviceCatalogue.current()
  if (state.phase !== 'ready') return
  showToast({
    type: 'info',
    title: `Saving ${formatHouses(state.houses)} for searches without a signal`,
    description: `${isLost ? 'Your browser has deleted them. ' : ''}${formatSize(state.columns.bytes)}. You can remove them under On This Device.`,
  })
  await deviceCatalogue.setWanted(want)
}

async function removeCatalogue() {
  if (!catalogueMark.isWanted()) return
  // If the code fails to load or the deletion fails, the mark stays, and the next start tries again.
  await attempt(async () => {
    const { chosenCache } = await import('#client/photos/saved-caches.ts')
    const { wipeCatalogue } = await import('#client/catalogue/wipe-catalogue.ts')
    if ('caches' in globalThis) await chosenCache.removeAll()
    await wipeCatalogue()
  })
}
