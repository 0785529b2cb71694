import type { Background } from '#server/concurrency/background.ts'
import type { Database } from '#server/db/database.ts'
import type { MailQueue } from '#server/mail/mail-queue.ts'
import type { Payments } from './payments.ts'

export interface BillingServices {
  db: Database
  now: () => Date
  /** Access to Stripe or to its sandbox, which moves no money. */
  payments: Payments
  /** Runs tasks without delaying the response. */
  background: Pick<Background, 'run'>
  /** The mail queue. Call `wake` after the commit of a transaction that queued a mail. */
  mailQueue: Pick<MailQueue, 'wake'>
  /**
   * The public origin for links in mails and pages. It never comes from a request, because a
   * request can forge it.
   */
  siteUrl: () => string
  /** Reports a bug, with the id of the request in which it occurred. */
  logError: (error: unknown, requestId: string) => void
  logWarning: (message: string) => void
}
