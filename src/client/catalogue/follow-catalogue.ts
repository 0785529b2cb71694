import { catalogueMark } from './catalogue-mark.ts'
import { knownRevision } from './known-revision.ts'

/**
 * Fetches what has changed, if this device has a catalogue. `newest` is the newest revision of the
 * listings on the server.
 */
export async function followCatalogue(newest: number) {
  knownRevision.hear(newest)
  if (!catalogueMark.isWanted()) return
  // If this code fails to load, the next check loads it again.
  const device = await import('./device-catalogue.ts').catch(() => undefined)
  // If the storage is broken, the next check tries again.
  await device?.deviceCatalogue.follow(newest).catch(() => undefined)
}
