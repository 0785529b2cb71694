import { catalogueMark } from './catalogue-mark.ts'
import { catalogueChanges, clearCatalogue } from './stored-catalogue.ts'
import { closeCatalogue } from './worker-channel.ts'

/** Deletes the catalogue of every account. Rejects when the storage is broken. */
export async function wipeCatalogue() {
  closeCatalogue()
  await clearCatalogue()
  catalogueMark.set(undefined)
  catalogueChanges.tell()
}
