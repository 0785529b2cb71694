import type { Listing } from '#client/data/to-listing.ts'
import { MunicipalContact } from '#contract/municipal-contact.ts'

/** The contacts of a listing. Null for visitors, because the server sends them no contacts. */
export function contactsOf({ contactNumber, record }: Listing) {
  if (record['Contact Number'] === undefined) return null
  return {
    /** The telephone number for the house, as the source writes it. */
    number: contactNumber,
    municipal: MunicipalContact.safeParse(record.municipalContact).data,
  }
}
