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
  /** Imports of the listing files that administrators upload. */
  imports: Imports
  /** Temporary storage for profile pictures during the upload. */
  uploads: Uploads
  /** Yen per US dollar. */
  jpyPerUsd: number
  /** Runs tasks that the response does not wait for. */
  background: Pick<Background, 'run'>
  /** Stripe, or the sandbox. */
  payments: Payments
  /** Wake it after the commit of a transaction that queued a mail. */
  mailQueue: Pick<MailQueue, 'wake'>
  /**
   * The public origin for links in mails and pages. Never taken from a request, which could forge
   * it.
   */
  siteUrl: () => string
  /** Reports a bug, with the id of its request. */
  logError: (error: unknown, requestId: string) => void
  logWarning: (message: string) => void
}
