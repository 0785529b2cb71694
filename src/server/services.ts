import type { Version } from '#contract/version.ts'
import type { Basemap } from './basemap/basemap.ts'
import type { CatalogueFile } from './catalogue/catalogue-file.ts'
import type { Uploads } from './files/uploads.ts'
import type { Images } from './images/images.ts'
import type { Imports } from './imports/imports.ts'
import type { InventoryServices } from './inventory/listing.ts'
import type { Catalogue } from './listings/catalogue.ts'
import type { Records } from './listings/record-json.ts'
import type { OwnPhotoStorage } from './notes/own-photo-storage.ts'
import type { BillingServices } from './payments/billing-services.ts'
import type { PushQueue } from './push/push-queue.ts'
import type { CurrentRates } from './rates/rates.ts'
import type { EditServices } from './sources/edit-sources.ts'
import type { Translator } from './translation/translator.ts'

/**
 * The services of the routes: the database and everything outside the process. Tests pass their own
 * services.
 */
export interface Services extends BillingServices, InventoryServices {
  /** Whether administrators must have a second factor. */
  requiresSecondFactor: boolean
  /** The queue of push messages. Call `wake` after the commit of a transaction that queued one. */
  pushQueue: Pick<PushQueue, 'wake'>
  /** Origins of push services that the operator allows in addition to the known ones. */
  pushOrigins: readonly string[]
  images: Images
  catalogue: Catalogue
  records: Pick<Records, 'read' | 'readParts'>
  /** The catalogue for devices; null if the operator has switched it off. */
  catalogueFile: Pick<CatalogueFile, 'current' | 'read'> | null
  rates: Pick<CurrentRates, 'current'>
  /** The operator's translation service; null if there is none. */
  translator: Translator | null
  /** The operator's street map; null if there is none. */
  basemap: Basemap | null
  /** Imports of the listing files that administrators upload. */
  imports: Imports
  /** Sources that import themselves. `wake` runs the sources that are due. */
  sources: Pick<EditServices, 'folder' | 'rules'> & { wake: () => void }
  ownPhotos: OwnPhotoStorage
  /** Temporary storage for profile pictures and people's own photos during the upload. */
  uploads: Uploads
  version: Version
}
