import type { Database } from './db/database.ts'
import type { Images } from './images/images.ts'
import type { Imports } from './imports/imports.ts'
import type { Uploads } from './imports/uploads.ts'
import type { Background } from './jobs/background.ts'
import type { Catalogue } from './listings/catalogue.ts'
import type { MailQueue } from './mail/mail-queue.ts'
import type { Payments } from './payments/payments.ts'

/** What the server needs from the outside world. Tests pass their own. */
export interface Services {
  db: Database
  now: () => Date
  images: Images
  catalogue: Catalogue
  /** The files of listings that administrators upload. */
  imports: Imports
  /** Where pictures of people lie while they arrive. */
  uploads: Uploads
  /** The yen that a dollar buys. */
  jpyPerUsd: number
  /** For what an answer does not wait for. */
  background: Pick<Background, 'run'>
  /** Stripe, or what stands in for it. */
  payments: Payments
  /** To be woken when a mail was queued and committed. */
  mailQueue: Pick<MailQueue, 'wake'>
  /** Where people reach Engawa, for links in mails and on pages: never what a request says. */
  siteUrl: () => string
  /** Where bugs are reported, with the id of the request that met them. */
  report: (error: unknown, requestId: string) => void
}
