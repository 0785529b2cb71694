import type { Catalogue } from './catalogue.ts'
import type { Database } from './db/database.ts'
import type { Images } from './images.ts'

/** What the server needs from the outside world. Tests pass their own. */
export interface Services {
  db: Database
  now: () => Date
  images: Images
  catalogue: Catalogue
  /** Where bugs are reported, with the id of the request that met them. */
  report: (error: unknown, requestId: string) => void
}
