import { session } from '#client/session/session.ts'
import { askCatalogue } from './ask-catalogue.ts'
import type { Output } from './questions.ts'
import { readCatalogue } from './stored-catalogue.ts'

/**
 * Lists the photos of the houses in the prefectures and saved searches that the person has chosen.
 * Resolves with undefined if this device cannot tell, and rejects if its storage is broken.
 */
export async function listChosenPhotos(): Promise<Output<'listPhotos'> | undefined> {
  const owner = session.userId()
  if (owner === undefined) return undefined
  const { photos, searches } = (await readCatalogue(owner)).wanted
  if (photos.length + searches.length === 0) return { houses: [], isPartial: false }
  const input = { prefectures: photos, searches: searches.map(({ search }) => search) }
  return (await askCatalogue('listPhotos', input))?.data
}
