import { composeMail, greeting, link, type Recipient } from '#server/mail/compose-mail.ts'
import type { SourceFailure } from './source-failure.ts'

interface Failed {
  source: string
  failure: SourceFailure
  siteUrl: string
}

/** Tells an administrator that a scheduled import has stopped. */
export function sourceFailedMail(admin: Recipient, { source, failure, siteUrl }: Failed) {
  const { message, importId } = failure
  return composeMail(admin.email, `The import of ${source} stopped`, [
    greeting(admin),
    message,
    importId
      ? `Look at the file and decide: ${link(`/admin/dashboard/import?import=${importId}`, siteUrl)}`
      : `Look at the source: ${link('/admin/dashboard/sources', siteUrl)}`,
    'Engawa will try again at the next planned time. You get no other mail about the same failure until an import has succeeded.',
  ])
}
