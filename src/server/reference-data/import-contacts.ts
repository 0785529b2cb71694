import { type Actor, writeAudit } from '#server/audit/audit.ts'
import { isIn, saveContacts } from '#server/contacts/contacts.ts'
import type { Database } from '#server/db/database.ts'
import { bumpRevision } from '#server/listings/catalogue.ts'
import { readPlaces } from '#server/places/stored-places.ts'
import type { ContactDraft } from './contact-file.ts'
import { type ContactsReading, type Read, readHere } from './read-file.ts'

interface ContactsImport {
  db: Database
  now: () => Date
  /** The actor and the name of the file, for the audit log. */
  actor: Actor
  fileName: string
  input: AsyncIterable<Uint8Array>
  /** Reads the file, in this thread by default. */
  read?: Read<ContactsReading>
}

/**
 * Saves the contacts of a CSV file. If the file lacks a column, the stored values of this column
 * stay unchanged. If the file has no row for a municipality, the stored contact of this
 * municipality stays unchanged. A row with an invalid value is rejected.
 */
export async function importContacts(work: ContactsImport) {
  const { db, now, actor, fileName, input, read = readHere.contacts } = work
  const at = now()
  return read({ input, places: await readPlaces(db) }, async (reading) => {
    const { rejected, rejectedCount } = reading
    const drafts: ContactDraft[] = []
    for await (const batch of reading.batches) drafts.push(...batch)
    const changed = await db.transaction(async (tx) => {
      const changes = await saveContacts(tx, drafts, at)
      if (changes.length === 0) return changes
      await writeAudit(tx, {
        actor,
        action: 'contact.import',
        target: { id: 'contacts', name: `${countContacts(changes.length)} from ${fileName}` },
        before: null,
        after: countKinds(changes),
        at,
      })
      await bumpRevision(tx, isIn(changes.map(({ place }) => place)))
      return changes
    })
    const unchanged = drafts.length - changed.length
    return { ...countKinds(changed), unchanged, rejected, rejectedCount }
  })
}

function countContacts(count: number) {
  return count === 1 ? '1 contact' : `${count.toLocaleString('en')} contacts`
}

function countKinds(changes: { before: object | null; after: object | null }[]) {
  const added = changes.filter(({ before }) => !before).length
  const removed = changes.filter(({ after }) => !after).length
  return { added, changed: changes.length - added - removed, removed }
}
