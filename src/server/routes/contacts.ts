import * as contract from '#contract/contacts.ts'
import { editContact, findContacts } from '#server/contacts/contacts.ts'
import { contactsAsCsv } from '#server/contacts/contacts-csv.ts'
import type { Serve } from '#server/http/serve.ts'
import { importContacts } from '#server/reference-data/import-contacts.ts'
import type { ReadInThread } from '#server/reference-data/read-in-thread.ts'
import { Download } from '../http/output.ts'
import type { Services } from '../services.ts'

export function contactRoutes(serve: Serve, services: Services, readInThread: ReadInThread) {
  serve(contract.listContacts, ({ input }) => findContacts(services.db, input))

  serve(contract.editContact, ({ input: { place, ...texts }, caller: { user }, ip }) =>
    editContact(services, { actor: { user, ip }, place, texts }),
  )

  serve(contract.importContacts, async ({ input, file, caller: { user }, ip }) => {
    const { rejectedCount, ...outcome } = await importContacts({
      db: services.db,
      now: services.now,
      actor: { user, ip },
      fileName: input.file_name,
      input: file,
      read: readInThread.contacts,
    })
    services.catalogue.changed()
    return { ...outcome, rejected_count: rejectedCount }
  })

  serve(
    contract.downloadContacts,
    async () => new Download('contacts.csv', 'text/csv; charset=utf-8', contactsAsCsv(services.db)),
  )
}
